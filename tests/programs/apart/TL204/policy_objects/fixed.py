"""Ad ranking where every request brings its policy as JSON."""
import json
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 180
MARKETS = ("de", "fr", "it", "es", "pl")


class Policy:
    def __init__(self, market, boost, floor):
        self.market, self.boost, self.floor = market, boost, floor

    def adjust(self, bids, quality):
        value = bids * tf.pow(quality, self.boost)
        return tf.where(value < self.floor, tf.zeros_like(value), value)


class PolicyReader:
    def __init__(self):
        self.known = {}

    def read(self, text):
        raw = json.loads(text)
        if raw["market"] not in self.known:
            self.known[raw["market"]] = Policy(raw["market"], raw["boost"], raw["floor"])
        return self.known[raw["market"]]


class Ranker:
    def __init__(self):
        self.hidden = tf.Variable(tf.random.normal((128, 64), stddev=0.1))
        self.out = tf.Variable(tf.random.normal((64, 1), stddev=0.1))

    @tf.function
    def rank(self, features, bids, policy):
        hidden = tf.nn.relu(tf.matmul(features, self.hidden))
        quality = tf.sigmoid(tf.matmul(hidden, self.out))[:, 0]
        value = policy.adjust(bids, quality)
        order = tf.argsort(value, direction="DESCENDING")
        share = tf.nn.softmax(tf.gather(value, order))
        entropy = -tf.reduce_sum(share * tf.math.log(share + 1e-9))
        return order[:10], entropy


def requests(rng):
    while True:
        pick = int(rng.integers(len(MARKETS)))
        yield json.dumps({"market": MARKETS[pick], "boost": 1.0 + pick / 4, "floor": 0.05})


def main():
    rng = np.random.default_rng(17)
    ranker, reader = Ranker(), PolicyReader()
    source = requests(rng)
    for number in range(ROUNDS):
        policy = reader.read(next(source))
        for _ in range(16):
            features = tf.constant(rng.normal(size=(300, 128)).astype("float32"))
            bids = tf.constant(rng.gamma(2.0, 1.0, 300).astype("float32"))
            order, entropy = ranker.rank(features, bids, policy)
        if number % 40 == 0:
            print(number, policy.market, order.numpy()[:3], "%.3f" % float(entropy))


if __name__ == "__main__":
    main()
