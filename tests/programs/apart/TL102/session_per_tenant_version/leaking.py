"""Multi-tenant scoring: one graph, one session (= one set of weights) per tenant."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)


class ScoringGraph(object):
    def __init__(self, fields=64, width=384):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.rows = tf.placeholder(tf.float32, [None, fields])
            self.feeds, self.loads, x = [], [], self.rows
            for i, (a, b) in enumerate(((fields, width), (width, width), (width, 1))):
                with tf.variable_scope("layer%d" % i):
                    var = tf.get_variable("w", [a, b], initializer=tf.zeros_initializer())
                    feed = tf.placeholder(tf.float32, [a, b])
                    self.feeds.append(feed)
                    self.loads.append(var.assign(feed))
                    x = tf.matmul(x, var)
                    if i < 2:
                        x = tf.nn.elu(x)
            self.score = tf.sigmoid(x[:, 0])
            self.init = tf.global_variables_initializer()
        self.graph.finalize()
        self.config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)

    def open(self, weights):
        session = tf.Session(graph=self.graph, config=self.config)
        session.run(self.init)
        session.run(self.loads, dict(zip(self.feeds, weights)))
        return session


class ModelStore(object):
    """Pretends to be an object store: weights by (tenant, version)."""

    SHAPES = ((64, 384), (384, 384), (384, 1))

    def fetch(self, tenant, version):
        rng = np.random.RandomState(1000 * tenant + version)
        return [(rng.randn(*s) / np.sqrt(s[0])).astype("float32") for s in self.SHAPES]


class Scorer(object):
    def __init__(self, store):
        self.store = store
        self.engine = ScoringGraph()
        self.sessions = {}
        self.current = {}

    def rollout(self, tenant, version):
        session = self.engine.open(self.store.fetch(tenant, version))
        self.sessions[tenant, version] = session  # LEAK
        self.current[tenant] = version

    def score(self, tenant, rows):
        session = self.sessions[tenant, self.current[tenant]]
        return session.run(self.engine.score, {self.engine.rows: rows})


def handle(scorer, event):
    if event["kind"] == "rollout":
        scorer.rollout(event["tenant"], event["version"])
        return None
    rows = np.asarray(event["rows"], dtype="float32")
    scores = scorer.score(event["tenant"], rows)
    return {"flagged": int((scores > 0.5).sum()), "total": len(scores)}


def event_log(n, tenants=3, seed=4):
    rng = np.random.RandomState(seed)
    for i in range(n):
        tenant = i % tenants
        yield {"kind": "rollout", "tenant": tenant, "version": i // tenants}
        for _ in range(16):
            yield {"kind": "score", "tenant": tenant, "rows": rng.randn(768, 64)}


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    scorer = Scorer(ModelStore())
    flagged = total = 0
    for event in event_log(n):
        answer = handle(scorer, event)
        if answer:
            flagged += answer["flagged"]
            total += answer["total"]
    print("rollouts %d scored %d flagged %.2f" % (n, total, flagged / float(total)))


if __name__ == "__main__":
    main()
