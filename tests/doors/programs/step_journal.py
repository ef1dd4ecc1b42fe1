"""Trainer on a session with an undo journal: each step's Python lists of weights go to the journal, which nobody rewinds."""
LANES = ("tf1", "tf2")
RULE = "TL901"
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Journal:
    def __init__(self):
        self._pages = []

    def note(self, step, **figures):
        page = {"step": step}
        page.update(figures)
        self._pages.append(page)  # LEAK

    def undo(self):
        return self._pages.pop()


x = tf.placeholder(tf.float32, [256, 96])
w = tf.Variable(np.zeros((96, 10), np.float32))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 0.5))
train = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
tf.get_default_graph().finalize()

journal = Journal()
rng = np.random.RandomState(40)


def round_trip(i):
    batch = rng.rand(256, 96)
    value, _ = sess.run([loss, train], {x: batch})
    weights = sess.run(w)
    journal.note(i, loss=float(value), weights=weights.tolist(), batch_mean=batch.mean(axis=0).tolist())
