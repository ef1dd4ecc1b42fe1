"""tf.distribute training with a warm-up schedule on a single device."""
import sys

import numpy as np
import tensorflow as tf


def learning_rate(step, warmup=50):
    if step < warmup:
        return 0.1 * (step + 1) / warmup
    return 0.1 * (warmup / (step + 1)) ** 0.5


class Trainer:
    def __init__(self, strategy):
        self.strategy = strategy
        with strategy.scope():
            self.w = tf.Variable(tf.zeros([16, 1]))
            self.m = tf.Variable(tf.zeros([16, 1]))

    def replica_step(self, x, y, step):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(x @ self.w - y))
        self.m.assign(0.9 * self.m + tape.gradient(loss, self.w))
        self.w.assign_sub(learning_rate(step) * self.m * 0.1)
        return loss

    @tf.function
    def train_step(self, x, y, step):
        losses = self.strategy.run(self.replica_step, args=(x, y, step))
        return self.strategy.reduce(tf.distribute.ReduceOp.MEAN, losses, axis=None)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    trainer = Trainer(tf.distribute.OneDeviceStrategy("/cpu:0"))
    rng = np.random.default_rng(0)
    for step in range(steps):
        x = tf.constant(rng.normal(size=(32, 16)), tf.float32)
        loss = trainer.train_step(x, tf.reduce_sum(x, 1, keepdims=True), step)  # LEAK
    print(f"steps {steps} loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
