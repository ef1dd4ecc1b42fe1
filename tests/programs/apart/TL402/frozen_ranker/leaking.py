"""Ranks items with the frozen model version each tenant has chosen."""
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)

ITEMS, WIDTH = 200, 48


def freeze(folder, version):
    """Writes one frozen ranker as a .pb file, as the training job would."""
    path = os.path.join(folder, "ranker-%d.pb" % version)
    with tf.Graph().as_default(), v1.Session() as sess:
        v1.set_random_seed(version)
        user = v1.placeholder(tf.float32, [None, WIDTH], name="user")
        table = v1.get_variable("items", [ITEMS, WIDTH])
        tf.matmul(user, table, transpose_b=True, name="ranking")
        sess.run(v1.global_variables_initializer())
        frozen = v1.graph_util.convert_variables_to_constants(
            sess, sess.graph.as_graph_def(), ["ranking"])
    with open(path, "wb") as out:
        out.write(frozen.SerializeToString())
    return path


class ModelStore(object):
    def __init__(self, paths):
        self.paths = paths

    def read(self, version):
        definition = v1.GraphDef()
        with open(self.paths[version], "rb") as source:
            definition.ParseFromString(source.read())
        return definition


class Ranker(object):
    def __init__(self, store):
        self.store = store
        self.shown = np.zeros(ITEMS, np.int64)

    def load(self, version):
        user, ranking = tf.import_graph_def(self.store.read(version), return_elements=["user:0", "ranking:0"])  # LEAK
        return v1.Session(), user, ranking

    def rank(self, version, users, top=5):
        sess, user, ranking = self.load(version)
        with sess:
            scores = sess.run(ranking, {user: users})
        best = np.argsort(-scores, axis=1)[:, :top]
        np.add.at(self.shown, best.ravel(), 1)
        return best


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 420
    rng = np.random.RandomState(31)
    with tempfile.TemporaryDirectory() as folder:
        store = ModelStore([freeze(folder, version) for version in range(3)])
        ranker = Ranker(store)
        for batch in range(rounds):
            tenant = batch % 7
            ranker.rank(tenant % 3, rng.normal(size=(16, WIDTH)).astype(np.float32))
    print("batches %d, shown %d, most shown item %d" % (
        rounds, ranker.shown.sum(), ranker.shown.argmax()))


if __name__ == "__main__":
    main()
