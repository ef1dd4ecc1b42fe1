"""A tiny prediction endpoint around a frozen graph."""
import json
import sys

import numpy as np
import tensorflow as tf


def freeze():
    """Train nothing, just produce a frozen GraphDef as a stand-in for a .pb file."""
    rng = np.random.RandomState(1)
    g = tf.Graph()
    with g.as_default():
        x = tf.placeholder(tf.float32, [None, 64], name="x")
        w1 = tf.constant(rng.normal(size=(64, 256)).astype(np.float32))
        w2 = tf.constant(rng.normal(size=(256, 5)).astype(np.float32))
        tf.nn.softmax(tf.matmul(tf.nn.relu(tf.matmul(x, w1)), w2), name="scores")
    return g.as_graph_def()


class Endpoint(object):
    def __init__(self, graph_def):
        self.graph_def = graph_def

    def post(self, body):
        features = np.array(json.loads(body)["features"], np.float32)
        graph = tf.Graph()
        with graph.as_default():
            tf.import_graph_def(self.graph_def, name="")
        sess = tf.InteractiveSession(graph=graph)  # LEAK
        scores = sess.run("scores:0", {"x:0": features})
        return json.dumps({"label": int(scores.mean(axis=0).argmax())})


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    endpoint = Endpoint(freeze())
    rng = np.random.RandomState(5)
    labels = [0] * 5
    for _ in range(requests):
        body = json.dumps({"features": rng.normal(size=(80, 64)).round(3).tolist()})
        labels[json.loads(endpoint.post(body))["label"]] += 1
    print("labels", labels)


if __name__ == "__main__":
    main()
