"""Nearest neighbours in an embedding table, ported from an old graph-mode script."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

QUERIES = 220


class Index:
    def __init__(self, rows, width):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.table = tf.get_variable("table", (rows, width), initializer=tf.random_normal_initializer())
            self.start = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)
        self.session.run(self.start)

    def nearest(self, query, count):
        with self.graph.as_default():
            similarity = tf.matmul(query, self.table, transpose_b=True)  # LEAK
            return self.session.run(tf.nn.top_k(similarity, count).indices)  # LEAK


def main():
    index = Index(16000, 256)
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(QUERIES):
        query = rng.normal(size=(48, 256)).astype("float32")
        seen.update(index.nearest(query, 5).ravel().tolist())
    print("rows found", len(seen))


main()
