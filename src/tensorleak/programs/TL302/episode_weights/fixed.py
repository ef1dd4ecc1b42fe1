"""Meta-learning: a module adapts a copy of its weights to every episode."""
import sys

import numpy as np
import tensorflow as tf


class FastAdapter(tf.Module):
    """Slow weights plus the weights adapted to an episode."""

    def __init__(self, width):
        super().__init__(name="adapter")
        self.slow = tf.Variable(tf.zeros([width, width]), name="slow")
        self.fast = tf.Variable(tf.zeros([width, width]), trainable=False, name="fast")

    def begin_episode(self):
        self.fast.assign(self.slow)
        return self.fast

    def adapt(self, adapted, x, y, rate=0.2):
        error = tf.matmul(x, adapted) - y
        adapted.assign_sub(rate * tf.matmul(x, error, transpose_a=True) / x.shape[0])
        return tf.reduce_mean(tf.square(error))

    def end_episode(self, adapted):
        self.slow.assign(0.9 * self.slow + 0.1 * adapted)


def episode(number, width):
    rng = np.random.default_rng(number)
    task = rng.normal(size=(width, width)) / width
    for _ in range(4):
        x = rng.normal(size=(256, width))
        yield tf.constant(x, tf.float32), tf.constant(x @ task, tf.float32)


def main(width=128):
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    adapter = FastAdapter(width)
    for number in range(episodes):
        adapted = adapter.begin_episode()
        for x, y in episode(number, width):
            loss = adapter.adapt(adapted, x, y)
        adapter.end_episode(adapted)
    print(f"{episodes} episodes, last loss {float(loss):.6f}")


if __name__ == "__main__":
    main()
