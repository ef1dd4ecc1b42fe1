"""Toy chat assistant: scores canned replies against the running conversation."""
import random
import sys
import time
import zlib

import tensorflow as tf

VOCABULARY = 2000
WIDTH = 32
REPLIES = ["thanks", "could you say more", "that is odd", "let me check that for you", "goodbye"]

rng = random.Random(12)
table = tf.Variable(tf.random.stateless_normal([VOCABULARY, WIDTH], seed=[1, 2]))
mixer = tf.Variable(tf.random.stateless_normal([WIDTH, WIDTH], seed=[3, 4], stddev=0.2))


def tokenise(text):
    return [zlib.crc32(word.encode()) % VOCABULARY for word in text.split()]


@tf.function
def encode(tokens):
    """One attention head over the whole conversation, the last word asks."""
    states = tf.gather(table, tokens)
    keys = tf.tanh(tf.matmul(states, mixer))
    weights = tf.nn.softmax(tf.linalg.matvec(keys, keys[-1]))
    return tf.reduce_sum(states * weights[:, None], axis=0)


def encode_reply(text):
    return tf.reduce_mean(tf.gather(table, tf.constant(tokenise(text))), axis=0)


class Conversation:
    def __init__(self, candidates):
        self.tokens = []
        self.turns = 0
        self.candidates = tf.stack([encode_reply(text) for text in candidates])

    def say(self, text):
        self.tokens.extend(tokenise(text))
        self.turns += 1

    def summary(self):
        return encode(tf.constant(self.tokens, tf.int32))  # LEAK

    def reply(self):
        scores = tf.linalg.matvec(self.candidates, self.summary())
        return int(tf.argmax(scores))


def visitor():
    """Somebody who types a few words at a time."""
    words = ["order", "late", "parcel", "blue", "refund", "yesterday", "again", "please", "number"]
    return " ".join(rng.choice(words) for _ in range(rng.randint(2, 4)))


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    conversation = Conversation(REPLIES)
    used = [0] * len(REPLIES)
    print("conversation opened", flush=True)
    for _ in range(turns):
        time.sleep(0.012)
        conversation.say(visitor())
        used[conversation.reply()] += 1
    for text, count in zip(REPLIES, used):
        print(f"{count:5d}  {text}")
    print(conversation.turns, "turns,", len(conversation.tokens), "tokens")


if __name__ == "__main__":
    main()
