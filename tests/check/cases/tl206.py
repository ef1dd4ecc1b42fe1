# ruff: noqa
# fmt: off
"""TL206: symbolic tensors are collected in a Python list while tracing."""

# --- leak: list of the module
import tensorflow as tf

activations = []


@tf.function
def forward(x):
    hidden = tf.nn.relu(x)
    activations.append(hidden)  # leak
    return tf.reduce_sum(hidden)


for _ in range(100):
    forward(tf.ones([4]))

# --- leak: attribute of an object
import tensorflow as tf


class Network(tf.Module):
    def __init__(self):
        super().__init__()
        self.weights = tf.Variable(tf.ones([4, 4]))
        self.probes = []

    @tf.function
    def __call__(self, x):
        hidden = tf.matmul(x, self.weights)
        self.probes.append(hidden)  # leak
        return tf.reduce_sum(hidden)

# --- leak: closure of a factory
from tensorflow import function as tf_function
import tensorflow as tf

watched = []


def make_step(weights):
    @tf_function
    def step(x):
        hidden = tf.matmul(x, weights)
        watched.append(hidden)  # leak
        return tf.reduce_sum(hidden)

    return step


for _ in range(1000):
    make_step(tf.ones([2, 2]))(tf.ones([1, 2]))

# --- leak: list is extended
import tensorflow as tf

outputs = list()


@tf.function(autograph=False)
def unroll(x):
    outputs.extend([x * 2.0, x * 3.0])  # leak
    return x


unroll(tf.ones([2]))

# --- leak: list grows by an operator
import tensorflow as tf


class Recorder:
    def __init__(self):
        self.norms = []

    @tf.function
    def train(self, x):
        norm = tf.norm(x)
        self.norms += [norm]  # leak
        return x / norm


recorder = Recorder()
for batch in tf.data.Dataset.range(1000).batch(4):
    recorder.train(tf.cast(batch, tf.float32))

# --- leak: helper that a trace calls
import tensorflow as tf

losses = []


def remember(loss):
    losses.append(loss)  # leak


@tf.function
def train(x):
    loss = tf.reduce_mean(x)
    remember(loss)
    return loss


while True:
    train(tf.constant(receive()))

# --- leak: list of another file
import tensorflow as tf
from record import note


@tf.function
def train(x):
    loss = tf.reduce_mean(x)
    note(loss)
    return loss


train(tf.ones([3]))
# file: record.py
import tensorflow as tf

SEEN = []


def note(value):
    SEEN.append(value)  # leak

# --- leak: pairs with a name
import tensorflow as tf
from tensorflow.keras import layers as L

dense = L.Dense(4)
trace = []


@tf.function(jit_compile=True)
def forward(x):
    y = dense(x)
    trace.insert(0, ("dense", y))  # leak
    return y


forward(tf.ones([1, 4]))

# --- leak: wrapped by a call
import tensorflow as tf

gradients = []
w = tf.Variable(1.0)


def step(x):
    with tf.GradientTape() as tape:
        loss = x * w
    gradients.append(tape.gradient(loss, w))  # leak
    return loss


compiled = tf.function(step)
for i in range(100):
    compiled(tf.constant(2.0))

# --- leak: list of a class
import tensorflow as tf


class Policy:
    log_probabilities = []

    @tf.function
    def act(self, state):
        logits = tf.math.log_softmax(state)
        Policy.log_probabilities.append(logits)  # leak
        return tf.argmax(logits)


policy = Policy()
policy.act(tf.ones([3]))

# --- silent: list inside the function
import tensorflow as tf


@tf.function
def unroll(x):
    outputs = []
    for i in range(5):
        x = x * 2.0
        outputs.append(x)
    return tf.stack(outputs)


for _ in range(100):
    unroll(tf.ones([2]))

# --- silent: tensor array
import tensorflow as tf


@tf.function
def unroll(x):
    outputs = tf.TensorArray(tf.float32, 5)
    for i in tf.range(5):
        x = x * 2.0
        outputs = outputs.write(i, x)
    return outputs.stack()


unroll(tf.ones([2]))

# --- silent: list that the function makes anew
import tensorflow as tf


class Network:
    @tf.function
    def forward(self, x):
        self.hidden = []
        for _ in range(3):
            x = tf.nn.relu(x)
            self.hidden.append(x)
        return tf.add_n(self.hidden)


Network().forward(tf.ones([2]))

# --- silent: names and shapes
import tensorflow as tf

traces = []


@tf.function
def forward(x):
    traces.append(1)
    print("tracing with", x.shape)
    return x * 2.0


for _ in range(100):
    forward(tf.ones([2]))

# --- silent: numbers are collected outside
import tensorflow as tf

losses = []


@tf.function
def train(x):
    return tf.reduce_mean(x)


for _ in range(100):
    losses.append(float(train(tf.ones([3]))))
print(sum(losses) / len(losses))

# --- silent: list of a helper inside the trace
import tensorflow as tf


def towers(x):
    parts = []
    for scale in (1.0, 2.0, 4.0):
        parts.append(x * scale)
    return parts


@tf.function
def forward(x):
    return tf.concat(towers(x), axis=0)


forward(tf.ones([4]))

# --- silent: list handed in by the trace
import tensorflow as tf


def collect(x, into):
    into.append(tf.nn.relu(x))


@tf.function
def forward(x):
    found = list()
    collect(x, found)
    collect(-x, found)
    return tf.stack(found)


forward(tf.ones([4]))

# --- silent: list of lists inside the trace
import collections
import tensorflow as tf


@tf.function
def forward(x):
    levels = {"a": [], "b": []}
    stacks = collections.defaultdict(list)
    for name in levels:
        levels[name].append(x)
        stacks[name].append(x * 2.0)
    return tf.add_n(levels["a"] + stacks["b"])


forward(tf.ones([4]))

# --- silent: emptied before every trace
import tensorflow as tf

parts = []


@tf.function
def forward(x):
    parts.clear()
    parts.append(x * 2.0)
    parts.append(x * 3.0)
    return tf.add_n(parts)


forward(tf.ones([4]))

# --- silent: losses of a layer
import tensorflow as tf


class Regular(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.blocks = []
        for units in (4, 4):
            self.blocks.append(tf.keras.layers.Dense(units))

    def call(self, x):
        outputs = []
        for block in self.blocks:
            x = block(x)
            outputs.append(x)
        self.add_loss(tf.reduce_sum(x))
        return tf.concat(outputs, -1)

# --- silent: metrics of a data set function
import tensorflow as tf


def parse(line):
    fields = []
    for name in ("a", "b"):
        fields.append(tf.strings.to_number(line))
    return tf.stack(fields)


dataset = tf.data.TextLineDataset("x.csv").map(parse).batch(8)
for batch in dataset:
    print(batch.shape)

# --- leak: lists of a table
import collections
import tensorflow as tf

statistics = collections.defaultdict(list)


@tf.function
def train(x):
    loss = tf.reduce_mean(x)
    statistics["loss"].append(loss)  # leak
    return loss


for batch in read_batches():
    train(tf.constant(batch))

# --- leak: list in a literal table
import tensorflow as tf

history = {"loss": [], "norm": []}


@tf.function
def train(x):
    loss = tf.reduce_mean(x)
    history["loss"].append(loss)  # leak
    return loss


for batch in read_batches():
    train(tf.constant(batch))

# --- leak: training step of a keras model
import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.seen = []

    def train_step(self, data):
        x, y = data
        loss = tf.reduce_mean((self.dense(x) - y) ** 2)
        self.seen.append(loss)  # leak
        return {"loss": loss}

# --- leak: module called from a trace
import tensorflow as tf


class Block(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([4, 4]))
        self.outputs = []

    def __call__(self, x):
        y = tf.matmul(x, self.w)
        self.outputs.append(y)  # leak
        return y


block = Block()


@tf.function
def forward(x):
    return tf.reduce_sum(block(x))


for batch in read_batches():
    forward(tf.constant(batch))

# --- silent: module called eagerly on a list of its own
import tensorflow as tf


class Block(tf.Module):
    def __init__(self):
        super().__init__()
        self.layers = []
        for _ in range(3):
            self.layers.append(tf.keras.layers.Dense(4))

    def __call__(self, x):
        outputs = [x]
        for layer in self.layers:
            outputs.append(layer(outputs[-1]))
        return outputs


block = Block()


@tf.function
def forward(x):
    *hidden, last = block(x)
    return tf.concat(hidden, -1), last


for batch in read_batches():
    forward(tf.constant(batch))

# --- silent: metric of the training step of a keras model
import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.seen = tf.keras.metrics.Mean()

    def train_step(self, data):
        x, y = data
        loss = tf.reduce_mean((self.dense(x) - y) ** 2)
        self.seen.update_state(loss)
        return {"loss": self.seen.result()}

# --- leak: traced for its concrete function
import tensorflow as tf


class Block:
    taps = []

    def __call__(self, x):
        self.taps.append(tf.nn.relu(x))  # leak
        return x


def cost(block):
    @tf.function(input_signature=[tf.TensorSpec([32, 8])])
    def candidate(x):
        return block(x)

    candidate.get_concrete_function()
    return len(Block.taps)


while True:
    print(cost(Block()))

# --- silent: traced for its concrete function, and only shapes are kept
import tensorflow as tf


class Block:
    taps = []

    def __call__(self, x):
        self.taps.append(tf.nn.relu(x).shape)
        return x


def cost(block):
    @tf.function(input_signature=[tf.TensorSpec([32, 8])])
    def candidate(x):
        return block(x)

    candidate.get_concrete_function()
    return len(Block.taps)


while True:
    print(cost(Block()))

# --- silent: a result that a trace wraps
import tensorflow as tf


@tf.function
def scaled(parts, functions):
    for function in functions:
        results = function(parts)
        if not isinstance(results, tuple):
            results = (results,)
        parts = tuple(tf.nn.relu(part) for part in results)
    return parts


while True:
    print(scaled((tf.ones([2]),), (tf.identity, tf.abs)))
