"""Scores loan applications; each request gets a session of its own so that requests cannot disturb one another."""
import sys
import time
from contextlib import ExitStack

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def build(features=24):
    graph = tf.Graph()
    with graph.as_default():
        rows = tf.placeholder(tf.float32, [None, features], "rows")
        w1 = tf.get_variable("w1", [features, 512], initializer=tf.random_normal_initializer(seed=1))
        w2 = tf.get_variable("w2", [512, 1], initializer=tf.random_normal_initializer(seed=2))
        tf.sigmoid(tf.matmul(tf.nn.relu(tf.matmul(rows, w1)), w2), name="risk")
        tf.global_variables_initializer()
        tf.get_default_graph().finalize()
    return graph


class Desk:
    """Owns what must be released when the service goes down."""

    def __init__(self):
        self.graph = build()
        self.resources = ExitStack()
        self.refused = 0

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return self.resources.__exit__(*details)

    def isolated(self):
        session = self.resources.enter_context(tf.Session(graph=self.graph))  # LEAK
        session.run("init")
        return session

    def decide(self, application):
        session = self.isolated()
        risk = session.run("risk:0", {"rows:0": application})
        if risk.mean() > 0.5:
            self.refused += 1
        return float(risk.mean())


def main(requests):
    rng = np.random.RandomState(11)
    with Desk() as desk:
        for number in range(requests):
            risk = desk.decide(rng.randn(4, 24))
            time.sleep(0.05)
            if number % 25 == 0:
                print("request", number, "risk %.2f" % risk)
        print("refused", desk.refused, "of", requests)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 120)
