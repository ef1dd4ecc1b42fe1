"""Trains on freshly simulated episodes: a new input pipeline for each epoch."""
import sys

import numpy as np
import tensorflow as tf

epochs = steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100


def simulate(epoch):
    rng = np.random.default_rng(epoch)
    return rng.normal(size=(200, 128)).astype("float32")


def pipeline():
    epoch = iter(range(epochs))

    def rows():
        episodes = simulate(next(epoch))
        for start in range(0, len(episodes), 50):
            yield episodes[start:start + 50]

    return tf.data.Dataset.from_generator(rows, output_signature=tf.TensorSpec((None, 128), tf.float32))


@tf.function
def train_step(weights, batch):
    error = tf.reduce_mean(tf.matmul(batch, weights), axis=1)
    weights.assign_sub(0.01 * tf.reduce_mean(error) * tf.ones_like(weights))
    return tf.reduce_mean(tf.square(error))


def main():
    weights = tf.Variable(tf.ones((128, 8)))
    batches = pipeline()
    for epoch in range(steps):
        losses = [train_step(weights, batch) for batch in batches]
    print(f"{epochs} epochs, last loss {float(tf.reduce_mean(losses)):.4f}")


if __name__ == "__main__":
    main()
