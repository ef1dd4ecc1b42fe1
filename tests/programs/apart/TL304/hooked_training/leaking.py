"""MonitoredSession training with a hook that reports slow steps."""
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


class SlowStepHook(tf.train.SessionRunHook):
    """Marks the steps that took longer than a quantile of all steps."""

    def __init__(self, quantile):
        self.quantile = quantile
        self.steps = []

    def before_run(self, run_context):
        self._began = time.time()
        return None

    def after_run(self, run_context, run_values):
        took = time.time() - self._began
        self.steps.append((took, run_context))  # LEAK

    def end(self, session):
        times = np.array([t for t, _ in self.steps])
        limit = np.quantile(times, self.quantile)
        print("steps measured: %d, above the limit: %s" % (len(times), bool((times > limit).any())))


class LossHook(tf.train.SessionRunHook):
    def __init__(self, loss, every):
        self.loss, self.every, self.n = loss, every, 0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.loss)

    def after_run(self, run_context, run_values):
        self.n += 1
        if self.n % self.every == 0:
            print("step %d: loss %.4f" % (self.n, run_values.results))


def model(dim):
    x = tf.placeholder(tf.float32, (None, dim))
    y = tf.placeholder(tf.float32, (None,))
    w = tf.get_variable("w", (dim, 1), initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(
        labels=y, logits=tf.squeeze(tf.matmul(x, w), -1)))
    step = tf.train.get_or_create_global_step()
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    return x, y, loss, train


def main():
    rng = np.random.RandomState(33)
    truth = rng.normal(size=40)
    x, y, loss, train = model(40)
    hooks = [SlowStepHook(0.99), LossHook(loss, 220)]
    with tf.train.MonitoredSession(hooks=hooks) as sess:
        for _ in range(1100):
            bx = rng.normal(size=(100, 40)).astype(np.float32)
            sess.run(train, feed_dict={x: bx, y: (bx.dot(truth) > 0).astype(np.float32)})
            time.sleep(0.008)


if __name__ == "__main__":
    main()
