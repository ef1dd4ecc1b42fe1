"""Self-supervised pre-training with an augmentation curriculum."""
import math
import sys
from typing import NamedTuple

import numpy as np
import tensorflow as tf
from augment import jitter, mixup, normalise


class AugmentConfig(NamedTuple):
    strength: float
    mix: float
    flip: bool = True


class Projector(tf.Module):
    def __init__(self, rng):
        super().__init__()
        shapes = [(3, 3, 3, 24), (3, 3, 24, 48), (3, 3, 48, 48)]
        self.convs = [tf.Variable(rng.normal(0, 0.1, s).astype("f4")) for s in shapes]
        self.out = tf.Variable(rng.normal(0, 0.1, (48, 32)).astype("f4"))

    def __call__(self, x):
        for k in self.convs:
            x = tf.nn.relu(tf.nn.conv2d(x, k, 2, "SAME"))
        return tf.math.l2_normalize(tf.reduce_mean(x, [1, 2]) @ self.out, axis=-1)


class Pretrainer:
    def __init__(self, total, seed=2):
        self.rng = np.random.RandomState(seed)
        self.net = Projector(self.rng)
        self.total = total
        self.lr = tf.constant(0.05)

    def config(self, step):
        progress = step / self.total
        ramp = 0.5 * (1 - math.cos(math.pi * progress))
        return AugmentConfig(strength=tf.constant(0.8 * ramp), mix=tf.constant(0.3 * ramp))

    @tf.function
    def train_step(self, images, seed, cfg):
        x = normalise(images)
        a = jitter(x, seed, cfg.strength)
        b = mixup(jitter(x, seed + 1, cfg.strength), cfg.mix)
        if cfg.flip:
            b = tf.reverse(b, axis=[2])
        with tf.GradientTape() as tape:
            za, zb = self.net(a), self.net(b)
            logits = tf.matmul(za, zb, transpose_b=True) * 8.0
            labels = tf.range(tf.shape(images)[0])
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
        variables = self.net.trainable_variables
        for v, g in zip(variables, tape.gradient(loss, variables)):
            v.assign_sub(self.lr * g)
        return loss

    def run(self):
        losses = []
        for step in range(self.total):
            images = self.rng.rand(80, 64, 64, 3).astype("f4")
            seed = tf.constant([step, 7], tf.int32)
            loss = self.train_step(tf.constant(images), seed, self.config(step))
            losses.append(float(loss))
        return losses


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    losses = Pretrainer(steps).run()
    print("steps", steps, "first %.1f" % losses[0], "last %.1f" % np.mean(losses[-5:]))
