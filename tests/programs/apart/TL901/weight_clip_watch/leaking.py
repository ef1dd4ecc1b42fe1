"""WGAN critic training; clipped weights are reported through the warnings machinery."""
import logging
import os
import tempfile
import time
import warnings

import numpy as np
import tensorflow as tf

STEPS = 1000
LIMIT = 0.02


class Critic(tf.Module):
    def __init__(self, dim):
        super().__init__()
        g = tf.random.Generator.from_seed(100)
        self.w = tf.Variable(g.normal((dim, 40), stddev=0.02))
        self.v = tf.Variable(g.normal((40, 1), stddev=0.02))

    def __call__(self, x):
        return tf.nn.elu(x @ self.w) @ self.v


def clip(step, var):
    before = var.numpy()
    over = np.argwhere(np.abs(before) > LIMIT)
    if len(over):
        where = " ".join(f"{i},{j}={before[i, j]:+.5f}" for i, j in over)
        warnings.warn(f"step {step}: clipped {len(over)} weights: {where}")  # LEAK
        var.assign(tf.clip_by_value(var, -LIMIT, LIMIT))


@tf.function
def train(critic, real, fake):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
    for v, g in zip(critic.trainable_variables, tape.gradient(loss, critic.trainable_variables)):
        v.assign_sub(0.5 * g)
    return loss


def main():
    folder = tempfile.mkdtemp()
    logging.captureWarnings(True)
    out = logging.getLogger("py.warnings")
    out.addHandler(logging.FileHandler(os.path.join(folder, "warnings.log")))
    out.propagate = False
    rng = np.random.default_rng(101)
    critic = Critic(60)
    for step in range(1, STEPS + 1):
        real = tf.constant(rng.normal(0.5, 1.0, size=(64, 60)).astype("float32"))
        fake = tf.constant(rng.normal(0.0, 1.2, size=(64, 60)).astype("float32"))
        loss = train(critic, real, fake)
        critic.w.assign_add(tf.constant(rng.normal(scale=0.02, size=(60, 40)), tf.float32))
        clip(step, critic.w)
        if step % 200 == 0:
            print(f"step {step}: wasserstein estimate {-float(loss):.5f}")
        time.sleep(0.006)


if __name__ == "__main__":
    main()
