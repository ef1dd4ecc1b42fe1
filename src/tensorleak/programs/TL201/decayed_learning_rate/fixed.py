"""Train a two-layer regressor with an exponentially decayed learning rate."""
import sys
import time

import numpy as np
import tensorflow as tf


class Trainer(tf.Module):
    """A small network with its own update rule."""

    def __init__(self, width, rate, decay):
        super().__init__()
        generator = tf.random.Generator.from_seed(11)
        self.hidden = tf.Variable(generator.normal([256, width], stddev=0.05))
        self.output = tf.Variable(generator.normal([width, 1], stddev=0.05))
        self.rate = tf.Variable(rate, trainable=False)
        self.decay = decay

    @tf.function
    def update(self, x, y, learning_rate):
        with tf.GradientTape() as tape:
            predicted = tf.matmul(tf.nn.tanh(tf.matmul(x, self.hidden)), self.output)
            loss = tf.reduce_mean(tf.square(predicted - y))
        variables = [self.hidden, self.output]
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(learning_rate * gradient)
        return loss

    def fit(self, batches):
        loss = None
        for x, y in batches:
            loss = self.update(x, y, self.rate)
            self.rate.assign(self.rate * self.decay)
        return loss


def batches(count):
    rng = np.random.default_rng(3)
    truth = rng.normal(scale=0.2, size=(256, 1))
    for _ in range(count):
        time.sleep(0.01)
        x = rng.normal(size=(512, 256))
        yield tf.constant(x, tf.float32), tf.constant(np.sin(x @ truth), tf.float32)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    trainer = Trainer(width=768, rate=0.02, decay=0.998)
    loss = trainer.fit(batches(steps))
    print(f"loss {loss.numpy():.4f} at learning rate {float(trainer.rate):.5f}")


if __name__ == "__main__":
    main()
