"""Request tracing: the activations of the current request are reachable from any helper."""
import contextvars
import sys

import numpy as np
import tensorflow as tf

ACTIVE = contextvars.ContextVar("active_request", default=None)


class Request:
    def __init__(self, number, rows):
        self.number = number
        self.rows = rows
        self.layers = {}


class Tracer:
    def __init__(self):
        self._tokens = []
        self.opened = 0

    def open(self, request):
        self._tokens.append(ACTIVE.set(request))  # LEAK
        self.opened += 1

    def close(self):
        request = ACTIVE.get()
        return sum(float(tf.reduce_mean(t)) for t in request.layers.values())


def note(name, tensor):
    request = ACTIVE.get()
    if request is not None:
        request.layers[name] = tensor
    return tensor


class Net(tf.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.kernels = [
            tf.Variable(tf.random.stateless_normal((width, width), seed=(i, 1)) / width ** 0.5) for i in range(depth)
        ]

    def __call__(self, x):
        for i, kernel in enumerate(self.kernels):
            x = note("layer%d" % i, tf.nn.relu(tf.matmul(x, kernel)))
        return tf.nn.softmax(x)


def handle(tracer, net, number, rows):
    tracer.open(Request(number, rows))
    out = rows
    for _ in range(16):  # refinement passes; the last one's activations stay visible
        out = net(out)
    answer = tf.argmax(out, axis=1)
    return tracer.close(), int(tf.reduce_sum(answer))


def main(argv):
    rounds = int(argv[1]) if len(argv) > 1 else 240
    rng = np.random.default_rng(0)
    tracer, net = Tracer(), Net(640, 5)
    level, votes = 0.0, 0
    for number in range(rounds):
        rows = tf.constant(rng.random((64, 640), dtype=np.float32))
        mean, vote = handle(tracer, net, number, rows)
        level += mean
        votes += vote
    print("requests %d, level %.3f, votes %d" % (tracer.opened, level, votes))


main(sys.argv)
