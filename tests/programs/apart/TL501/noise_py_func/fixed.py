"""Denoising autoencoder: the noise is applied by a NumPy function (TensorFlow 1)."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 300
SIDE = 28


def corrupt(noise, pictures):
    start = np.random.randint(0, len(noise) - len(pictures))
    return (pictures + noise[start:start + len(pictures)]).astype(np.float32)


class Denoiser(object):
    def __init__(self):
        self.clean = tf.placeholder(tf.float32, [None, SIDE * SIDE])
        self.dirty = tf.placeholder(tf.float32, [None, SIDE * SIDE])
        hidden = tf.layers.dense(self.dirty, 64, tf.nn.relu)
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, SIDE * SIDE) - self.clean))
        self.train = tf.train.AdamOptimizer(1e-3).minimize(self.loss)


class Corruption(object):
    def __init__(self, model):
        self.model = model
        self.noise = None
        self.op = tf.py_func(self.step, [model.clean], tf.float32, stateful=True)

    def renew(self, noise):
        self.noise = noise

    def step(self, pictures):
        return corrupt(self.noise, pictures)

    def apply(self, session, pictures):
        return session.run(self.op, {self.model.clean: pictures})


def main():
    rng = np.random.RandomState(1)
    model = Denoiser()
    corruption = Corruption(model)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for epoch in range(ROUNDS):
            noise = rng.normal(scale=0.3, size=(100, SIDE * SIDE)).astype(np.float32)
            corruption.renew(noise)
            for _ in range(14):
                clean = rng.uniform(size=(32, SIDE * SIDE)).astype(np.float32)
                feed = {model.clean: clean, model.dirty: corruption.apply(session, clean)}
                loss, _ = session.run([model.loss, model.train], feed)
            if epoch % 60 == 0:
                print("epoch", epoch, "loss %.4f" % loss)


if __name__ == "__main__":
    main()
