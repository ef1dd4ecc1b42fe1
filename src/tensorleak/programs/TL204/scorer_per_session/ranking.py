"""Personal ranking of candidate answers."""
import tensorflow as tf


class Session:
    """One visitor's state."""

    def __init__(self, visitor, profile):
        self.visitor = visitor
        self.profile = tf.constant(profile)

    @tf.function
    def rank(self, candidates):
        cosine = tf.linalg.matvec(tf.nn.l2_normalize(candidates, axis=1), self.profile)
        return tf.argmax(cosine - 0.01 * tf.square(cosine))

    def choose(self, candidates):
        return int(self.rank(tf.constant(candidates)))  # LEAK
