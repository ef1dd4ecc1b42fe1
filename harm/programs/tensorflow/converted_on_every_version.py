"""Everything the probe hears of, called inside functions that AutoGraph converts: whole graph definitions, warnings and stacks.

lanes = ["tf2", "versions"]
"""
import re
import sys
import warnings

import tensorflow as tf

warnings.simplefilter("always")
tf.random.set_seed(3)


@tf.function
def gated(y):
    if tf.reduce_sum(y) > 3.0:
        y = y * 2.0
    else:
        y = y - 1.0
    for step in tf.range(3):
        if step == 1:
            continue
        y = y + tf.cast(step, tf.float32)
    return y


class Gate(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.inner = tf.keras.layers.Dense(units, kernel_initializer="ones")

    def call(self, x, training=False):
        y = self.inner(x)
        y = gated(y)
        if training:
            y = y + 1.0
        return y


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.gates = [Gate(4), Gate(2)]
        self.conv = tf.keras.layers.Conv2D(2, 3, kernel_initializer="ones")

    def call(self, x):
        for gate in self.gates:
            x = gate(x)
        picture = tf.reshape(tf.tile(x, [1, 18]), [-1, 6, 6, 1])
        return tf.reduce_sum(self.conv(picture), axis=[1, 2])


net = Net()
stacks = []


def told():
    frame, rows = sys._getframe(1), []
    while frame is not None:
        rows.append(frame.f_code.co_name)
        frame = frame.f_back
    return rows


@tf.function
def inner(x):
    while tf.reduce_max(x) < 50.0:
        x = x * 2.0
    return x


@tf.function
def step(x):
    stacks.append(told())
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = net(x)
        loss = tf.reduce_mean(inner(y))
    return tape.gradient(loss, x), loss


def plain_lines(graph):
    definition = graph.as_graph_def()
    rows = ["%s %s %s" % (node.op, node.name, list(node.input)) for node in definition.node]
    for function in definition.library.function:
        rows += ["  %s: %s %s" % (function.signature.name, node.op, list(node.input)) for node in function.node_def]
    return sorted(re.sub(r"_\d+\b|\d{2,}", "#", row) for row in rows)


example = tf.ones([2, 3])
concrete = step.get_concrete_function(example)
for line in plain_lines(concrete.graph):
    print(line)
for gradient in step(example):
    print(gradient.numpy().tolist())
print(len(net.variables), stacks)
data = tf.data.Dataset.range(5).map(lambda i: i * 2 if i > 2 else i + 100)
print([int(element) for element in data])
with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    x = tf.compat.v1.placeholder(tf.float32, [None])
    y = tf.autograph.to_graph(lambda v: v + 1.0)(x)
    print(session.run(y, {x: [1.0, 2.0]}))
for round_ in range(30):
    step(example)
print("done")
