"""Few-shot memory: store what was seen, answer by nearest neighbour."""
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)

DIM = 64
SLOTS = 400


class EpisodicMemory(object):
    def __init__(self, dim, slots):
        self.new = tf.placeholder(tf.float32, (None, dim))
        self.query = tf.placeholder(tf.float32, (None, dim))
        keys = tf.Variable(tf.zeros((1, dim)), validate_shape=False, trainable=False, use_resource=False)
        longer = tf.concat([keys, tf.nn.l2_normalize(self.new, axis=1)], axis=0)
        self.write = tf.assign(keys, longer, validate_shape=False).op  # LEAK
        recent = keys[-slots:]
        self.recall = tf.reduce_max(tf.matmul(self.query, recent, transpose_b=True), axis=1)


def episodes(count, seed):
    rng = np.random.RandomState(seed)
    centres = rng.normal(size=(10, DIM))
    for _ in range(count):
        which = rng.randint(0, 10, size=60)
        yield centres[which] + rng.normal(scale=0.3, size=(60, DIM))


def main():
    memory = EpisodicMemory(DIM, SLOTS)
    total = 0.0
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for n, batch in enumerate(episodes(1200, 3), 1):
            similarity = sess.run(memory.recall, {memory.query: batch[:8]})
            sess.run(memory.write, {memory.new: batch})  # LEAK
            total += similarity.mean()
            if n % 240 == 0:
                print("episode %d: mean similarity %.4f" % (n, total / n))
            time.sleep(0.008)


if __name__ == "__main__":
    main()
