"""Adapts a bidding model to one advertising campaign after the other."""
import sys

import numpy as np
import tensorflow as tf

FEATURES = 30


class Bidder(object):
    def __init__(self):
        self.features = tf.placeholder(tf.float32, [None, FEATURES])
        self.won = tf.placeholder(tf.float32, [None, 1])
        hidden = tf.layers.dense(self.features, 64, activation=tf.nn.relu, name="hidden")
        logits = tf.layers.dense(hidden, 1, name="bid")
        self.loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=self.won, logits=logits))
        before = set(tf.global_variables())
        self.rate = tf.placeholder_with_default(1e-3, [])
        self.train = tf.train.AdamOptimizer(self.rate).minimize(self.loss)
        self.forget = tf.variables_initializer([one for one in tf.global_variables() if one not in before])
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def adapt(self, batches, rate=1e-3):
        self.session.run(self.forget)
        losses = []
        for features, won in batches:
            inputs = {self.features: features, self.won: won, self.rate: rate}
            losses.append(self.session.run([self.loss, self.train], inputs)[0])
        return losses


def campaign(rng, batches=20):
    taste = rng.normal(size=(FEATURES, 1))
    for _ in range(batches):
        features = rng.normal(size=(256, FEATURES))
        yield features, (features.dot(taste) + rng.normal(size=(256, 1)) > 0).astype(np.float32)


def main():
    campaigns = int(sys.argv[1]) if len(sys.argv) > 1 else 45
    rng = np.random.RandomState(12)
    bidder = Bidder()
    gains = []
    for _ in range(campaigns):
        losses = bidder.adapt(campaign(rng))
        gains.append(losses[0] - losses[-1])
    print("%d campaigns, mean gain %.4f" % (campaigns, np.mean(gains)))


if __name__ == "__main__":
    main()
