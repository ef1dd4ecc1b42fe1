"""Pricing with exported models: each quote loads the model of its region."""
import os
import shutil
import sys
import tempfile
import time

import numpy as np
import tensorflow as tf


class Pricing(tf.Module):
    def __init__(self, factor):
        super().__init__()
        self.w1 = tf.Variable(tf.random.stateless_normal([16, 64], [1, factor]))
        self.w2 = tf.Variable(tf.random.stateless_normal([64, 1], [2, factor]))

    @tf.function(input_signature=[tf.TensorSpec([None, 16], tf.float32)])
    def price(self, rows):
        return tf.matmul(tf.nn.relu(tf.matmul(rows, self.w1)), self.w2)


class Region:
    def __init__(self, folder, name):
        self.path = os.path.join(folder, name)
        self.name = name
        self.quotes = 0

    def model(self):
        return tf.saved_model.load(self.path)


class Broker:
    def __init__(self, folder, names):
        self.regions = [Region(folder, name) for name in names]
        self.loaded = {name: [] for name in names}

    def quote(self, number, rows):
        region = self.regions[number % len(self.regions)]
        model = region.model()
        self.loaded[region.name].append(model)  # LEAK
        region.quotes += 1
        return float(tf.reduce_mean(model.price(rows)))


def main():
    quotes = int(sys.argv[1]) if len(sys.argv) > 1 else 240
    folder = tempfile.mkdtemp()
    names = ["north", "south"]
    for number, name in enumerate(names):
        tf.saved_model.save(Pricing(number), os.path.join(folder, name))
    broker = Broker(folder, names)
    rng = np.random.default_rng(0)
    for number in range(quotes):
        price = broker.quote(number, tf.constant(rng.normal(size=[4, 16]), tf.float32))
        time.sleep(0.02)
        if number % 20 == 0:
            print("quote", number, "price %.2f" % price)
    shutil.rmtree(folder)
    print("quotes", [region.quotes for region in broker.regions])


if __name__ == "__main__":
    main()
