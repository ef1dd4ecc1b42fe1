# ruff: noqa
# fmt: off
"""TL203: a new `tf.function` is made in every round, and kept."""

# --- leak: list of steps
import tensorflow as tf

steps = []
for i in range(10000):
    step = tf.function(lambda x: x * 2.0)  # leak
    steps.append(step)
    print(float(step(tf.constant(1.0))))

# --- leak: functions by request
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
compiled = {}


@app.route("/run/<name>")
def run(name):
    @tf.function  # leak
    def program(x):
        return x + 1.0

    compiled[name] = program
    return str(program(tf.zeros([2])).numpy())

# --- leak: factory of a method
import tensorflow as tf


class Service:
    def __init__(self):
        self.functions = {}

    def make(self, weight):
        @tf.function(jit_compile=True)  # leak
        def score(x):
            return x * weight

        return score

    def handle(self, user, x):
        if user not in self.functions:
            self.functions[user] = self.make(tf.ones([3]))
        return self.functions[user](x)


def main():
    service = Service()
    for user, x in read_requests():
        print(service.handle(user, tf.constant(x)))


main()

# --- leak: objects that are kept compile their own
import tensorflow as tf


class Job:
    def __init__(self, weight):
        self.run = tf.function(lambda x: x * weight)  # leak


jobs = []
while True:
    job = Job(tf.ones([2]))
    jobs.append(job)
    print(job.run(tf.ones([2])).numpy())

# --- leak: factory in another file
import tensorflow as tf
from factory import make_step

kept = []
while True:
    step = make_step(wait_for_upload())
    kept.append(step)
    print(step(tf.ones([1, 4])).numpy())
# file: factory.py
import tensorflow as tf


def make_step(model):
    @tf.function  # leak
    def step(x):
        return model(x)

    return step

# --- leak: setdefault
import tensorflow as tf

functions = {}


def function_for(key):
    return functions.setdefault(key, tf.function(lambda x: x + 1))  # leak


for key, value in read_requests():
    print(function_for(key)(tf.constant(value)).numpy())

# --- leak: pair of a name and a function
import uuid
import tensorflow as tf

registry = []


def register(scale):
    traced = tf.function(lambda x: x * scale, autograph=False)  # leak
    registry.append((uuid.uuid4(), traced))
    return traced


while True:
    print(float(register(2.0)(tf.constant(3.0))))

# --- leak: callback for every batch
import tensorflow as tf


class Probe(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.probes = []

    def on_train_batch_end(self, batch, logs=None):
        @tf.function  # leak
        def norm():
            return tf.linalg.global_norm(self.model.trainable_variables)

        self.probes.append(norm)
        print(float(norm()))

# --- leak: concrete functions are kept
import tensorflow as tf

concrete = []
for step in range(10000):
    traced = tf.function(lambda x: x + step)  # leak
    concrete.append(traced.get_concrete_function(tf.TensorSpec([2])))
    print(concrete[-1](tf.zeros([2])).numpy())

# --- leak: bound to a class
import tensorflow as tf


class Cache:
    table = {}

    @classmethod
    def get(cls, key):
        if key not in cls.table:
            cls.table[key] = tf.function(lambda x: tf.reduce_sum(x))  # leak
        return cls.table[key]


for request in requests:
    print(Cache.get(request.user)(tf.constant(request.x)).numpy())

# --- silent: made once
import tensorflow as tf

step = tf.function(lambda x: x * 2.0)
for i in range(10000):
    print(float(step(tf.constant(1.0))))

# --- silent: made per call and dropped
import tensorflow as tf


def score(x):
    @tf.function
    def double(x):
        return x * 2.0

    return double(x)


for i in range(10000):
    print(float(score(tf.constant(1.0))))

# --- silent: in a loop and dropped
import tensorflow as tf

while True:
    step = tf.function(lambda x: x * 2.0)
    print(float(step(tf.constant(1.0))))

# --- silent: lazy function of an object
import tensorflow as tf


class Agent:
    def __init__(self, model):
        self.model = model
        self._train_function = None

    def train(self, x):
        if self._train_function is None:
            self._train_function = tf.function(self._step)
        return self._train_function(x)

    def _step(self, x):
        return tf.reduce_sum(self.model(x))


agent = Agent(tf.keras.Sequential([tf.keras.layers.Dense(2)]))
for batch in read_batches():
    print(float(agent.train(tf.constant(batch))))

# --- silent: a function per loss of a short list
import tensorflow as tf

functions = {}
for name in ("mse", "mae"):
    functions[name] = tf.function(tf.keras.losses.get(name))
for x, y in read_pairs():
    print(functions["mse"](x, y).numpy())

# --- silent: bounded table
import tensorflow as tf

functions = {}


def function_for(key):
    if key not in functions:
        if len(functions) > 10:
            functions.clear()
        functions[key] = tf.function(lambda x: x + 1)
    return functions[key]


for key, value in read_requests():
    print(function_for(key)(tf.constant(value)).numpy())

# --- silent: functions of the layers of a model
import tensorflow as tf


def build(num_layers):
    blocks = []
    for i in range(num_layers):
        blocks.append(tf.function(tf.keras.layers.Dense(8)))
    return blocks


blocks = build(12)
while True:
    x = tf.constant(receive())
    for block in blocks:
        x = block(x)
    emit(x.numpy())

# --- silent: overwritten attribute
import tensorflow as tf


class Trainer:
    def compile(self, model):
        self.step = tf.function(lambda x: model(x))

    def run(self, models):
        for model in models:
            self.compile(model)
            print(self.step(tf.ones([1, 2])).numpy())


Trainer().run(read_models())

# --- silent: results are kept and not functions
import tensorflow as tf

results = []
for i in range(1000):
    step = tf.function(lambda x: x * 2.0)
    results.append(float(step(tf.constant(1.0))))

# --- silent: key of a fixed set
import tensorflow as tf


class Player:
    def __init__(self):
        self.functions = {}

    def function(self, training):
        if training not in self.functions:
            self.functions[training] = tf.function(lambda x: x * 2.0 if training else x)
        return self.functions[training]


player = Player()
for i in range(10000):
    print(player.function(i % 2 == 0)(tf.ones([2])).numpy())

# --- leak: a model that is compiled again for every part that learns
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


class Turns:
    def __init__(self, net):
        self.net = net

    def turn(self, part):
        self.net.get_layer("body").trainable = part == "all"
        self.net.compile("sgd", "mse")  # leak


def main(batches, periods):
    turns = Turns(model)
    for period in range(periods):
        turns.turn(("head", "all")[period % 2])
        model.train_on_batch(*next(batches))

# --- silent: a model that is compiled once
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def main(batches, periods):
    model.compile("sgd", "mse")
    for period in range(periods):
        model.train_on_batch(*next(batches))

# --- silent: a model that is compiled for each of two phases
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def main(x, y):
    for rate in (1e-3, 1e-4):
        model.compile(tf.keras.optimizers.Adam(rate), "mse")
        model.fit(x, y)
