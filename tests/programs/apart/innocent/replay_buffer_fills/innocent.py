"""DQN-like learner with a bounded replay buffer."""
import collections
import random
import sys

import numpy as np
import tensorflow as tf


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rnd = random.Random(0)
    rng = np.random.default_rng(0)
    replay = collections.deque(maxlen=300)
    w = tf.Variable(tf.zeros([4096, 1]))

    @tf.function
    def learn(obs, ret):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(obs @ w - ret))
        w.assign_sub(1e-4 * tape.gradient(loss, w))
        return loss

    losses = []
    for step in range(steps):
        obs = rng.random(4096, dtype="float32")
        replay.append((obs, float(obs[0])))
        batch = rnd.sample(replay, 8) if len(replay) >= 8 else [replay[0]] * 8
        obs, ret = zip(*batch)
        loss = learn(tf.constant(np.stack(obs)), tf.constant(ret, shape=[8, 1]))
        losses.append(float(loss))
    print(f"steps {steps} mean loss {np.mean(losses[-50:]):.4f}")


if __name__ == "__main__":
    main()
