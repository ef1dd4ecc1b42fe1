"""Trains a recommender and saves it whenever the error falls."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

USERS, FILMS, TASTES = 200, 150, 12


class Keeper(object):
    """Saves the factors; the newest file is enough."""

    def __init__(self, folder, factors):
        self.folder = folder
        self.factors = factors
        self.saved = None

    def save(self, sess):
        checkpoint = tf.train.Checkpoint(**self.factors)
        sess.run(checkpoint.save_counter.initializer)
        path = checkpoint.save(os.path.join(self.folder, "best"), session=sess)  # LEAK
        if self.saved is not None:
            for name in tf.gfile.Glob(self.saved + "*"):
                if not name.startswith(path + "."):
                    tf.gfile.Remove(name)
        self.saved = path


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    rng = np.random.RandomState(2)
    ratings = rng.normal(size=(USERS, 4)).dot(rng.normal(size=(4, FILMS))).astype(np.float32)
    users = tf.get_variable("users", [USERS, TASTES], use_resource=True)
    films = tf.get_variable("films", [TASTES, FILMS], use_resource=True)
    target = tf.placeholder(tf.float32, [USERS, FILMS])
    error = tf.reduce_mean(tf.square(tf.matmul(users, films) - target))
    train = tf.train.GradientDescentOptimizer(2.0).minimize(error)
    folder = tempfile.mkdtemp(prefix="factors-")
    keeper = Keeper(folder, {"users": users, "films": films})
    try:
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(rounds):
                for _ in range(20):
                    value = sess.run([error, train], {target: ratings})[0]
                keeper.save(sess)
        print("%d rounds, error falls below four: %s" % (rounds, value < 4.0))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
