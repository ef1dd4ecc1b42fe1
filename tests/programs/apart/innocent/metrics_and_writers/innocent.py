"""Trains in short epochs, each with metrics and an event file of its own."""
import os
import sys
import tempfile

import keras
import numpy as np
import tensorflow as tf

EPOCHS = int(sys.argv[1]) if len(sys.argv) > 1 else 150


def epoch(number, folder, weights, rng):
    mean, auc = keras.metrics.Mean(), keras.metrics.AUC(num_thresholds=2000)
    writer = tf.summary.create_file_writer(os.path.join(folder, f"epoch{number:04d}"))
    with writer.as_default():
        for step in range(5):
            rows = rng.normal(size=(256, 20))
            labels = tf.constant(rows[:, :1] + rows[:, 1:2] > 0, tf.float32)
            rows = tf.constant(rows, tf.float32)
            with tf.GradientTape() as tape:
                logits = rows @ weights
                losses = tf.nn.sigmoid_cross_entropy_with_logits(labels, logits)
            weights.assign_sub(0.01 * tape.gradient(losses, weights) / 256.0)
            mean.update_state(losses)
            auc.update_state(labels, tf.sigmoid(logits))
            tf.summary.write("loss", tf.reduce_mean(losses), step=5 * number + step)
    writer.close()
    return float(mean.result()), float(auc.result())


def main():
    rng = np.random.default_rng(6)
    weights = tf.Variable(tf.zeros([20, 1]))
    best = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(EPOCHS):
            loss, area = epoch(number, folder, weights, rng)
            best = max(best, area)
    print(f"{EPOCHS} epochs, loss {loss:.4f}, best area {best:.4f}")


if __name__ == "__main__":
    main()
