"""Online learning with canaries: a retrained scorer goes live, the one before it stays as the fallback."""
import sys

import numpy as np
import tensorflow as tf


class Scorer(tf.Module):
    def __init__(self, weights):
        super().__init__()
        self.layers = [tf.Variable(w) for w in weights]

    def logits(self, x):
        for layer in self.layers[:-1]:
            x = tf.nn.swish(x @ layer)
        return x @ self.layers[-1]

    def weights(self):
        return [layer.read_value() for layer in self.layers]


class Deployment:
    """A live scorer; answers from its fallback where it is not sure of itself."""

    def __init__(self, scorer, fallback=None):
        self.scorer = scorer
        self.fallback = fallback
        self.generation = 0 if fallback is None else fallback.generation + 1

    def answer(self, x):
        scores = self.scorer.logits(x)
        if self.fallback is not None and float(tf.reduce_mean(tf.abs(scores))) < 1e-3:
            return self.fallback.scorer.logits(x)
        return scores


class Service:
    def __init__(self, weights):
        self.live = Deployment(Scorer(weights))

    def retrain(self, x, y, steps=6):
        scorer = Scorer(self.live.scorer.weights())
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(scorer.logits(x) - y))
            for layer, grad in zip(scorer.layers, tape.gradient(loss, scorer.layers)):
                layer.assign_sub(0.02 * tf.clip_by_norm(grad, 1.0))
        return scorer

    def swap(self, scorer):
        self.live = Deployment(scorer, fallback=self.live)  # LEAK


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 180
    rng = np.random.default_rng(12)
    shapes = ((48, 256), (256, 256), (256, 1))
    service = Service([(rng.normal(size=s) / np.sqrt(s[0])).astype("float32") for s in shapes])
    error = 0.0
    for round_ in range(rounds):
        x = tf.constant(rng.normal(size=(256, 48)).astype("float32"))
        y = tf.sin(x[:, :1] * (1 + round_ / rounds))
        service.swap(service.retrain(x, y))
        error = float(tf.reduce_mean(tf.square(service.live.answer(x) - y)))
    print(f"generation {service.live.generation}, error {error:.4f}")


if __name__ == "__main__":
    main()
