"""Subclassed layers and models with Python control flow, called inside tf.function: graphs and warnings.

lanes = ["tf2", "tf215"]
"""
import time

import tensorflow as tf
from graphs import bits, show_graph

tf.keras.utils.set_random_seed(3)


@tf.function
def signed(y):
    if tf.reduce_mean(y) > 0.0:
        return y
    return -y


class Gate(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units)

    def call(self, x, training=False):
        x = signed(self.dense(x))  # Keras 3 converts no layers, only what is a function of TensorFlow's
        return x if training else tf.nn.relu(x)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.gates = [Gate(4), Gate(3)]
        self.drop = tf.keras.layers.Dropout(0.5)

    def call(self, x, training=False):
        for gate in self.gates:
            x = gate(x, training=training)
        return self.drop(x, training=training)


net = Net()
outer = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


@tf.function
def forward(x):
    y = net(x, training=True)
    if tf.reduce_sum(y) > 0.0:
        y = y + outer(x)[:, :1]
    return y


@tf.function
def direct(x):
    return outer(x) + net.gates[0](x)[:, :2]


x = tf.constant([[1.0, 2.0], [3.0, -4.0]])
print(bits([forward(x), direct(x)]))
show_graph("forward", forward.get_concrete_function(x).graph.as_graph_def())
show_graph("direct", direct.get_concrete_function(x).graph.as_graph_def())
net.compile(optimizer="sgd", loss="mse")
history = net.fit(tf.ones([8, 2]), tf.ones([8, 3]), epochs=2, verbose=0, shuffle=False)
print(history.history, bits(net.get_weights()))
start = time.monotonic()
while time.monotonic() - start < 1.5:
    forward(x)
print(bits([net.predict(x, verbose=0)]))
