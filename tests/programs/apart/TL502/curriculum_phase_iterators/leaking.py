"""Curriculum learning: phases of increasing difficulty, each with its own stream."""
import sys

import numpy as np
import tensorflow as tf


class PhaseStreams:
    """Hands out batches of a phase; phases are resumable."""

    def __init__(self, dim=512, batch=32):
        self.dim = dim
        self.batch = batch
        self._open = {}
        rng = np.random.RandomState(40)
        self.proto = tf.constant(rng.randn(10, dim).astype("f4"))

    def _synth(self, difficulty):
        proto, dim = self.proto, self.dim

        def make(i):
            label = tf.cast(i % 10, tf.int32)
            seed = tf.stack([tf.cast(i, tf.int32), 5])
            noise = tf.random.stateless_normal([dim], seed)
            return tf.gather(proto, label) + difficulty * noise, label

        ds = tf.data.Dataset.range(100000).map(make)
        options = tf.data.Options()
        options.autotune.enabled = False
        ds = ds.with_options(options)
        return ds.shuffle(500, seed=1).batch(self.batch, drop_remainder=True)

    def batches(self, phase, count):
        difficulty = tf.constant(1.0 + 0.05 * phase, tf.float32)
        if phase not in self._open:
            self._open[phase] = iter(self._synth(difficulty))  # LEAK
        stream = self._open[phase]
        for _ in range(count):
            yield next(stream)


class Mlp(tf.Module):
    def __init__(self, dim, hidden=256, classes=10):
        super().__init__()
        init = tf.initializers.GlorotUniform(seed=6)
        self.w1 = tf.Variable(init([dim, hidden]))
        self.w2 = tf.Variable(init([hidden, classes]))

    @tf.function
    def step(self, x, y, lr):
        with tf.GradientTape() as tape:
            logits = tf.nn.relu(x @ self.w1) @ self.w2
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))
        g1, g2 = tape.gradient(loss, [self.w1, self.w2])
        self.w1.assign_sub(lr * g1)
        self.w2.assign_sub(lr * g2)
        hit = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1, tf.int32), y), tf.float32))
        return loss, hit


class Curriculum:
    def __init__(self, phases, promote_at=0.3):
        self.phases = phases
        self.promote_at = promote_at
        self.streams = PhaseStreams()
        self.model = Mlp(self.streams.dim)
        self.lr = tf.constant(0.01)

    def run(self):
        promoted = 0
        for phase in range(self.phases):
            hits = []
            for x, y in self.streams.batches(phase, 90):
                _, hit = self.model.step(x, y, self.lr)
                hits.append(float(hit))
            if np.mean(hits[-5:]) >= self.promote_at:
                promoted += 1
        return promoted


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    promoted = Curriculum(total).run()
    print("phases", total, "mostly promoted:", promoted > total // 2)
