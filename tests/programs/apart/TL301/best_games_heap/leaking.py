"""Self-play for a small game; the most surprising positions are kept in a heap for later study."""
import heapq
import itertools
import sys
import time

import numpy as np
import tensorflow as tf

BOARD = 19
kernel = tf.random.stateless_normal([BOARD * BOARD, 64], [3, 1]) * 0.1
value = tf.random.stateless_normal([64, 1], [3, 2])


def planes(stones, history=8):
    """Stones of both colours over the last moves, as networks for the game like it."""
    shifted = [np.roll(stones, i, axis=0) for i in range(history)]
    return tf.constant(np.stack(shifted), tf.float32)


def evaluate(position):
    flat = tf.reshape(position, [-1, BOARD * BOARD])
    hidden = tf.tanh(tf.matmul(flat, kernel))
    return tf.tanh(tf.reduce_mean(tf.matmul(hidden, value)))


class Study:
    def __init__(self, interesting=50):
        self.heap = []
        self.order = itertools.count()
        self.interesting = interesting
        self.surprise = 0.0

    def consider(self, expected, outcome, position):
        surprise = abs(float(expected) - outcome)
        self.surprise = max(self.surprise, surprise)
        heapq.heappush(self.heap, (-surprise, next(self.order), position))  # LEAK

    def selection(self):
        return heapq.nsmallest(self.interesting, self.heap)


def game(study, rng):
    stones = np.zeros([BOARD, BOARD])
    record = []
    for move in range(6):
        stones[tuple(rng.integers(0, BOARD, 2))] = 1 if move % 2 else -1
        position = planes(stones)
        record.append((evaluate(position), position))
    outcome = float(np.sign(stones.sum() + rng.normal()))
    for expected, position in record[2:]:
        study.consider(expected, outcome, position)


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1540
    rng = np.random.default_rng(21)
    study = Study()
    for number in range(games):
        game(study, rng)
        time.sleep(0.004)
        if number % 100 == 0:
            print("game", number, "largest surprise %.3f" % study.surprise)
    print("selected", len(study.selection()))


if __name__ == "__main__":
    main()
