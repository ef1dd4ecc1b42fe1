"""Cross-validation of a small spectrogram classifier, with activation taps."""
import sys

import numpy as np
import tensorflow as tf

import net
from net import TAPS, tap


def spectrograms(n, seed=77):
    rng = np.random.RandomState(seed)
    t = np.linspace(0, 1, 64)
    y = rng.randint(0, 4, n)
    x = rng.randn(n, 64, 32) * 0.7
    x[:, :, :4] += np.sin(2 * np.pi * (y[:, None] + 1) * t)[:, :, None]
    return x.astype("float32"), y.astype("int32")


class Fold:
    """One split: its own weights, its own compiled step."""

    def __init__(self, index, x, y, lr=0.3):
        rng = np.random.RandomState(index)
        order = rng.permutation(len(x))
        cut = int(len(x) * 0.8)
        self.train, self.held = order[:cut], order[cut:]
        self.x, self.y, self.lr = x, y, lr
        self.params = net.init(rng)
        window = np.hanning(64).astype("float32")
        basis = np.cos(np.outer(np.arange(64), np.arange(512) / 8 + index * 0.01)).astype("float32") / 8

        def step(xb, yb):
            spec = tf.einsum("btf,ts->bsf", xb * tf.constant(window)[:, None], tf.constant(basis))
            spec = tf.reduce_max(tf.reshape(spec, [-1, 64, 8, 32]), axis=2)
            with tf.GradientTape() as tape:
                hidden = net.hidden(self.params, spec, tap)
                logits = net.logits(self.params, hidden)
                loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(yb, logits))
            for p, g in zip(self.params, tape.gradient(loss, self.params)):
                p.assign_sub(self.lr * g)
            return loss, logits

        self.step = tf.function(step)

    def run(self, epochs=2, batch=32):
        hits = 0
        for _ in range(epochs):
            for i in range(0, len(self.train), batch):
                rows = self.train[i:i + batch]
                _, logits = self.step(self.x[rows], self.y[rows])
                hits += int(np.sum(np.argmax(logits, 1) == self.y[rows]))
        return hits / float(epochs * len(self.train))


def main():
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    x, y = spectrograms(480)
    scores = []
    for i in range(repeats):
        scores.append(Fold(i, x, y).run())
    print("folds", repeats, "scored:", bool(0 < np.mean(scores) < 1), "taps per step", min(len(TAPS), 3))


if __name__ == "__main__":
    main()
