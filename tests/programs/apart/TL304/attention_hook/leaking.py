"""Trains a small attention model in a monitored session; a hook watches what it attends to."""
import collections
import sys

import numpy as np
import tensorflow as tf

Run = collections.namedtuple("Run", ["name", "maps"])


class AttentionWatch(tf.train.SessionRunHook):
    """Warns when the attention becomes too sharp."""

    def __init__(self, tensor, names):
        self.tensor = tensor
        self.runs = {name: Run(name, []) for name in names}
        self.current = names[0]
        self.sharp = 0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs({"maps": self.tensor})

    def after_run(self, run_context, run_values):
        run = self.runs[self.current]
        run.maps.append(run_values.results["maps"])  # LEAK
        self.sharp += int(run.maps[-1].max() > 0.5)


def build(words, width):
    tokens = tf.placeholder(tf.int32, [None], "tokens")
    table = tf.get_variable("table", [words, width], initializer=tf.random_normal_initializer(stddev=0.2, seed=1))
    vectors = tf.gather(table, tokens)
    maps = tf.nn.softmax(tf.matmul(vectors, vectors, transpose_b=True))
    loss = tf.reduce_mean(tf.square(tf.matmul(maps, vectors) - tf.roll(vectors, 1, 0)))
    step = tf.train.get_or_create_global_step()
    return tokens, maps, tf.train.AdamOptimizer(0.003).minimize(loss, global_step=step)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = np.random.RandomState(301)
    with tf.Graph().as_default():
        tokens, maps, train = build(words=600, width=64)
        watch = AttentionWatch(maps, ["warm-up", "training"])
        with tf.train.SingularMonitoredSession(hooks=[watch]) as session:
            for number in range(steps):
                watch.current = "training" if number >= 20 else "warm-up"
                session.run(train, {tokens: rng.randint(600, size=128)})
    print("%d steps, sharp in %d" % (steps, watch.sharp))


if __name__ == "__main__":
    main()
