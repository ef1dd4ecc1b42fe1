"""Message scoring: worker threads take messages from a queue and ask the plugin of their kind for a figure."""
import queue
import sys
import threading

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

PLUGINS = {}


def plugin(kind):
    def register(function):
        PLUGINS[kind] = function
        return function

    return register


def dense(name, inputs, units, seed):
    kernel = tf.get_variable(name, [int(inputs.shape[-1]), units], initializer=tf.random_normal_initializer(stddev=0.1, seed=seed))
    return tf.matmul(inputs, kernel)


class Network(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(5)
            self.rows = tf.placeholder(tf.float32, [None, 40], name="rows")
            hidden = tf.nn.relu(dense("hidden", self.rows, 32, 1))
            self.logits = dense("logits", hidden, 9, 2)
            self.figures = {kind: derive(self) for kind, derive in PLUGINS.items()}
            self.session = tf.Session()
            self.session.run(tf.global_variables_initializer())


@plugin("spread")
def spread(network):
    mean, variance = tf.nn.moments(network.logits, axes=[0, 1])
    return tf.sqrt(variance) / (1.0 + tf.abs(mean))


@plugin("margin")
def margin(network):
    best = tf.nn.top_k(network.logits, k=2).values
    return tf.reduce_mean(best[:, 0] - best[:, 1])


def work(network, messages, figures, lock):
    while True:
        message = messages.get()
        if message is None:
            return
        kind, rows = message
        with lock:
            value = network.session.run(network.figures[kind], {network.rows: rows})
        figures.append(float(value))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    rng = np.random.RandomState(23)
    network, messages, figures, lock = Network(), queue.Queue(maxsize=8), [], threading.Lock()
    workers = [threading.Thread(target=work, args=(network, messages, figures, lock)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for number in range(count):
        messages.put((("spread", "margin")[number % 2], rng.normal(size=(16, 40))))
    for _ in workers:
        messages.put(None)
    for worker in workers:
        worker.join()
    print("%d messages, mean figure %.3f" % (len(figures), sum(figures) / len(figures)))


if __name__ == "__main__":
    main()
