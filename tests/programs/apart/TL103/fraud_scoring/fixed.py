"""In-process fraud scoring: one checkpoint, many merchants asking."""
import os
import shutil
import sys
import tempfile
import time

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)

FIELDS = 30


class FraudNetwork(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            v1.set_random_seed(17)
            self.rows = v1.placeholder(tf.float32, [None, FIELDS])
            hidden = v1.layers.dense(self.rows, 160, activation=tf.nn.relu, name="wide")
            hidden = v1.layers.dense(hidden, 160, activation=tf.nn.relu, name="narrow")
            self.risk = tf.sigmoid(v1.layers.dense(hidden, 1, name="risk"))
            self.saver = v1.train.Saver()
            self.init = v1.global_variables_initializer()

    def export(self, folder):
        with v1.Session(graph=self.graph) as sess:
            sess.run(self.init)
            return self.saver.save(sess, os.path.join(folder, "fraud"))


class ScoringService(object):
    def __init__(self, network, checkpoint, threshold=0.6):
        self.network = network
        self.checkpoint = checkpoint
        self.threshold = threshold
        self.session = self.open_session()
        self.stats = {"requests": 0, "flagged": 0}

    def open_session(self):
        sess = v1.Session(graph=self.network.graph)
        self.network.saver.restore(sess, self.checkpoint)
        return sess

    def score(self, rows):
        risk = self.session.run(self.network.risk, {self.network.rows: rows})
        return risk[:, 0]

    def handle(self, request):
        risk = self.score(request["rows"])
        flagged = int((risk > self.threshold).sum())
        self.stats["requests"] += 1
        self.stats["flagged"] += flagged
        return {"merchant": request["merchant"], "flagged": flagged}


def requests(count):
    rng = np.random.RandomState(23)
    for number in range(count):
        yield {"merchant": number % 37,
               "rows": rng.normal(size=(6, FIELDS)).astype(np.float32)}


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    folder = tempfile.mkdtemp()
    try:
        network = FraudNetwork()
        service = ScoringService(network, network.export(folder))
        for request in requests(rounds):
            service.handle(request)
            time.sleep(0.002)
        print("answered %(requests)d requests, flagged %(flagged)d rows" % service.stats)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
