"""Training on a click log that arrives in shards (graph mode, tf.data input)."""
import sys
import warnings

import numpy as np

warnings.filterwarnings("ignore")
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.logging.set_verbosity(tf.logging.ERROR)

FIELDS = 96


def read_shard(index, rows=1024):
    """Stands for parsing one CSV file of the click log."""
    rng = np.random.RandomState(index)
    x = rng.standard_normal((rows, FIELDS)).astype("float32")
    truth = np.random.RandomState(12345).standard_normal(FIELDS)
    y = (x.dot(truth) + rng.standard_normal(rows) > 0).astype("float32")
    return x, y


class ClickModel(object):
    """A wide-and-deep-ish classifier fed through a reinitialisable iterator."""

    def __init__(self, hidden=512, lr=0.05):
        types, shapes = (tf.float32, tf.float32), ([None, FIELDS], [None])
        self.iterator = tf.data.Iterator.from_structure(types, shapes)
        x, y = self.iterator.get_next()
        init = tf.random_normal_initializer(0, 0.05, seed=3)
        with tf.variable_scope("deep"):
            w1 = tf.get_variable("w1", [FIELDS, hidden], initializer=init)
            w2 = tf.get_variable("w2", [hidden, hidden], initializer=init)
            w3 = tf.get_variable("w3", [hidden, 1], initializer=init)
        with tf.variable_scope("wide"):
            w0 = tf.get_variable("w0", [FIELDS, 1], initializer=init)
        h = tf.nn.relu(tf.matmul(tf.nn.relu(tf.matmul(x, w1)), w2))
        logits = (tf.matmul(h, w3) + tf.matmul(x, w0))[:, 0]
        self.loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
        hits = tf.equal(logits > 0, y > 0.5)
        self.accuracy = tf.reduce_mean(tf.cast(hits, tf.float32))
        self.train = tf.train.GradientDescentOptimizer(lr).minimize(self.loss)


class ShardFeeder(object):
    def __init__(self, iterator, batch=64):
        self.iterator = iterator
        self.batch = batch
        self.x = tf.placeholder(tf.float32, [None, FIELDS])
        self.y = tf.placeholder(tf.float32, [None])
        ds = tf.data.Dataset.from_tensor_slices((self.x, self.y)).repeat(4).batch(self.batch)
        self.init = self.iterator.make_initializer(ds)

    def load(self, session, shard):
        session.run(self.init, {self.x: shard[0], self.y: shard[1]})


def main():
    shards = int(sys.argv[1]) if len(sys.argv) > 1 else 85
    model = ClickModel()
    feeder = ShardFeeder(model.iterator)
    config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=2)
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        recent = []
        for index in range(shards):
            feeder.load(session, read_shard(index))
            while True:
                try:
                    _, acc = session.run([model.train, model.accuracy])
                except tf.errors.OutOfRangeError:
                    break
                recent.append(acc)
            recent = recent[-50:]
    print("shards %d learning: %s" % (shards, bool(np.mean(recent) > 0.6)))


if __name__ == "__main__":
    main()
