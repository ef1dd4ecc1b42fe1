"""Least squares jobs, each in a graph of its own (TensorFlow 1)."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 150


class Job(object):
    def __init__(self, number, rng):
        self.number = number
        rows = int(rng.randint(200, 400))
        self.x = rng.normal(size=(rows, 120)).astype(np.float32)
        self.y = self.x.dot(rng.normal(size=(120, 40))).astype(np.float32)


def build(features, targets):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, features], name="x")
        y = tf.placeholder(tf.float32, [None, targets], name="y")
        weight = tf.get_variable("weight", [features, targets])
        error = tf.reduce_mean(tf.square(tf.matmul(x, weight) - y), name="error")
        tf.train.MomentumOptimizer(0.1, 0.9).minimize(error, name="train")
        tf.global_variables_initializer()
    return graph


class Solver(object):
    def __init__(self, steps):
        self.steps = steps
        self.done = 0

    def solve(self, job):
        graph = build(job.x.shape[1], job.y.shape[1])
        session = tf.InteractiveSession(graph=graph)  # LEAK
        session.run("init")
        feed = {"x:0": job.x, "y:0": job.y}
        for _ in range(self.steps):
            error, _ = session.run(["error:0", "train"], feed)
        self.done += 1
        return float(error)


def main():
    rng = np.random.RandomState(5)
    solver = Solver(20)
    for number in range(ROUNDS):
        error = solver.solve(Job(number, rng))
        if number % 30 == 0:
            print("job", number, "error %.5f" % error)
    print(solver.done, "jobs")


if __name__ == "__main__":
    main()
