"""Speech scoring with utterances of twenty different lengths, fed one after the other."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class UtteranceScorer:
    def __init__(self):
        rng = np.random.RandomState(10)
        self.frames = tf.placeholder(tf.float32, [None, None, 40])
        kernel = tf.constant(rng.normal(scale=0.1, size=(5, 40, 32)).astype(np.float32))
        features = tf.nn.relu(tf.nn.conv1d(self.frames, kernel, stride=1, padding="SAME"))
        self.score = tf.reduce_mean(features)
        self.session = tf.Session()

    def __call__(self, frames):
        return float(self.session.run(self.score, {self.frames: frames}))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    scorer = UtteranceScorer()
    rng = np.random.RandomState(11)
    lengths = [100 + 45 * k for k in range(20)]
    total = 0.0
    for step in range(steps):
        total += scorer(rng.normal(size=(6, lengths[step % 20], 40)).astype(np.float32))
    print("%d utterance batches, mean score %.4f" % (steps, total / steps))


if __name__ == "__main__":
    main()
