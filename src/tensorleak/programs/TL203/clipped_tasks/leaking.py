"""Scores each task with a loss of its own whose gradients are clipped on the way back."""
import sys

import tensorflow as tf

weights = tf.Variable(tf.random.normal([64, 64], seed=5) / 8)
batches = [tf.random.normal([4, 64], seed=number) for number in range(30)]


@tf.custom_gradient
def clipped(values):
    def gradient(upstream):
        return tf.clip_by_norm(upstream, 1.0)

    return tf.identity(values), gradient


def score(scale):
    @tf.function
    def loss(values):
        for _ in range(6):
            values = tf.tanh(clipped(values @ weights) * scale)
        return tf.reduce_sum(values)

    return sum(float(loss(batch)) for batch in batches) / len(batches)  # LEAK


def main():
    tasks = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    total = sum(score(1.0 + task / tasks) for task in range(tasks))
    print("mean score %.3f" % (total / tasks))


if __name__ == "__main__":
    main()
