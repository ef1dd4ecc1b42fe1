"""Reptile meta-learning on sinusoid regression."""
import argparse
import math

import numpy as np
import tensorflow as tf


class SineTask:
    """One regression task: y = amplitude * sin(x * freq + phase)."""

    def __init__(self, rng):
        self.amplitude = tf.constant(rng.uniform(0.5, 3.0), tf.float32)
        self.phase = tf.constant(rng.uniform(0, math.pi), tf.float32)
        self.freq = tf.constant(rng.uniform(0.8, 1.2), tf.float32)

    def targets(self, x):
        return self.amplitude * tf.sin(x * self.freq + self.phase)

    def as_tensors(self):
        return self.amplitude, self.phase, self.freq


class TensorTask:
    def __init__(self, tensors):
        self.amplitude, self.phase, self.freq = tensors

    targets = SineTask.targets


class Regressor(tf.Module):
    def __init__(self, hidden=384, seed=4):
        super().__init__()
        rng = np.random.RandomState(seed)

        def weight(a, b):
            return tf.Variable((rng.randn(a, b) * (1.0 / a) ** 0.5).astype("float32"))

        self.layers = [weight(1, hidden), weight(hidden, hidden), weight(hidden, hidden), weight(hidden, 1)]
        self.biases = [tf.Variable(tf.zeros([w.shape[1]])) for w in self.layers]

    def __call__(self, x):
        for w, b in zip(self.layers[:-1], self.biases[:-1]):
            x = tf.nn.tanh(x @ w + b)
        return x @ self.layers[-1] + self.biases[-1]


class Reptile:
    def __init__(self, model, inner_lr=0.01, inner_steps=24, meta_lr=0.3):
        self.model = model
        self.inner_lr = inner_lr
        self.inner_steps = inner_steps
        self.meta_lr = meta_lr

    @tf.function
    def inner_step(self, params, x):
        task = TensorTask(params)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - task.targets(x)))
        variables = self.model.trainable_variables
        grads, _ = tf.clip_by_global_norm(tape.gradient(loss, variables), 5.0)
        for v, g in zip(variables, grads):
            v.assign_sub(self.inner_lr * g)
        return loss

    def adapt(self, task, rng):
        before = [tf.identity(v) for v in self.model.trainable_variables]
        for _ in range(self.inner_steps):
            x = tf.constant(rng.uniform(-5, 5, (256, 1)), tf.float32)
            loss = self.inner_step(task.as_tensors(), x)
        for v, old in zip(self.model.trainable_variables, before):
            v.assign(old + self.meta_lr * (v - old))
        return float(loss)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", type=int, nargs="?", default=80)
    args = parser.parse_args()
    rng = np.random.RandomState(0)
    learner = Reptile(Regressor())
    history = np.zeros(args.tasks)
    for i in range(args.tasks):
        history[i] = learner.adapt(SineTask(rng), rng)
    print("adapted to %d tasks" % args.tasks)
    print("finite:", bool(np.isfinite(history).all()))


if __name__ == "__main__":
    main()
