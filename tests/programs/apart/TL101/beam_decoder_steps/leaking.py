"""Captions for image features, decoded with a beam."""
import argparse

import numpy as np
import tensorflow as tf

from beams import BeamDecoder


class CaptionModel(object):
    def __init__(self, vocabulary, units):
        self.image = tf.placeholder(tf.float32, [None, 64], "image")
        self.tokens = tf.placeholder(tf.int32, [None], "tokens")
        self.state = tf.placeholder(tf.float32, [None, units], "state")
        table = tf.get_variable("embedding", [vocabulary, units])
        self.first_state = tf.layers.dense(self.image, units, tf.tanh, name="first")
        joined = tf.concat([tf.nn.embedding_lookup(table, self.tokens), self.state], axis=1)
        self.next_state = tf.layers.dense(joined, units, tf.tanh, name="cell")
        self.logits = tf.layers.dense(self.next_state, vocabulary, name="out")
        self.units = units


def crops(features, count, rng):
    return (features * rng.binomial(1, 0.9, size=features.shape) for _ in range(count))


def stability(decoder, features, rng):
    """How much the starting state moves when parts of the picture are missing."""
    states = [decoder.start(crop)[0].state for crop in crops(features, 450, rng)]
    return float(np.std(states, axis=0).mean())


def describe(decoder, features):
    best = decoder.decode(features)
    return " ".join("w%d" % token for token in best.tokens)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=50)
    parser.add_argument("--beam", type=int, default=4)
    args = parser.parse_args()
    rng = np.random.RandomState(12)
    model = CaptionModel(vocabulary=300, units=48)
    words, moved = 0, 0.0
    with tf.Session() as session:
        decoder = BeamDecoder(session, model, args.beam, length=6)
        session.run(tf.global_variables_initializer())
        for _ in range(args.sentences):
            features = rng.normal(size=64)
            words += len(describe(decoder, features).split())
            moved += stability(decoder, features, rng)
    print("%d words, stability %.4f" % (words, moved / args.sentences))


if __name__ == "__main__":
    main()
