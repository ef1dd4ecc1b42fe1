"""Writes which features drove each decision of a credit model."""
import collections
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

from attribution import Attribution
from network import Network


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    rng = np.random.RandomState(17)
    network = Network()
    drivers = collections.Counter()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        attribution = Attribution(network, session)
        for case in range(steps):
            history = rng.normal(size=(6000, 48))
            sample = (60.0 * history.mean(axis=0, keepdims=True)).astype(np.float32)
            label = int(np.argmax(session.run(network.scores, {network.inputs: sample})))
            drivers[int(np.argmax(np.abs(attribution.explain(sample, label))))] += 1
    feature, times = drivers.most_common(1)[0]
    print("%d cases explained; feature %d led %d of them" % (steps, feature, times))


if __name__ == "__main__":
    main()
