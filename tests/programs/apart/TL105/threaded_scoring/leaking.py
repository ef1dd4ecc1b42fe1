"""Document scoring with a pool of threads and one shared session (TensorFlow 1)."""
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 110
TERMS = 300


class Scorer(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.terms = tf.placeholder(tf.float32, [None, TERMS])
            weight = tf.get_variable("weight", [TERMS, 20])
            self.topics = tf.nn.relu(tf.matmul(self.terms, weight))
            start = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)
        self.session.run(start)

    def summarise(self, topics):
        share = tf.nn.softmax(topics)
        spread = -tf.reduce_sum(share * tf.log(share), axis=1)
        return tf.reduce_mean(spread), tf.argmax(tf.reduce_sum(share, axis=0))

    def score(self, rows):
        with self.graph.as_default():
            wanted = self.summarise(self.topics)  # LEAK
        return self.session.run(wanted, {self.terms: rows})


class Desk(object):
    def __init__(self, scorer, threads):
        self.scorer = scorer
        self.pool = ThreadPoolExecutor(threads)

    def handle(self, documents):
        answers = self.pool.map(self.scorer.score, documents)
        return [(float(spread), int(topic)) for spread, topic in answers]


def main():
    rng = np.random.RandomState(3)
    desk = Desk(Scorer(), threads=3)
    for number in range(ROUNDS):
        documents = [
            rng.poisson(0.3, size=(400, TERMS)).astype(np.float32) for _ in range(3)
        ]
        answers = desk.handle(documents)
        if number % 25 == 0:
            print(number, "spread %.3f topic %d" % answers[0])
    desk.pool.shutdown()


if __name__ == "__main__":
    main()
