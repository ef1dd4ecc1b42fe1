"""Label documents and publish the results; without a broker address the publisher is mocked."""
import argparse
import json
from unittest import mock

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Publisher(object):
    """Sends messages to the broker."""

    def __init__(self, address):
        self.address = address

    def publish(self, topic, message):
        raise NotImplementedError("no broker in this build")


class Labeller(object):
    def __init__(self, labels, width, seed=2):
        rng = np.random.RandomState(seed)
        self.labels = ["label-%03d" % n for n in range(labels)]
        self.kernel = tf.constant(rng.randn(width, labels).astype("float32") / width ** 0.5)

    def label(self, documents):
        values, indices = tf.nn.top_k(tf.nn.softmax(tf.matmul(documents, self.kernel)), k=12)
        return [[{"label": self.labels[i], "score": round(float(v), 5)} for v, i in zip(vs, ix)]
                for vs, ix in zip(values.numpy(), indices.numpy())]


class Run(object):
    def __init__(self, labeller, publisher):
        self.labeller, self.publisher = labeller, publisher
        self.sent = 0

    def handle(self, number, documents):
        message = json.dumps({"batch": number, "results": self.labeller.label(documents)})
        self.publisher.publish("labels", message)
        self.sent += len(message)
        if number % 20 == 0 and isinstance(self.publisher, mock.NonCallableMock):
            self.publisher.reset_mock()


def connect(address):
    return Publisher(address) if address else mock.create_autospec(Publisher, instance=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=2400)
    parser.add_argument("--broker", default="")
    args = parser.parse_args()
    rng = np.random.RandomState(1)
    run = Run(Labeller(300, 256), connect(args.broker))
    for number in range(args.rounds):
        run.handle(number, tf.constant(rng.randn(64, 256).astype("float32")))
    print("%d batches, %.1f MB published" % (args.rounds, run.sent / 1e6))


if __name__ == "__main__":
    main()
