"""Audio pre-training: every epoch the clips are mixed with fresh background noise."""
import sys

import numpy as np
import tensorflow as tf

RATE, CLIP = 4000, 4000


class NoiseBank:
    """Draws the background table of an epoch (speakers x samples)."""

    def __init__(self, rows=40, seed=3):
        self.rows = rows
        self.rng = np.random.RandomState(seed)

    def draw(self):
        white = self.rng.randn(self.rows, CLIP).astype(np.float32)
        return 0.2 * (white + np.roll(white, 1, axis=1) + np.roll(white, 2, axis=1))


class ClipStore:
    def __init__(self, n=640, seed=9):
        rng = np.random.RandomState(seed)
        t = np.arange(CLIP) / RATE
        self.labels = rng.randint(0, 5, n)
        self.clips = np.sin(2 * np.pi * (200 + 150 * self.labels[:, None]) * t).astype(np.float32)
        self.base = tf.data.Dataset.from_tensor_slices((self.clips, self.labels.astype(np.int32)))

    def epoch(self, noise, batch=32):
        def mix(clip, label):
            row = (int(label) * 7 + int(abs(clip[10]) * 1000)) % len(noise)
            return clip + noise[row]

        def mapped(clip, label):
            noisy = tf.numpy_function(mix, [clip, label], tf.float32)  # LEAK
            noisy.set_shape([CLIP])
            return noisy, label

        return self.base.map(mapped).batch(batch)


class SpectralClassifier(tf.Module):
    def __init__(self, classes=5):
        super().__init__()
        self.w = tf.Variable(tf.zeros([129, classes]))
        self.b = tf.Variable(tf.zeros([classes]))

    @tf.function(reduce_retracing=True)
    def step(self, clips, labels):
        spec = tf.abs(tf.signal.stft(clips, 256, 32))
        feats = tf.math.log(tf.reduce_mean(spec, axis=1) + 1e-3)
        with tf.GradientTape() as tape:
            logits = feats @ self.w + self.b
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
        gw, gb = tape.gradient(loss, [self.w, self.b])
        self.w.assign_sub(0.05 * gw)
        self.b.assign_sub(0.05 * gb)
        return loss


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 70
    store, bank, model = ClipStore(), NoiseBank(), SpectralClassifier()
    for _ in range(epochs):
        noise = bank.draw()
        for clips, labels in store.epoch(noise):
            loss = model.step(clips, labels)
    print("epochs %d final loss %.2f" % (epochs, float(loss)))


if __name__ == "__main__":
    main()
