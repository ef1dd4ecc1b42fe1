"""Streaming regression: one source, trained on continuously, spot-checked from time to time."""
import itertools
import time

import numpy as np
import tensorflow as tf

STEPS = 1200
WIDTH = 64


def sensor_batches(seed):
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(WIDTH, 1)).astype("float32")
    while True:
        x = rng.normal(size=(96, WIDTH)).astype("float32")
        y = x @ truth + rng.normal(scale=0.05, size=(96, 1)).astype("float32")
        yield x, y


class Regressor(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.w = tf.Variable(tf.zeros((width, 1)))
        self.b = tf.Variable(0.0)

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(x @ self.w + self.b - y))
        gw, gb = tape.gradient(loss, [self.w, self.b])
        self.w.assign_sub(0.05 * gw)
        self.b.assign_sub(0.05 * gb)
        return loss

    @tf.function
    def score(self, x, y):
        return tf.reduce_mean(tf.abs(x @ self.w + self.b - y))


def run():
    model = Regressor(WIDTH)
    source = sensor_batches(7)
    train_feed, check_feed = itertools.tee(source)  # LEAK
    running = 0.0
    for step, (x, y) in enumerate(itertools.islice(train_feed, STEPS), 1):  # LEAK
        running += float(model.step(tf.constant(x), tf.constant(y)))
        if step % 40 == 0:
            cx, cy = next(check_feed)  # LEAK
            mae = float(model.score(tf.constant(cx), tf.constant(cy)))
            if step % 240 == 0:
                print(f"step {step:5d} loss {running / 40:.4f} mae {mae:.4f}")
            running = 0.0
        time.sleep(0.010)
    return model


if __name__ == "__main__":
    trained = run()
    print("norm", round(float(tf.norm(trained.w)), 4))
