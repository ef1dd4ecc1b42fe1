"""Dead units: finds layers whose units stay silent, over many small random initialisations."""
import sys

import tensorflow as tf


class ActivationTracker:
    """Collects the activations of one trial."""

    def __init__(self, threshold, activations=[]):
        self.threshold = threshold
        self.activations = activations

    def __call__(self, tensor):
        self.activations.append(tensor)  # LEAK
        return tensor

    def silent(self, last):
        return sum(float(tf.reduce_mean(tf.cast(a < self.threshold, tf.float32))) for a in self.activations[-last:])


def trial(rows, seed, track):
    hidden = rows
    for layer in range(3):
        weights = tf.random.stateless_normal((96, 96), seed=(seed, layer), stddev=0.15)
        hidden = track(tf.nn.relu(hidden @ weights))  # LEAK
    return track.silent(last=3)


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 3200
    rows = tf.random.stateless_normal((32, 96), seed=(1, 2))
    most = 0.0
    for seed in range(trials):
        most = max(most, trial(rows, seed, ActivationTracker(threshold=1e-3)))
    print(f"{trials} trials, most silent layers {most:.3f}")


if __name__ == "__main__":
    main()
