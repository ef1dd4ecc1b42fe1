"""MonitoredSession training with a hook watching for dead units."""
import sys

import numpy as np
import tensorflow as tf

tf.logging.set_verbosity(tf.logging.ERROR)


class DeadUnitHook(tf.train.SessionRunHook):
    """Reports how many hidden units never fired during training."""

    def __init__(self, tensor_name, every=1):
        self._name = tensor_name
        self._every = every
        self._step = 0
        self.history = []
        self.fired = None
        self.report = None

    def begin(self):
        self._tensor = tf.get_default_graph().get_tensor_by_name(self._name)

    def before_run(self, run_context):
        self._step += 1
        if self._step % self._every == 0:
            return tf.train.SessionRunArgs(self._tensor)
        return None

    def after_run(self, run_context, run_values):
        if run_values.results is None:
            return
        active = run_values.results.max(axis=0) > 0
        self.fired = active if self.fired is None else self.fired | active
        self.history = [active.sum()]

    def end(self, session):
        self.report = int((~self.fired).sum())


class LossHook(tf.train.SessionRunHook):
    def __init__(self, loss):
        self.loss, self.mean, self.n = loss, 0.0, 0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.loss)

    def after_run(self, run_context, run_values):
        self.n += 1
        self.mean += (run_values.results - self.mean) / self.n


def build(batch=64, fields=80, hidden=512, seed=10):
    rng = np.random.RandomState(seed)
    tf.set_random_seed(seed)
    x = tf.placeholder(tf.float32, [batch, fields], name="x")
    y = tf.placeholder(tf.float32, [batch, 1], name="y")
    h = x
    for i in range(10):
        w = tf.get_variable("w%d" % i, initializer=(
            rng.randn(int(h.shape[1]), hidden) / np.sqrt(int(h.shape[1]))).astype("float32"))
        b = tf.get_variable("b%d" % i, initializer=rng.uniform(-9, 0, hidden).astype("float32"))
        h = tf.nn.relu(tf.matmul(h, w) + b, name="hidden%d" % i)
    out = tf.matmul(h, tf.get_variable("out", initializer=np.zeros((hidden, 1), "float32")))
    loss = tf.reduce_mean(tf.square(out - y), name="loss")
    step = tf.train.get_or_create_global_step()
    train = tf.train.GradientDescentOptimizer(1e-4).minimize(loss, global_step=step)
    return x, y, loss, train


def feed_stream(batch=64, fields=80, seed=1):
    rng = np.random.RandomState(seed)
    target = rng.randn(fields, 1)
    while True:
        x = rng.randn(batch, fields)
        yield x, x.dot(target) / 9


def main(steps):
    with tf.Graph().as_default():
        x, y, loss, train = build()
        dead, mean = DeadUnitHook("hidden0:0"), LossHook(loss)
        hooks = [dead, mean, tf.train.StopAtStepHook(num_steps=steps)]
        config = tf.ConfigProto(intra_op_parallelism_threads=1)
        with tf.train.SingularMonitoredSession(hooks=hooks, config=config) as session:
            for bx, by in feed_stream():
                if session.should_stop():
                    break
                session.run(train, {x: bx, y: by})
    print("steps %d mean loss %.1f dead units %d" % (steps, mean.mean, dead.report))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 850)
