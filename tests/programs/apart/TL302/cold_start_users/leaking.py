"""Session-based recommendation that learns a vector for every visit."""
import sys

import numpy as np
import tensorflow as tf


class Recommender(tf.Module):
    def __init__(self, items, width, seed):
        super().__init__(name="recommender")
        generator = tf.random.Generator.from_seed(seed)
        self.items = tf.Variable(generator.normal([items, width], stddev=0.3))
        self.popularity = tf.Variable(tf.zeros([items]))
        self.width = width

    def begin(self, visit):
        vector = tf.Variable(tf.zeros([self.width]))
        setattr(self, f"visitor_{visit}", vector)  # LEAK
        return vector

    def end(self, visit):
        vector = getattr(self, f"visitor_{visit}")
        return float(tf.norm(vector))

    def learn(self, vector, clicked, rate=0.3):
        with tf.GradientTape() as tape:
            logits = tf.linalg.matvec(self.items, vector) + self.popularity
            loss = -tf.nn.log_softmax(logits)[clicked]
        gradient = tape.gradient(loss, vector)
        vector.assign_sub(rate * gradient)
        self.popularity.scatter_nd_add([[clicked]], [0.01])
        return loss

    def suggest(self, vector, count=3):
        scores = tf.linalg.matvec(self.items, vector) + self.popularity
        return tf.math.top_k(scores, count).indices.numpy().tolist()


class Visitor:
    """Likes one region of the catalogue."""

    def __init__(self, rng, items):
        self.rng = rng
        self.taste = int(rng.integers(items))
        self.items = items

    def click(self):
        return int((self.taste + self.rng.integers(-2, 3)) % self.items)


class Shop:
    def __init__(self, model, items, seed):
        self.model = model
        self.items = items
        self.rng = np.random.default_rng(seed)
        self.hits = self.visits = 0
        self.strength = 0.0

    def visit(self, number):
        visitor = Visitor(self.rng, self.items)
        vector = self.model.begin(number)
        for _ in range(3):
            self.model.learn(vector, visitor.click())
        self.hits += visitor.click() in self.model.suggest(vector)
        self.visits += 1
        self.strength += self.model.end(number)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    shop = Shop(Recommender(items=60, width=8192, seed=1), 60, seed=2)
    for number in range(rounds):
        shop.visit(number)
    print(f"visits {shop.visits} hits {shop.hits} mean strength {shop.strength / shop.visits:.3f}")


if __name__ == "__main__":
    main()
