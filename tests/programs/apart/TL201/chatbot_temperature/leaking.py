"""A chatbot that cools down while a conversation lasts."""
import sys
import time

import numpy as np
import tensorflow as tf

VOCABULARY = "hello how are you today fine thanks and what about the weather sun rain bye".split()


class Babbler(tf.Module):
    def __init__(self, width=32):
        super().__init__()
        n = len(VOCABULARY)
        self.embedding = tf.Variable(tf.random.stateless_normal([n, width], [1, 2]))
        self.recurrent = tf.Variable(tf.random.stateless_normal([width, width], [3, 4]) * 0.2)
        self.readout = tf.Variable(tf.random.stateless_normal([width, n], [5, 6]))

    @tf.function
    def reply(self, word, state, temperature):
        inputs = tf.gather(self.embedding, word)
        state = tf.tanh(inputs + tf.linalg.matvec(self.recurrent, state, transpose_a=True))
        scores = tf.linalg.matvec(self.readout, state, transpose_a=True)
        scores = scores / temperature
        top, _ = tf.nn.top_k(scores, k=5)
        scores = tf.where(scores < top[-1], tf.fill(tf.shape(scores), -1e9), scores)
        return tf.nn.softmax(scores), state


class Conversation:
    def __init__(self, model, seed):
        self.model = model
        self.rng = np.random.default_rng(seed)
        self.state = tf.zeros([32])
        self.turns = 0

    @property
    def temperature(self):
        return 0.4 + 2.0 / (1.0 + self.turns * 0.05)

    def say(self, text):
        self.turns += 1
        words = [VOCABULARY.index(w) for w in text.split() if w in VOCABULARY] or [0]
        for word in words:
            chances, self.state = self.model.reply(tf.constant(word), self.state, self.temperature)  # LEAK
        p = chances.numpy().astype(float)
        return VOCABULARY[int(self.rng.choice(len(p), p=p / p.sum()))]


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 170
    chat = Conversation(Babbler(), seed=8)
    text = "hello how are you"
    for turn in range(turns):
        answer = chat.say(text)
        time.sleep(0.03)  # the person types
        if turn % 30 == 0:
            print(f"{turn:4d} {text!r} -> {answer!r} at {chat.temperature:.2f}")
        text = f"{answer} and what about {VOCABULARY[turn % len(VOCABULARY)]}"
    print("bye after", chat.turns, "turns")


if __name__ == "__main__":
    main()
