"""Training with an evaluation that writes its own summaries from inside a tf.function."""
import argparse
import tempfile

import numpy as np
import tensorflow as tf


class Regressor(tf.Module):
    def __init__(self, width, units):
        super().__init__()
        shapes = [(width, units), (units, units), (units, units), (units, 1)]
        self.kernels = [
            tf.Variable(tf.random.stateless_normal(shape, seed=(number, 0), stddev=0.1))
            for number, shape in enumerate(shapes)
        ]

    def __call__(self, x):
        for kernel in self.kernels[:-1]:
            x = tf.nn.gelu(tf.matmul(x, kernel))
        return tf.matmul(x, self.kernels[-1])


class Experiment:
    def __init__(self, model, writer, x, y):
        self.model, self.writer = model, writer
        self.x, self.y = tf.constant(x), tf.constant(y)

    @tf.function
    def train_step(self, rate):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(self.x) - self.y))
        variables = self.model.trainable_variables
        for gradient, variable in zip(tape.gradient(loss, variables), variables):
            variable.assign_sub(rate * gradient)
        return loss

    @tf.function
    def evaluate(self, epoch):
        errors = tf.abs(self.model(self.x) - self.y)
        with self.writer.as_default():
            tf.summary.write("error/mean", tf.reduce_mean(errors), step=epoch)
            tf.summary.write("error/max", tf.reduce_max(errors), step=epoch)
            for kernel in self.model.kernels:
                tf.summary.write("norm", tf.norm(kernel), step=epoch)
        return tf.reduce_mean(errors)


class Runner:
    def __init__(self, experiment, rate):
        self.experiment = experiment
        self.rate = tf.constant(rate)

    def epoch(self, number, steps=10):
        for _ in range(steps):
            self.experiment.train_step(self.rate)
        return float(self.experiment.evaluate(number))  # LEAK

    def run(self, epochs):
        return [self.epoch(number) for number in range(epochs)][-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=100)
    args = parser.parse_args()
    rng = np.random.default_rng(33)
    x = rng.normal(size=(256, 20)).astype(np.float32)
    y = np.sin(x[:, :1] + x[:, 1:2]).astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)
        error = Runner(Experiment(Regressor(20, 48), writer, x, y), 0.05).run(args.epochs)
    print(f"error {error:.4f}")


if __name__ == "__main__":
    main()
