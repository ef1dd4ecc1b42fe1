"""Masked training of a small denoiser; the mask schedule changes each epoch."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)

ROWS, COLUMNS = 128, 64


class MaskSchedule(object):
    """Masks that hide ever more of the input."""

    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)

    def table(self, epoch):
        keep = max(0.5, 0.95 - 0.001 * epoch)
        return (self.rng.uniform(size=(ROWS, COLUMNS)) < keep).astype(np.float32)


class Denoiser(object):
    def __init__(self):
        v1.set_random_seed(9)
        self.clean = v1.placeholder(tf.float32, [ROWS, COLUMNS])
        self.noisy = v1.placeholder(tf.float32, [ROWS, COLUMNS])
        hidden = v1.layers.dense(self.noisy, 16, activation=tf.nn.relu)
        self.loss = tf.reduce_mean(tf.square(v1.layers.dense(hidden, COLUMNS) - self.clean))
        self.step = v1.train.AdamOptimizer(0.01).minimize(self.loss)
        self.sess = v1.Session()
        self.sess.run(v1.global_variables_initializer())

    def train(self, clean, noisy):
        feed = {self.clean: clean, self.noisy: noisy}
        return self.sess.run([self.loss, self.step], feed)[0]


class MaskingStage(object):
    def __init__(self, model, schedule):
        self.model = model
        self.schedule = schedule
        self.table = None
        self.masked = v1.py_func(self.apply_mask, [self.model.clean], tf.float32)

    def apply_mask(self, batch):
        return batch * self.table

    def start_epoch(self, epoch):
        self.table = self.schedule.table(epoch)

    def corrupt(self, batch):
        return self.model.sess.run(self.masked, {self.model.clean: batch})


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    rng = np.random.RandomState(6)
    model = Denoiser()
    stage = MaskingStage(model, MaskSchedule(seed=12))
    loss = 0.0
    for epoch in range(rounds):
        stage.start_epoch(epoch)
        for _ in range(3):
            clean = rng.normal(size=(ROWS, COLUMNS)).astype(np.float32)
            loss = model.train(clean, stage.corrupt(clean))
    print("epochs %d, final loss %.4f" % (rounds, loss))


if __name__ == "__main__":
    main()
