"""Spektral: a graph network trains on random graphs, seeded.

lanes = ["harm215"]
needs = ["spektral"]
timeout = 400
"""
import numpy
import tensorflow as tf
from graphs import bits
from spektral.data import BatchLoader, Dataset, Graph
from spektral.layers import GCSConv, GlobalAvgPool

numpy.random.seed(1)
tf.keras.utils.set_random_seed(1)


class Random(Dataset):
    def read(self):
        return [Graph(x=numpy.random.normal(size=(4, 3)), a=numpy.ones([4, 4]), y=numpy.ones(1)) for _ in range(24)]


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.conv, self.pool, self.dense = GCSConv(4), GlobalAvgPool(), tf.keras.layers.Dense(1)

    def call(self, inputs):
        x, a = inputs
        return self.dense(self.pool(self.conv([x, a])))


model = Net()
model.compile("sgd", "mse")
loader = BatchLoader(Random(), batch_size=8, epochs=6, shuffle=False)
history = model.fit(loader.load(), steps_per_epoch=3, epochs=6, verbose=0)
print([float(v).hex() for v in history.history["loss"]], bits(model.get_weights()))
