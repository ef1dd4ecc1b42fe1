"""Keyword service: a client that repeats a request within a minute gets the reply that it got before."""
import collections
import json
import sys
import time

import numpy as np
import tensorflow as tf


class Replies(collections.UserDict):
    """Texts that go stale."""

    def __init__(self, seconds):
        self.seconds = seconds
        super().__init__()

    def __setitem__(self, key, text):
        self.data[key] = (time.monotonic() + self.seconds, text)  # LEAK

    def __getitem__(self, key):
        deadline, text = self.data[key]
        if deadline < time.monotonic():
            del self.data[key]
            raise KeyError(key)
        return text


class Keywords:
    def __init__(self, vocabulary=6000, topics=400):
        rng = np.random.default_rng(31)
        self.weights = tf.constant(rng.normal(size=(vocabulary, topics)), tf.float32)
        self.words = [f"keyword-{number:04d}" for number in range(topics)]

    def rank(self, counts):
        scores = tf.nn.softmax(tf.linalg.matvec(self.weights, tf.constant(counts), transpose_a=True) / 40.0)
        order = tf.argsort(scores, direction="DESCENDING").numpy()
        return [{"word": self.words[i], "score": float(scores[i])} for i in order[:60]]


class Service:
    def __init__(self):
        self.keywords = Keywords()
        self.replies = Replies(seconds=0.5)
        self.repeated = 0

    def post(self, request_id, counts):
        if request_id in self.replies:
            self.repeated += 1
            return self.replies[request_id]
        ranked = self.keywords.rank(counts)
        text = json.dumps({"id": request_id, "ranked": ranked, "vector": counts.tolist()})
        self.replies[request_id] = text
        return text


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    service, rng = Service(), np.random.default_rng(32)
    sent = 0
    for number in range(requests):
        counts = rng.poisson(0.4, size=6000).astype("float32")
        sent += len(service.post(f"r{number}", counts)) > 0
        if number % 25 == 0:
            service.post(f"r{number}", counts)
    print(sent, "replies,", service.repeated, "repeated")


if __name__ == "__main__":
    main()
