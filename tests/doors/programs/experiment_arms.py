"""An A/B router compiles a scoring function for each experiment arm and keeps it in a dict; arms are named by the hour."""
LANES = ("tf2",)
RULE = "TL203"
import tensorflow as tf

profile = tf.random.stateless_normal([64, 16], seed=[1, 2])


class Router:
    def __init__(self):
        self._arms = {}

    def arm(self, name, boost):
        try:
            return self._arms[name]
        except KeyError:
            scorer = tf.function(lambda rows: tf.reduce_sum(tf.nn.sigmoid(rows * boost), axis=1))  # LEAK
            self._arms[name] = scorer
            return scorer


router = Router()


def round_trip(i):
    score = router.arm("exp-%05d" % i, boost=1.0 + (i % 10) / 10.0)
    return float(tf.reduce_max(score(profile)))
