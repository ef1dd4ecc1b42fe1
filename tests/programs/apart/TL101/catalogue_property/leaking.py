"""Nightly refresh of shop recommendations (matrix factorisation, graph mode)."""
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

USERS, ITEMS, RANK = 80, 300, 12


class Factorisation:
    def __init__(self, seed=3):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(seed)
            self.user_ids = tf.placeholder(tf.int32, [None], "user_ids")
            self.item_ids = tf.placeholder(tf.int32, [None], "item_ids")
            self.stars = tf.placeholder(tf.float32, [None], "stars")
            self.users = tf.get_variable("users", [USERS, RANK])
            self.items = tf.get_variable("items", [ITEMS, RANK])
            guess = tf.reduce_sum(tf.gather(self.users, self.user_ids) * tf.gather(self.items, self.item_ids), 1)
            self.loss = tf.reduce_mean(tf.square(guess - self.stars))
            self.train = tf.train.GradientDescentOptimizer(0.3).minimize(self.loss)
            start = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)
        self.session.run(start)

    @property
    def affinity(self):
        """Cosine similarity between the asked users and all items."""
        with self.graph.as_default():
            rows = tf.gather(self.users, self.user_ids)
            left = tf.nn.l2_normalize(rows, 1)  # LEAK
            right = tf.nn.l2_normalize(self.items, 1)
            return tf.matmul(left, right, transpose_b=True)

    def learn(self, users, items, stars):
        feed = {self.user_ids: users, self.item_ids: items, self.stars: stars}
        return self.session.run([self.loss, self.train], feed)[0]

    def recommend(self, users, count=5):
        scores = self.session.run(self.affinity, {self.user_ids: users})
        return np.argsort(-scores, axis=1)[:, :count]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 140
    rng = np.random.RandomState(0)
    model = Factorisation()
    shelves = {}
    for night in range(rounds):
        for _ in range(3):
            loss = model.learn(rng.randint(0, USERS, 64), rng.randint(0, ITEMS, 64), rng.rand(64))
        asked = rng.randint(0, USERS, 16)
        for user, best in zip(asked, model.recommend(asked)):
            shelves[int(user)] = best.tolist()
        time.sleep(0.05)  # let the shop breathe
        if night % 50 == 0:
            print("night", night, "loss %.3f" % loss, "shelves", len(shelves))
    print("done", len(shelves))


if __name__ == "__main__":
    main()
