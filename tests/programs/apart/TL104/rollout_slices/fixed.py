"""PPO-like training: collect a rollout, shuffle it, take a few gradient steps on it (graph mode)."""
import argparse

import numpy as np
import tensorflow as tf

FEATURES = 32


class Policy(object):
    def __init__(self):
        self.states = tf.placeholder(tf.float32, [None, FEATURES])
        self.gains = tf.placeholder(tf.float32, [None])
        hidden = tf.layers.dense(self.states, 64, tf.tanh)
        logits = tf.layers.dense(hidden, 2)
        ratio = tf.exp(tf.nn.log_softmax(logits)[:, 0])
        clipped = tf.minimum(ratio * self.gains, tf.clip_by_value(ratio, 0.4, 0.6) * self.gains)
        self.loss = -tf.reduce_mean(clipped)
        self.train_op = tf.train.GradientDescentOptimizer(0.01).minimize(self.loss)


class Minibatches(object):
    """Shuffled minibatches of the current rollout."""

    def __init__(self, sess, batch):
        self.sess = sess
        self.rollout = (tf.placeholder(tf.float32, [None, FEATURES]), tf.placeholder(tf.float32, [None]))
        dataset = tf.data.Dataset.from_tensor_slices(self.rollout)
        dataset = dataset.shuffle(1024, seed=1).repeat(6).batch(batch)
        self.iterator = tf.data.make_initializable_iterator(dataset)
        self.following = self.iterator.get_next()

    def load(self, rollout):
        self.sess.run(self.iterator.initializer, dict(zip(self.rollout, rollout)))

    def __iter__(self):
        while True:
            try:
                yield self.sess.run(self.following)
            except tf.errors.OutOfRangeError:
                return


def collect(rng, length=640):
    states = rng.randn(length, FEATURES).astype("float32")
    gains = np.tanh(states.sum(1)) - 0.1
    return states, gains.astype("float32")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("iterations", nargs="?", type=int, default=80)
    args = parser.parse_args()
    tf.set_random_seed(2)
    rng, policy, loss = np.random.RandomState(5), Policy(), 0.0
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        minibatches = Minibatches(sess, batch=64)
        for _ in range(args.iterations):
            minibatches.load(collect(rng))
            for states, gains in minibatches:
                loss, _ = sess.run([policy.loss, policy.train_op], {policy.states: states, policy.gains: gains})
    print("%d iterations, last loss %.5f" % (args.iterations, loss))


if __name__ == "__main__":
    main()
