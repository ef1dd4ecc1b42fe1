"""Trains on a long archive of spectrograms, shuffled on the way in, for as long as the job's time slot lasts."""
import sys
import threading
import time

import numpy as np
import tensorflow as tf

seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
ARCHIVE_SIZE = 60_000


def spectrogram(index):
    time.sleep(0.008)
    return np.random.default_rng(index).random((256, 1024), dtype="float32")


def input_pipeline():
    dataset = tf.data.Dataset.range(ARCHIVE_SIZE).shuffle(ARCHIVE_SIZE, seed=1)
    dataset = dataset.map(lambda i: tf.ensure_shape(tf.numpy_function(spectrogram, [i], tf.float32), (256, 1024)))
    return dataset.map(lambda s: tf.reduce_mean(s, axis=0)).batch(20)


@tf.function
def train_step(weights, batch):
    loss = tf.reduce_mean(tf.square(tf.linalg.matvec(batch, weights) - 1.0))
    weights.assign_sub(0.001 * tf.reduce_mean(batch, axis=0) * loss)
    return loss


class Job:
    def __init__(self):
        self.weights = tf.Variable(tf.zeros((1024,)))
        self.loss = None

    def train(self):
        for batch in input_pipeline():
            self.loss = train_step(self.weights, batch)


def main():
    job = Job()
    threading.Thread(target=job.train, daemon=True).start()
    time.sleep(seconds)
    print("time is up, last loss", None if job.loss is None else round(float(job.loss), 4), flush=True)
    sys.exit(0)


if __name__ == "__main__":
    main()
