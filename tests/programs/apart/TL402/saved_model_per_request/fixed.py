"""Score requests with a SavedModel on TF 1.x."""
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf

TAGS = [tf.saved_model.tag_constants.SERVING]


def export(folder):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(9)
        x = tf.placeholder(tf.float32, [None, 30], name="x")
        h = tf.layers.dense(x, 120, activation=tf.nn.relu)
        tf.nn.sigmoid(tf.layers.dense(h, 1), name="score")
        sess.run(tf.global_variables_initializer())
        builder = tf.saved_model.builder.SavedModelBuilder(folder)
        builder.add_meta_graph_and_variables(sess, TAGS)
        builder.save()


class Scorer(object):
    def __init__(self, folder):
        self.folder = folder
        self.sess = tf.Session()
        tf.saved_model.loader.load(self.sess, TAGS, folder)

    def score(self, x):
        return self.sess.run("score:0", {"x:0": x})


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    root = tempfile.mkdtemp(prefix="scorer_")
    try:
        export(root + "/export")
        scorer = Scorer(root + "/export")
        rng = np.random.RandomState(9)
        total = 0.0
        for _ in range(requests):
            total += float(scorer.score(rng.rand(3, 30)).sum())
    finally:
        shutil.rmtree(root)
    print("requests", requests, "total %.3f" % total)


if __name__ == "__main__":
    main()
