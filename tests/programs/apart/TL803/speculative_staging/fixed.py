"""Active learning: two candidate batches are staged per step, the harder one is trained on."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1400


class Staging:
    """Batches by number in the runtime's staging area."""

    def __init__(self, name):
        self.name = name
        self.settings = dict(dtypes=[tf.float32], shared_name=name)

    def put(self, number, batch):
        key = tf.constant(number, tf.int64)
        tf.raw_ops.MapStage(key=key, indices=[0], values=[batch], **self.settings)

    def take(self, number):
        key = tf.constant(number, tf.int64)
        return tf.raw_ops.MapUnstage(key=key, indices=[0], **self.settings)[0]


class Learner:
    def __init__(self):
        self.weight = tf.Variable(tf.random.normal((128, 32), stddev=0.1))

    def hardness(self, batch):
        return float(tf.math.reduce_std(batch @ self.weight))

    def fit(self, batch):
        for _ in range(4):
            with tf.GradientTape() as tape:
                code = tf.tanh(batch @ self.weight)
                back = tf.matmul(code, self.weight, transpose_b=True)
                loss = tf.reduce_mean(tf.square(back - batch))
            self.weight.assign_sub(0.05 * tape.gradient(loss, self.weight))
        return loss


def main():
    rng = np.random.default_rng(14)
    easy_side, hard_side = Staging("easy"), Staging("hard")
    learner = Learner()
    for step in range(ROUNDS):
        pair = [tf.constant(rng.normal(size=(128, 128)).astype("float32")) for _ in range(2)]
        easy, hard = sorted(pair, key=learner.hardness)
        easy_side.put(step, easy)
        hard_side.put(step, hard)
        loss = learner.fit(hard_side.take(step))
        rest = easy_side.take(step)
        if step % 10 == 0:
            loss = learner.fit(rest)
        if step % 200 == 0:
            print(step, "loss %.4f" % float(loss))


if __name__ == "__main__":
    main()
