"""Recommends items to users: each user's own item table is looked up and ranked by a shared network."""
import time

import numpy as np
import tensorflow.compat.v1 as tf

from tables import UserTables

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

USERS = 330


class Ranker:
    def __init__(self, width):
        self.rows = tf.placeholder(tf.float32, [None, width])
        first = tf.get_variable("first", [width, 24])
        last = tf.get_variable("last", [24, 1])
        self.scores = tf.matmul(tf.nn.relu(tf.matmul(self.rows, first)), last)[:, 0]
        self.wanted = tf.placeholder(tf.int32, [None])
        self.table = tf.placeholder(tf.float32, [None, width])
        self.found = tf.nn.embedding_lookup(self.table, self.wanted)

    def rank(self, session, tables, user, items):
        rows = session.run(self.found, {self.table: tables.table(user), self.wanted: items})
        scores = session.run(self.scores, {self.rows: rows})
        return [items[k] for k in np.argsort(-scores)]


def main():
    tf.set_random_seed(70)
    rng = np.random.RandomState(71)
    tables = UserTables(items=600, width=20)
    ranker = Ranker(20)
    first = set()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for user in range(USERS):
            for _ in range(3):
                tables.learn(user, rng.randint(0, 600, size=12))
            items = rng.choice(600, size=25, replace=False).tolist()
            first.add(ranker.rank(session, tables, user, items)[0])
            tables.forget(user)
            time.sleep(0.01)
    print("%d users, several items recommended first: %s" % (USERS, len(first) > 10))


if __name__ == "__main__":
    main()
