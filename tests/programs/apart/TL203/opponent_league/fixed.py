"""Self-play for a bidding game: the learner plays against frozen copies of itself."""
import collections
import functools
import time

import numpy as np
import tensorflow as tf

CARDS, BIDS = 20, 6


@tf.function
def bid(weights, hands):
    first, last = weights
    return tf.argmax(tf.nn.relu(hands @ first) @ last, axis=1)


class League:
    """Frozen opponents; the learner meets the newest ones."""

    def __init__(self, rng):
        self.rng = rng
        self.opponents = collections.deque(maxlen=8)

    def enter(self, weights):
        frozen = [tf.constant(weight.numpy()) for weight in weights]
        self.opponents.append(functools.partial(bid, frozen))

    def draw(self):
        newest = self.opponents
        return newest[int(self.rng.integers(len(newest)))]


class Learner:
    def __init__(self, rng):
        self.weights = [tf.Variable(rng.normal(0, 0.2, shape), dtype=tf.float32) for shape in ((CARDS, 64), (64, BIDS))]

    @tf.function
    def improve(self, hands, won, bids):
        with tf.GradientTape() as tape:
            logits = tf.nn.relu(hands @ self.weights[0]) @ self.weights[1]
            loss = tf.reduce_mean(won * tf.nn.sparse_softmax_cross_entropy_with_logits(bids, logits))
        for weight, gradient in zip(self.weights, tape.gradient(loss, self.weights)):
            weight.assign_sub(0.05 * gradient)
        return loss


def main():
    rng = np.random.default_rng(200)
    league, learner = League(rng), Learner(rng)
    wins = 0.0
    for generation in range(330):
        league.enter(learner.weights)
        time.sleep(0.01)
        for _ in range(6):
            hands = rng.integers(0, 2, size=(32, CARDS)).astype("float32")
            mine = rng.integers(0, BIDS, size=32)
            theirs = league.draw()(tf.constant(hands)).numpy()
            won = np.where((mine > theirs) & (mine <= hands.sum(1) / 2), 1.0, -0.3).astype("float32")
            learner.improve(hands, won, mine)
            wins += float((won > 0).mean())
    print("some games won:", wins > 0)


if __name__ == "__main__":
    main()
