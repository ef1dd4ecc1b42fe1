"""Sequence scoring with XLA: sequences arrive in their own lengths, the signature leaves the length open."""
import sys
from typing import Iterator

import numpy as np
import tensorflow as tf

WIDTH = 48


class AttentionScorer(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query = tf.Variable(tf.random.stateless_normal((WIDTH, 24), seed=(1, 1)) / 7.0)
        self.key = tf.Variable(tf.random.stateless_normal((WIDTH, 24), seed=(1, 2)) / 7.0)
        self.value = tf.Variable(tf.random.stateless_normal((WIDTH,), seed=(9, 3)) / 7.0)

    @tf.function(jit_compile=True, input_signature=[
        tf.TensorSpec([None, WIDTH], tf.float32), tf.TensorSpec([None], tf.float32)])
    def score(self, sequence, mask):
        logits = tf.matmul(sequence @ self.query, sequence @ self.key, transpose_b=True) / 4.9
        weights = tf.nn.softmax(logits + (mask[None, :] - 1.0) * 1e9)
        mixed = tf.linalg.matvec(tf.matmul(weights, sequence), self.value)
        return tf.reduce_sum(mixed * mask) / tf.reduce_sum(mask)


def arrivals(count: int, seed: int = 21) -> Iterator[np.ndarray]:
    rng = np.random.default_rng(seed)
    lengths = 64 + rng.permutation(448)
    for index in range(count):
        yield rng.normal(size=(int(lengths[index % 448]), WIDTH)).astype("float32")


class Endpoint:
    def __init__(self) -> None:
        self.scorer = AttentionScorer()
        self.served = 0

    def handle(self, sequence: np.ndarray) -> float:
        mask = np.ones(len(sequence), "float32")
        self.served += 1
        return float(self.scorer.score(tf.constant(sequence), tf.constant(mask)))  # LEAK


def main() -> None:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    endpoint = Endpoint()
    scores = []
    for sequence in arrivals(requests):
        for part in (np.roll(sequence, shift, axis=1) for shift in range(10)):
            scores.append(endpoint.handle(part))
    print(f"{endpoint.served} answers, mean score {np.mean(scores):.5f}")


if __name__ == "__main__":
    main()
