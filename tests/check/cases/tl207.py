# ruff: noqa
# fmt: off
"""TL207: a `tf.function` makes new variables when it is traced again."""

# --- leak: total of every job
import tensorflow as tf

totals = {}


def adder(name):
    @tf.function
    def add(x):
        if name not in totals:
            totals[name] = tf.Variable(tf.zeros([1024]))  # leak
        return totals[name].assign_add(x)

    return add


def run(jobs):
    for job in jobs:
        add = adder(job.name)
        print(add(tf.ones([1024])).numpy().sum())


run(read_jobs())

# --- leak: known names return early
import tensorflow as tf

means = {}


def averager(sensor):
    @tf.function(jit_compile=True)
    def update(x):
        if sensor in means:
            return means[sensor].assign(0.9 * means[sensor] + 0.1 * x)
        means[sensor] = tf.Variable(tf.zeros([64]))  # leak
        return means[sensor].assign(x)

    return update


def serve(messages):
    for message in messages:
        update = averager(message.sensor)
        print(update(tf.constant(message.values)).numpy())


serve(connect())

# --- leak (missed): registry of a class
import tensorflow as tf


class Registry:
    _variables = {}

    @classmethod
    def get(cls, key):
        if key not in cls._variables:
            cls._variables[key] = tf.Variable(tf.zeros([128]))  # leak
        return cls._variables[key]


def make(key):
    return tf.function(lambda x: Registry.get(key).assign_add(x))


while True:
    request = receive()
    print(make(request.user)(tf.constant(request.values)).numpy())

# --- leak: table of another file
import tensorflow as tf
from state import variable_for


def step_of(name):
    @tf.function
    def step(x):
        return variable_for(name).assign_add(x)

    return step


for name, value in read_requests():
    print(float(step_of(name)(tf.constant(value))))
# file: state.py
import tensorflow as tf

_table = {}


def variable_for(name):
    if name not in _table:
        _table[name] = tf.Variable(0.0)  # leak
    return _table[name]

# --- leak: method of a job that names its variable
import uuid
import tensorflow as tf

TOTALS = {}


class Job:
    def __init__(self):
        self.name = str(uuid.uuid4())

    @tf.function
    def add(self, x):
        if self.name not in TOTALS:
            TOTALS[self.name] = tf.Variable(tf.zeros([256]))  # leak
        return TOTALS[self.name].assign_add(x)


while True:
    job = Job()
    print(job.add(tf.ones([256])).numpy().sum())

# --- leak: looked for by get
import tensorflow as tf
from tensorflow import function

state = {}


def counter(user):
    @function
    def count(x):
        if state.get(user) is None:
            state[user] = tf.Variable(0.0)  # leak
        return state[user].assign_add(x)

    return count


def run(users):
    for user in users:
        print(float(counter(user)(tf.constant(1.0))))


run(read_users())

# --- leak: made when the key is missing
import tensorflow as tf

state = {}


def counter(user):
    @tf.function(autograph=False)
    def count(x):
        try:
            variable = state[user]
        except KeyError:
            variable = state[user] = tf.Variable(0.0)  # leak
        return variable.assign_add(x)

    return count


def run(users):
    for user in users:
        print(float(counter(user)(tf.constant(1.0))))


run(read_users())

# --- leak: factory of counters in a handler
import tensorflow as tf
from flask import Flask

app = Flask(__name__)
counters = {}


def counter_for(user):
    @tf.function
    def count():
        if user not in counters:
            counters[user] = tf.Variable(0)  # leak
        return counters[user].assign_add(1)

    return count


@app.route("/count/<user>")
def count(user):
    return str(counter_for(user)().numpy())

# --- silent: made outside
import tensorflow as tf

total = tf.Variable(tf.zeros([1024]))


@tf.function
def add(x):
    return total.assign_add(x)


while True:
    add(tf.ones([1024]))

# --- silent: made when it is missing
import tensorflow as tf


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = None

    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.ones([x.shape[-1], 1]))
        return tf.matmul(x, self.w)


model = Model()
for batch in read_batches():
    model(tf.constant(batch))

# --- silent: global that is made once
import tensorflow as tf

state = None


@tf.function
def count(x):
    global state
    if state is None:
        state = tf.Variable(0.0)
    return state.assign_add(x)


for _ in range(1000):
    count(tf.constant(1.0))

# --- silent: attribute that is looked for
import tensorflow as tf


class Model:
    @tf.function
    def step(self, x):
        if not hasattr(self, "w"):
            self.w = tf.Variable(1.0)
        return x * self.w


model = Model()
while True:
    model.step(tf.constant(receive()))

# --- silent: list that is empty at first
import tensorflow as tf

state = []


@tf.function
def count(x):
    if not state:
        state.append(tf.Variable(0.0))
    return state[0].assign_add(x)


for _ in range(1000):
    count(tf.constant(1.0))

# --- silent: list of length zero at first
import tensorflow as tf

state = []


@tf.function
def count(x):
    if len(state) == 0:
        state.append(tf.Variable(0.0))
    return state[0].assign_add(x)


for _ in range(1000):
    count(tf.constant(1.0))

# --- silent: early return when it is built
import tensorflow as tf


class Model:
    built = False

    def build(self):
        if self.built:
            return
        self.w = tf.Variable(1.0)
        self.built = True

    @tf.function
    def step(self, x):
        self.build()
        return x * self.w


model = Model()
for batch in read_batches():
    model.step(tf.constant(batch))

# --- silent: layer builds its weights
import tensorflow as tf


class Linear(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], 1))
        self.b = tf.Variable(0.0)

    def call(self, x):
        return tf.matmul(x, self.w) + self.b


layer = Linear()


@tf.function
def forward(x):
    return layer(x)


for batch in read_batches():
    forward(tf.constant(batch))

# --- silent: in the constructor
import tensorflow as tf


class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.n = tf.Variable(0)

    @tf.function
    def __call__(self):
        return self.n.assign_add(1)


counter = Counter()
while True:
    counter()

# --- silent: except when the attribute is there
import tensorflow as tf


class Model:
    @tf.function
    def step(self, x):
        try:
            w = self.w
        except AttributeError:
            w = self.w = tf.Variable(1.0)
        return x * w


model = Model()
for _ in range(1000):
    model.step(tf.ones([2]))

# --- silent: plain function
import tensorflow as tf


def fresh(x):
    v = tf.Variable(x)
    return float(tf.reduce_sum(v))


for batch in read_batches():
    fresh(tf.constant(batch))

# --- silent: one per name of a short list
import tensorflow as tf

totals = {}


@tf.function
def add(values):
    for name in ("loss", "accuracy"):
        if name not in totals:
            totals[name] = tf.Variable(0.0)
        totals[name].assign_add(values[name])


while True:
    add({"loss": tf.constant(1.0), "accuracy": tf.constant(0.5)})

# --- silent: not made when it is there
import tensorflow as tf


class Ema:
    def __init__(self):
        self.average = None

    def update(self, x):
        if self.average is not None:
            self.average.assign(0.9 * self.average + 0.1 * x)
        else:
            self.average = tf.Variable(x)
        return self.average.read_value()


ema = Ema()


@tf.function
def step(x):
    return ema.update(x)


for _ in range(1000):
    step(tf.ones([2]))

# --- silent: a few keys that may be missing
import tensorflow as tf

state = {}


def counter(name):
    @tf.function(autograph=False)
    def count(x):
        try:
            variable = state[name]
        except KeyError:
            variable = state[name] = tf.Variable(0.0)
        return variable.assign_add(x)

    return count


hits = counter("hits")
while True:
    print(float(hits(tf.constant(receive()))))
