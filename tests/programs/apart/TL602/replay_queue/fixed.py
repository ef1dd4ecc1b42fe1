"""Actor and learner coupled by a TensorFlow queue (session style, one process)."""
import sys

import numpy as np
import tensorflow as tf

ROW, BLOCK = 400, 256


class ReplayQueue(object):
    """A queue of transition blocks inside the TensorFlow runtime."""

    def __init__(self, capacity):
        self.queue = tf.FIFOQueue(capacity, [tf.float32], [(BLOCK, ROW)], name="replay")
        self.block = tf.placeholder(tf.float32, (BLOCK, ROW), "block")
        self.put_op = self.queue.enqueue(self.block)
        self.next = self.queue.dequeue()
        self.size = self.queue.size()


class Learner(object):
    def __init__(self, source):
        hidden = tf.layers.dense(source, 1000, tf.nn.relu)
        hidden = tf.layers.dense(hidden, 1000, tf.nn.relu)
        value = tf.layers.dense(hidden, 1)
        self.loss = tf.reduce_mean(tf.squared_difference(value, tf.reduce_mean(source, axis=1, keepdims=True)))
        self.step = tf.train.RMSPropOptimizer(1e-3).minimize(self.loss)

    def learn(self, sess):
        return sess.run([self.loss, self.step])[0]


class Actor(object):
    def __init__(self, replay, seed, episodes):
        self.replay, self.episodes = replay, episodes
        self.rng = np.random.RandomState(seed)

    def act(self, sess):
        for _ in range(self.episodes):
            block = self.rng.normal(size=(BLOCK, ROW)).astype("float32")
            sess.run(self.replay.put_op, {self.replay.block: block})


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 330
    tf.set_random_seed(2)
    replay = ReplayQueue(capacity=16)
    learner, actor = Learner(replay.next), Actor(replay, seed=2, episodes=2)
    repeats = actor.episodes
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        loss = None
        for _ in range(rounds):
            actor.act(sess)
            for _ in range(repeats):
                loss = learner.learn(sess)
        print("loss %.5f, %d rounds" % (loss, rounds))


if __name__ == "__main__":
    main()
