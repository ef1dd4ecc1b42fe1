"""Bandit agent that logs every episode to its own event file."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf

ARMS = 6


class EpisodeLog(object):
    """One folder of events for each episode, as TensorBoard likes it."""

    def __init__(self, root):
        self.root = root
        self.writer = None

    def begin(self, episode):
        self.writer = tf.summary.FileWriter(os.path.join(self.root, "ep%05d" % episode))  # LEAK

    def scalar(self, tag, value, step):
        summary = tf.Summary(value=[tf.Summary.Value(tag=tag, simple_value=value)])
        self.writer.add_summary(summary, step)

    def end(self):
        self.writer.flush()


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    tf.set_random_seed(0)
    rng = np.random.RandomState(0)
    prefs = tf.Variable(tf.zeros([ARMS]))
    probs = tf.nn.softmax(prefs)
    arm = tf.placeholder(tf.int32, [])
    adv = tf.placeholder(tf.float32, [])
    update = tf.train.GradientDescentOptimizer(0.1).minimize(-adv * tf.log(probs[arm]))
    means = rng.normal(size=ARMS)
    root = tempfile.mkdtemp(prefix="bandit_")
    log = EpisodeLog(root)
    try:
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for episode in range(episodes):
                log.begin(episode)
                for t in range(5):
                    p = sess.run(probs).astype(np.float64)
                    choice = rng.choice(ARMS, p=p / p.sum())
                    reward = means[choice] + rng.normal() * 0.1
                    sess.run(update, {arm: choice, adv: reward})
                    log.scalar("reward", reward, t)
                log.end()
            best = int(sess.run(probs).argmax())
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print("best arm", best, "of", int(means.argmax()))


if __name__ == "__main__":
    main()
