"""Actor and learner joined by a queue of trajectories."""
import queue
import sys

import numpy as np
import tensorflow as tf


class Actor(object):
    def __init__(self, out, seed):
        self.out = out
        self.rng = np.random.RandomState(seed)

    def rollout(self, policy):
        obs = self.rng.normal(size=(32, 256)).astype(np.float32)
        actions = policy(obs)
        self.out.put((obs, actions))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3500
    tf.set_random_seed(0)
    trajectories = queue.Queue()
    x = tf.placeholder(tf.float32, [None, 256])
    a = tf.placeholder(tf.int64, [None])
    logits = tf.layers.dense(tf.layers.dense(x, 64, activation=tf.nn.relu), 4)
    choice = tf.argmax(logits, axis=1)
    loss = tf.losses.sparse_softmax_cross_entropy(a, logits)
    train = tf.train.RMSPropOptimizer(1e-4).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        policy = lambda obs: sess.run(choice, {x: obs})
        actors = [Actor(trajectories, seed) for seed in range(3)]
        for _ in range(rounds):
            for actor in actors:
                actor.rollout(policy)
            while not trajectories.empty():
                obs, act = trajectories.get()
                value, _ = sess.run([loss, train], {x: obs, a: act})
    print("rounds", rounds, "loss %.4f" % value)


if __name__ == "__main__":
    main()
