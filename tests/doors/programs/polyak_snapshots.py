"""Target network updates that make a new tf.Variable for each averaged copy and keep the copies in a list."""
LANES = ("tf2",)
RULE = "TL302"
import tensorflow as tf


class TargetNetwork:
    def __init__(self, online, tau=0.05):
        self.online = online
        self.tau = tau
        self.copies = [tf.Variable(online, trainable=False)]

    def update(self):
        mixed = self.tau * self.online + (1.0 - self.tau) * self.copies[-1]
        fresh = tf.Variable(mixed, trainable=False)  # LEAK
        self.copies.append(fresh)

    def q(self, state):
        return tf.linalg.matvec(self.copies[-1], state, transpose_a=True)


online = tf.Variable(tf.random.stateless_normal([64, 40], seed=[1, 1]))
target = TargetNetwork(online)


def round_trip(i):
    state = tf.random.stateless_normal([64], seed=[i, 3])
    best = tf.reduce_max(target.q(state))
    online.assign_add(0.001 * tf.ones_like(online) * best)
    online.assign(tf.clip_by_value(online, -3.0, 3.0))
    target.update()
