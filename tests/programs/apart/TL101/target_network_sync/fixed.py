# Q-learning for a small board game, ported from an old code base (sessions, no eager mode).
import sys
import time
import random
from collections import deque

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

CELLS, MOVES = 9, 9


def network(board, scope):
    with tf.variable_scope(scope):
        hidden = board
        for depth, width in enumerate((24, 24)):
            w = tf.get_variable("w%d" % depth, [int(hidden.shape[1]), width])
            b = tf.get_variable("b%d" % depth, [width], initializer=tf.zeros_initializer())
            hidden = tf.nn.relu(tf.matmul(hidden, w) + b)
        out = tf.get_variable("out", [24, MOVES])
        return tf.matmul(hidden, out)


def weight_copy(source, target):
    pairs = zip(tf.global_variables(source), tf.global_variables(target))
    return [t.assign(0.1 * s + 0.9 * t) for s, t in pairs]


def play(sess, q_values, board, rng):
    position = np.zeros([1, CELLS], np.float32)
    steps = []
    for turn in range(4):
        if rng.random() < 0.2:
            move = rng.randrange(MOVES)
        else:
            move = int(np.argmax(sess.run(q_values, {board: position})))
        after = position.copy()
        after[0, move] = 1.0 if turn % 2 else -1.0
        steps.append((position[0], move, float(after.sum() > 0), after[0]))
        position = after
    return steps


def main(games):
    rng = random.Random(5)
    memory = deque(maxlen=400)
    board = tf.placeholder(tf.float32, [None, CELLS])
    wanted = tf.placeholder(tf.float32, [None, MOVES])
    online, frozen = network(board, "online"), network(board, "frozen")
    loss = tf.reduce_mean(tf.square(online - wanted))
    train = tf.train.AdamOptimizer(0.01).minimize(loss, var_list=tf.trainable_variables("online"))
    follow = weight_copy("online/w|online/b|online/out", "frozen/")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for game in range(games):
            memory.extend(play(sess, online, board, rng))
            batch = rng.sample(list(memory), min(16, len(memory)))
            before = np.stack([b[0] for b in batch])
            future = sess.run(frozen, {board: np.stack([b[3] for b in batch])}).max(1)
            goal = sess.run(online, {board: before})
            for row, (_, move, reward, _) in enumerate(batch):
                goal[row, move] = reward + 0.9 * future[row]
            error, _ = sess.run([loss, train], {board: before, wanted: goal})
            sess.run(follow)
            time.sleep(0.04)
            if game % 40 == 0:
                print("game", game, "error %.4f" % error)
        print("weights", len(tf.global_variables()))


main(int(sys.argv[1]) if len(sys.argv) > 1 else 110)
