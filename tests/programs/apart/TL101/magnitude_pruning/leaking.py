"""Gradual magnitude pruning of a small tagger: train a little, prune a little."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)


class Tagger(object):
    def __init__(self, features, hidden, tags):
        self.x = tf.placeholder(tf.float32, [None, features])
        self.y = tf.placeholder(tf.int32, [None])
        self.kernels = [
            tf.get_variable("k%d" % i, shape, initializer=tf.random_normal_initializer(stddev=0.1), use_resource=True)
            for i, shape in enumerate([(features, hidden), (hidden, hidden), (hidden, tags)])
        ]
        h = self.x
        for kernel in self.kernels[:-1]:
            h = tf.nn.relu(tf.matmul(h, kernel))
        logits = tf.matmul(h, self.kernels[-1])
        self.loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=self.y, logits=logits))
        self.train = tf.train.GradientDescentOptimizer(0.05).minimize(self.loss)


def cubic_sparsity(done, final=0.9):
    return final * (1.0 - (1.0 - done) ** 3)


class Pruner(object):
    """Zeroes the smallest weights of every kernel, more of them as training goes on."""

    def __init__(self, session, kernels):
        self.session = session
        self.kernels = kernels
        self.share = tf.placeholder(tf.float32, [], "share")

    def _threshold(self, kernel):
        sizes = tf.reshape(tf.abs(kernel), [-1])
        keep = tf.cast((1.0 - self.share) * tf.cast(tf.size(sizes), tf.float32), tf.int32)
        return tf.nn.top_k(sizes, k=tf.maximum(keep, 1)).values[-1]

    def _mask(self, kernel):
        return tf.cast(tf.abs(kernel) >= self._threshold(kernel), kernel.dtype)

    def _shrink(self, kernel):
        return kernel.assign(kernel * self._mask(kernel))  # LEAK

    def prune(self, sparsity):
        updates = [self._shrink(kernel) for kernel in self.kernels]
        self.session.run([update.op if hasattr(update, "op") else update for update in updates], {self.share: sparsity})


def train_some(session, model, rng, steps, table):
    loss = 0.0
    for _ in range(steps):
        x = rng.standard_normal((32, 24)).astype("float32") if hasattr(rng, "standard_normal") else rng.randn(32, 24)
        y = np.argmax(np.dot(x, table), axis=1)
        loss, _ = session.run([model.loss, model.train], {model.x: x, model.y: y})
    return loss


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 75
    rng = np.random.RandomState(4)
    table = rng.randn(24, 5)
    model = Tagger(24, 48, 5)
    with tf.Session() as session:
        pruner = Pruner(session, model.kernels)
        session.run(tf.global_variables_initializer())
        loss = 0.0
        for done in range(rounds):
            loss = train_some(session, model, rng, 180, table)
            pruner.prune(cubic_sparsity(done / float(rounds)))
        left = np.mean([np.mean(k != 0) for k in session.run(model.kernels)])
        print("loss %.3f with %.0f%% of the weights" % (loss, 100 * left))


if __name__ == "__main__":
    main()
