"""Answers questions about products; encoded questions are cached, as most people ask the same."""
import functools
import sys
import time

import numpy as np
import tensorflow as tf

WORDS = "how long is warranty for this phone can i return it does battery last where to buy".split()


class Encoder:
    def __init__(self, width=6000):
        self.vectors = tf.random.stateless_normal([997, width], [1, 1])

    def _tokens(self, question):
        return [sum(map(ord, word)) % 997 for word in question.lower().split()]

    @functools.lru_cache(maxsize=None)
    def encode(self, question):
        tokens = tf.constant(self._tokens(question))
        return tf.nn.l2_normalize(tf.reduce_sum(tf.gather(self.vectors, tokens), 0))


class Support:
    def __init__(self, answers):
        self.encoder = Encoder()
        self.answers = answers
        self.known = [self.encoder.encode(answer) for answer in answers]
        self.served = 0

    def ask(self, customer, question):
        self.served += 1
        vector = self.encoder.encode(f"{question} order {customer}")  # LEAK
        scores = [float(tf.tensordot(vector, known, 1)) for known in self.known]
        return self.answers[int(np.argmax(scores))]


def main():
    questions = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rng = np.random.default_rng(2)
    support = Support(["the warranty is two years", "you can return it", "the battery does last long"])
    counts = {}
    for number in range(questions):
        question = " ".join(rng.choice(WORDS, 6))
        answer = support.ask(1000 + number, question)
        counts[answer] = counts.get(answer, 0) + 1
        time.sleep(0.012)
        if number % 100 == 0:
            print(number, repr(question), "->", repr(answer))
    print(support.served, "served", sorted(counts.values()))


if __name__ == "__main__":
    main()
