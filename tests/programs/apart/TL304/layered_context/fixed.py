"""Ranking requests with layered settings: service defaults, tenant settings, and what the request adds."""
import collections
import sys
import time

import numpy as np
import tensorflow as tf

tf1 = tf.compat.v1


class Scorer(object):
    def __init__(self, items, width):
        self.graph = tf.Graph()
        with self.graph.as_default():
            rng = np.random.RandomState(1)
            catalogue = tf.constant(rng.randn(items, width).astype("float32"))
            self.query = tf1.placeholder(tf.float32, [None, width])
            self.sharpness = tf1.placeholder(tf.float32, [])
            scores = tf.matmul(self.query, catalogue, transpose_b=True)
            self.scores = tf.nn.softmax(self.sharpness * scores)
        self.session = tf1.Session(graph=self.graph)

    def __call__(self, query, sharpness):
        return self.session.run(self.scores, {self.query: query, self.sharpness: sharpness})


class Ranking(object):
    def __init__(self, scorer, **defaults):
        self.scorer = scorer
        self.context = collections.ChainMap(defaults)
        self.context = self.context.new_child({"scores": np.zeros((1, 1), "float32"), "tenant": "none"})

    def handle(self, tenant, query, **extra):
        scores = self.scorer(query, extra.get("sharpness", self.context["sharpness"]))
        layer = dict(extra, tenant=tenant, scores=scores)
        self.context = self.context.parents.new_child(layer)
        return self.answer()

    def answer(self):
        top = np.argsort(-self.context["scores"], axis=1)[:, :self.context["limit"]]
        return {"tenant": self.context["tenant"], "items": top}


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 2600
    rng = np.random.RandomState(4)
    service = Ranking(Scorer(items=1200, width=48), limit=10, sharpness=1.0)
    seen = collections.Counter()
    for number in range(requests):
        extra = {"sharpness": 2.0} if number % 3 == 0 else {}
        answer = service.handle("tenant-%d" % (number % 7), rng.randn(8, 48).astype("float32"), **extra)
        time.sleep(0.002)
        seen.update(answer["items"].ravel().tolist())
    print("%d requests, most shown item %d" % (requests, seen.most_common(1)[0][0]))


if __name__ == "__main__":
    main()
