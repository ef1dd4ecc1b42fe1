"""Population based training with all members in one graph."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)


class Member(object):
    def __init__(self, number, rows):
        with v1.variable_scope("member%d" % number):
            self.weights = v1.get_variable("weights", [64, 128])
            self.rate = v1.placeholder(tf.float32, [])
            self.fed = v1.placeholder(tf.float32, [64, 128])
            self.assign = v1.assign(self.weights, self.fed)
            self.loss = tf.reduce_mean(tf.square(tf.matmul(rows, self.weights) - 1.0))
            gradient = tf.gradients(self.loss, self.weights)[0]
            self.step = v1.assign_sub(self.weights, self.rate * gradient)
        self.learning_rate = 10.0 * (number + 1)


class Population(object):
    def __init__(self, size, folder):
        v1.set_random_seed(3)
        self.rows = v1.placeholder(tf.float32, [None, 64])
        self.members = [Member(n, self.rows) for n in range(size)]
        self.saver = v1.train.Saver(max_to_keep=3)
        self.folder = folder
        self.session = v1.Session()
        self.session.run(v1.global_variables_initializer())
        self.copies = 0

    def train(self, batch):
        feed = {self.rows: batch}
        for member in self.members:
            feed[member.rate] = member.learning_rate
        self.session.run([m.step for m in self.members], feed)
        return self.session.run([m.loss for m in self.members], feed)

    def exploit(self, losses, rng):
        best, worst = int(np.argmin(losses)), int(np.argmax(losses))
        weights = self.session.run(self.members[best].weights)
        self.session.run(self.members[worst].assign, {self.members[worst].fed: weights})
        self.members[worst].learning_rate = self.members[best].learning_rate * rng.choice([0.8, 1.2])
        self.copies += 1

    def save(self, step):
        self.saver.save(self.session, os.path.join(self.folder, "pbt"), global_step=step, write_meta_graph=False)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    folder = tempfile.mkdtemp()
    rng = np.random.RandomState(6)
    try:
        population = Population(4, folder)
        for step in range(rounds):
            losses = population.train(rng.normal(size=(32, 64)).astype(np.float32))
            population.exploit(losses, rng)
            if step % 25 == 0:
                population.save(step)
        print("steps %d copies %d checkpoints %d" % (
            rounds, population.copies, len(population.saver.last_checkpoints)))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
