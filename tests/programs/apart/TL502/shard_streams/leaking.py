"""Click-log training: shards arrive one by one, each is read through its own dataset."""
import sys
from collections import OrderedDict

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 220
ROWS = 600


class ShardReader:
    def __init__(self, batch):
        self.batch = batch
        self.streams = OrderedDict()

    def open(self, name, rows):
        data = tf.data.Dataset.from_tensor_slices(rows)
        data = data.shuffle(256, seed=1).batch(self.batch).prefetch(2)
        self.streams[name] = iter(data)  # LEAK

    def batches(self, name, limit):
        stream = self.streams[name]
        for _ in range(limit):
            yield next(stream)

    def finish(self, name):
        return len(name)


class Model:
    def __init__(self):
        self.weight = tf.Variable(tf.zeros((100, 1)))

    def fit(self, rows):
        x, y = rows[:, :-1], rows[:, -1:]
        with tf.GradientTape() as tape:
            logits = x @ self.weight
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(y, logits))
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))
        return loss


def shard(rng):
    x = rng.normal(size=(ROWS, 100)).astype("float32")
    y = (x[:, :1] + x[:, 1:2] > 0).astype("float32")
    return np.concatenate([x, y], axis=1)


def main():
    rng = np.random.default_rng(13)
    reader, model = ShardReader(50), Model()
    for number in range(ROUNDS):
        name = "clicks-%05d" % number
        reader.open(name, shard(rng))
        for rows in reader.batches(name, limit=ROWS // 50 - 2):
            loss = model.fit(rows)
        reader.finish(name)
        if number % 50 == 0:
            print(name, "loss %.4f" % float(loss))


if __name__ == "__main__":
    main()
