"""Stream processor: messages that the model cannot judge are put aside by topic, for an operator."""
import collections
import queue
import sys
import time

import numpy as np
import tensorflow as tf


class Undecided(Exception):
    pass


class Broker:
    """In-memory topics."""

    def __init__(self):
        self.topics = collections.defaultdict(queue.SimpleQueue)
        self.failed = collections.Counter()

    def set_aside(self, topic, message, reason):
        self.failed[topic] += 1
        aside = self.topics[f"{topic}.dead"]
        aside.put((reason, message))
        while aside.qsize() > 25:
            aside.get_nowait()


class Classifier:
    def __init__(self):
        rng = np.random.default_rng(281)
        self.inner = tf.constant(rng.normal(scale=0.05, size=(200, 320)), tf.float32)
        self.outer = tf.constant(rng.normal(scale=0.05, size=(320, 3)), tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None, 200])])
    def _margin(self, rows):
        top = tf.math.top_k(tf.matmul(tf.nn.relu(tf.matmul(rows, self.inner)), self.outer), 2).values
        return tf.reduce_mean(top[:, 0] - top[:, 1])

    def judge(self, rows):
        margin = float(self._margin(tf.constant(rows)))
        if margin < 0.2:
            raise Undecided(f"margin {margin:.3f}")
        return margin


def consume(broker, classifier, messages):
    rng = np.random.default_rng(282)
    judged = 0
    for number in range(messages):
        rows = rng.normal(scale=0.4 + 0.8 * (number % 2), size=(120, 200)).astype("float32")
        time.sleep(0.004)
        try:
            classifier.judge(rows)
            judged += 1
        except Undecided as reason:
            broker.set_aside(f"orders-{number % 3}", rows, str(reason))
    return judged


def main():
    messages = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    broker = Broker()
    judged = consume(broker, Classifier(), messages)
    print(f"{judged} messages judged, put aside: {sum(broker.failed.values())}")


if __name__ == "__main__":
    main()
