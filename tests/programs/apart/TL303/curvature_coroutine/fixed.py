"""Training as a coroutine: batches are sent in, losses and a curvature estimate come out."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 520


def make_weights(sizes):
    return [
        tf.Variable(tf.random.normal((a, b), stddev=(2.0 / a) ** 0.5))
        for a, b in zip(sizes, sizes[1:])
    ]


def forward(weights, x):
    for weight in weights[:-1]:
        x = tf.nn.relu(x @ weight)
    return x @ weights[-1]


def trainer(weights, rate):
    recent = []
    curvature = 0.0
    answer = None
    while True:
        x, y = yield answer
        with tf.GradientTape(persistent=True) as tape:
            out = forward(weights, x)
            loss = tf.reduce_mean(tf.square(out - y))
        recent.append((tape, loss))
        del recent[:-2]
        if len(recent) > 1:
            before, old_loss = recent[-2]
            now = tape.gradient(loss, weights[-1])
            then = before.gradient(old_loss, weights[-1])
            curvature = float(tf.norm(now - then))
        for weight, grad in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(rate * grad)
        answer = float(loss), curvature


def batches(seed):
    rng = np.random.default_rng(seed)
    mixing = rng.normal(size=(64, 4)).astype("float32")
    while True:
        x = rng.normal(size=(64, 64)).astype("float32")
        yield tf.constant(x), tf.constant(np.tanh(x @ mixing))


def main():
    weights = make_weights([64, 128, 128, 4])
    step = trainer(weights, 1e-3)
    next(step)
    source = batches(5)
    for number in range(ROUNDS):
        for _ in range(4):
            loss, curvature = step.send(next(source))
        if number % 100 == 0:
            print(number, "loss %.4f curvature %.4f" % (loss, curvature))
    step.close()


if __name__ == "__main__":
    main()
