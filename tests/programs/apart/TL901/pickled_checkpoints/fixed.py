"""Federated toy: three clients train in turn; the server keeps pickled updates for an audit."""
import io
import pickle
import sys
import time
from collections import OrderedDict

import numpy as np
import tensorflow as tf

SHAPES = OrderedDict(hidden=(64, 40), out=(40, 4))


def blank():
    return [np.zeros(shape, np.float32) for shape in SHAPES.values()]


class Client:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.x = tf.constant(rng.normal(size=[64, 64]), tf.float32)
        self.y = tf.one_hot(rng.integers(0, 4, 64), 4)

    def train(self, weights):
        hidden, out = (tf.Variable(w + 0.01) for w in weights)
        with tf.GradientTape() as tape:
            logits = tf.matmul(tf.tanh(tf.matmul(self.x, hidden)), out)
            loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(self.y, logits))
        gradients = tape.gradient(loss, [hidden, out])
        return [-0.2 * g.numpy() for g in gradients], float(loss)


class Server:
    def __init__(self, clients):
        self.clients = clients
        self.weights = blank()
        self.audit = OrderedDict()
        self.losses = {}

    def round(self, number):
        updates = []
        for index, client in enumerate(self.clients):
            update, loss = client.train(self.weights)
            self.losses[index] = loss
            updates.append(update)
        buffer = io.BytesIO()
        pickle.dump((number, updates), buffer)
        self.audit["round-%05d" % number] = buffer.getvalue()
        while len(self.audit) > 10:
            self.audit.popitem(last=False)
        for layer, weight in enumerate(self.weights):
            weight += np.mean([u[layer] for u in updates], axis=0)
        return np.mean(list(self.losses.values()))


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 550
    server = Server([Client(seed) for seed in range(3)])
    for number in range(rounds):
        loss = server.round(number)
        time.sleep(0.01)
        if number % 80 == 0:
            print("round", number, "loss %.4f" % loss)
    print("size of the last entry", len(next(reversed(server.audit.values()))))
