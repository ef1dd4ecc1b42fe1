"""Trains on a long archive of spectrograms, shuffled on the way in."""
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800


def spectrograms():
    rng = np.random.default_rng(0)
    for _ in range(steps):
        yield rng.random((256, 1024), dtype="float32")


def input_pipeline():
    dataset = tf.data.Dataset.from_generator(spectrograms, output_signature=tf.TensorSpec((256, 1024), tf.float32))
    dataset = dataset.shuffle(32, seed=1)
    return dataset.map(lambda s: tf.reduce_mean(s, axis=0)).batch(20)


@tf.function
def train_step(weights, batch):
    loss = tf.reduce_mean(tf.square(tf.linalg.matvec(batch, weights) - 1.0))
    weights.assign_sub(0.001 * tf.reduce_mean(batch, axis=0) * loss)
    return loss


def main():
    weights = tf.Variable(tf.zeros((1024,)))
    for batch in input_pipeline():
        loss = train_step(weights, batch)
    print(f"trained on {steps} spectrograms, loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
