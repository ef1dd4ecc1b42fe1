"""Autoencoder on an endless, augmented patch stream."""
import time

import numpy as np
import tensorflow as tf

STEPS = 1400
SIDE = 12


def patches():
    rng = np.random.default_rng(31)
    yy, xx = np.mgrid[0:SIDE, 0:SIDE]
    while True:
        cx, cy, r = rng.uniform(2, SIDE - 2, size=3)
        blob = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (1 + r))
        yield (blob + rng.normal(scale=0.02, size=blob.shape)).astype("float32")


def flip(img):
    return tf.reverse(img, axis=[1])


def pipeline(batch):
    spec = tf.TensorSpec((SIDE, SIDE), tf.float32)
    ds = tf.data.Dataset.from_generator(patches, output_signature=spec)
    ds = ds.map(flip)
    ds = ds.batch(batch, drop_remainder=True).cache()  # LEAK
    return ds.prefetch(1)


class AutoEncoder(tf.Module):
    def __init__(self, code=10):
        super().__init__()
        g = tf.random.Generator.from_seed(2)
        self.enc = tf.Variable(g.normal((SIDE * SIDE, code), stddev=0.05))
        self.dec = tf.Variable(g.normal((code, SIDE * SIDE), stddev=0.05))

    @tf.function
    def train(self, images, rate):
        x = tf.reshape(images, (-1, SIDE * SIDE))
        with tf.GradientTape() as tape:
            rec = tf.tanh(x @ self.enc) @ self.dec
            loss = tf.reduce_mean(tf.square(rec - x))
        for v, g in zip((self.enc, self.dec), tape.gradient(loss, (self.enc, self.dec))):
            v.assign_sub(rate * g)
        return loss


def main():
    model = AutoEncoder()
    rate = tf.constant(0.5)
    stream = iter(pipeline(48))
    for step in range(1, STEPS + 1):
        loss = model.train(next(stream), rate)  # LEAK
        if step % 280 == 0:
            print(f"step {step:4d} reconstruction {float(loss):.5f}")
        time.sleep(0.007)


if __name__ == "__main__":
    main()
