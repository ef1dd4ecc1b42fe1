"""Self-play league: the weakest player of each season is replaced by a copy of the best."""
import sys
import time

import numpy as np
import tensorflow as tf

PLAYERS, BOARD, HIDDEN = 8, 25, 64


class Player(tf.Module):
    made = 0

    def __init__(self, seed):
        super().__init__()
        Player.made += 1
        self.label = f"player{Player.made}"
        self.w1 = tf.Variable(tf.random.stateless_normal([BOARD, HIDDEN], [seed, 0], stddev=0.3))
        self.w2 = tf.Variable(tf.random.stateless_normal([HIDDEN, 1], [seed, 1], stddev=0.3))

    def value(self, boards):
        return judge(boards, self.w1, self.w2)

    def copy(self, seed):
        """A mutated copy with variables of its own."""
        child = Player(seed)
        noise = tf.random.stateless_normal(self.w1.shape, [seed, 2], stddev=0.05)
        child.w1.assign(self.w1 + noise)
        child.w2.assign(self.w2)
        return child


@tf.function
def judge(boards, w1, w2):
    return tf.matmul(tf.nn.relu(tf.matmul(boards, w1)), w2)[:, 0]


class League:
    def __init__(self):
        self.players = [Player(seed) for seed in range(PLAYERS)]
        self.table = np.zeros([PLAYERS, PLAYERS], np.float32)
        self.champions = {}

    def match(self, left, right, boards):
        ahead = self.players[left].value(boards) - self.players[right].value(boards)
        return float(tf.reduce_mean(tf.sign(ahead)))

    def season(self, number, boards):
        for left in range(PLAYERS):
            right = (left + 1 + number % (PLAYERS - 1)) % PLAYERS
            result = self.match(left, right, boards)
            self.table[left, right] = 0.8 * self.table[left, right] + 0.2 * result
        points = self.table.sum(axis=1) - self.table.sum(axis=0)
        best, worst = int(points.argmax()), int(points.argmin())
        self.champions[best] = self.players[best]
        self.players[worst] = self.players[best].copy(1000 + number)
        self.table[worst, :] = self.table[:, worst] = 0.0
        return self.players[best].label


def main():
    seasons = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    rng = np.random.default_rng(12)
    league, winner = League(), None
    print("league of", PLAYERS, flush=True)
    for number in range(seasons):
        boards = tf.constant(rng.integers(-1, 2, size=(64, BOARD)), tf.float32)
        winner = league.season(number, boards)
        time.sleep(0.01)
    print(f"{Player.made} players made, {len(league.champions)} seats of champions")
    print("last winner", winner)


if __name__ == "__main__":
    main()
