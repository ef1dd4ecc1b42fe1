"""Matchmaking lobby: rates players and predicts the odds of each proposed match."""
import collections
import random
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

PLAYERS = 40
FEATURES = 24


class Rating(object):
    """Player skill embedding, learnt online."""

    def __init__(self):
        self.home = tf.placeholder(tf.float32, [FEATURES], name="home")
        self.away = tf.placeholder(tf.float32, [FEATURES], name="away")
        self.outcome = tf.placeholder(tf.float32, [], name="outcome")
        self.weights = tf.get_variable("weights", [FEATURES], initializer=tf.ones_initializer())
        self.margin = tf.reduce_sum((self.home - self.away) * self.weights)
        loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=self.outcome, logits=self.margin)
        self.train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        self.init = tf.global_variables_initializer()


def win_chance(session, rating, home, away, volatility):
    """Probability that `home` wins; a volatile season flattens the curve."""
    scale = 1.0 + volatility
    chance = tf.sigmoid(tf.clip_by_value(rating.margin / scale, -6.0, 6.0))  # LEAK
    return float(session.run(chance, {rating.home: home, rating.away: away}))


def propose(session, rating, players, rng, volatility):
    names = rng.sample(sorted(players), 4)
    home, away = names[0], names[1]
    odds = win_chance(session, rating, players[home], players[away], volatility)
    return home, away, odds


def main():
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    rng = random.Random(4)
    noise = np.random.RandomState(4)
    players = {"player%02d" % i: noise.normal(size=FEATURES) for i in range(PLAYERS)}
    played = collections.Counter()
    recent = collections.deque(maxlen=50)

    rating = Rating()
    with tf.Session() as session:
        session.run(rating.init)
        print("lobby open for", matches, "matches", flush=True)
        for number in range(matches):
            volatility = 1.0 / (1 + number % 17)
            home, away, odds = propose(session, rating, players, rng, volatility)
            won = 1.0 if rng.random() < odds else 0.0
            session.run(rating.train, {
                rating.home: players[home], rating.away: players[away], rating.outcome: won,
            })
            played[home] += 1
            played[away] += 1
            recent.append(abs(won - odds))
            time.sleep(0.022)  # the next party queues up
    print("mean surprise %.3f" % (sum(recent) / len(recent)))
    print("busiest", played.most_common(3))


if __name__ == "__main__":
    main()
