# ruff: noqa
# fmt: off
"""TL204: a new Python object as argument makes `tf.function` trace again."""

# --- leak: options of each request
import tensorflow as tf


class Options:
    def __init__(self, gain, clip):
        self.gain = gain
        self.clip = clip


@tf.function
def enhance(image, options):
    return tf.clip_by_value(image * options.gain, 0.0, options.clip)


for request in requests:
    enhance(tf.constant(request.image), Options(request.gain, request.clip))  # leak

# --- leak: lambda as an argument
import tensorflow as tf


@tf.function
def apply(function, x):
    return function(x)


while True:
    scale = receive()
    apply(lambda x: x * scale, tf.ones([3]))  # leak

# --- leak: object made by a helper
import tensorflow as tf


class Config:
    def __init__(self, rate):
        self.rate = rate


def config_of(row):
    return Config(row["rate"])


@tf.function(autograph=False)
def update(x, config):
    return x * config.rate


def main():
    for row in read_rows():
        config = config_of(row)
        update(tf.ones([2]), config)  # leak


main()

# --- leak: keyword argument in a handler
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()


class Mask:
    def __init__(self, width):
        self.width = width


@tf.function
def crop(x, mask=None):
    return x[: mask.width]


@app.get("/crop")
async def handle(width: int):
    return crop(tf.zeros([100]), mask=Mask(width)).numpy().tolist()  # leak

# --- leak: traced method of a new object that is kept
import tensorflow as tf


class Scorer:
    def __init__(self, weight):
        self.weight = weight

    @tf.function
    def score(self, x):
        return x * self.weight


scorers = []


def serve(connections):
    for connection in connections:
        scorer = Scorer(tf.ones([3]))
        connection.send(scorer.score(tf.ones([3])).numpy())
        scorers.append(scorer)  # leak


serve(accept())

# --- leak: class of another file
import tensorflow as tf
from shapes import Box, area

for i in range(100000):
    area(Box(i, i + 1), tf.constant(2.0))  # leak
# file: shapes.py
import tensorflow as tf


class Box:
    def __init__(self, width, height):
        self.width, self.height = width, height


@tf.function
def area(box, scale):
    return box.width * box.height * scale

# --- leak: environment step with a new state object
import tensorflow as tf


class State:
    def __init__(self, position, speed):
        self.position = position
        self.speed = speed


@tf.function
def policy(state):
    return state.position + state.speed


def rollout():
    state = State(tf.zeros([2]), tf.ones([2]))
    while True:
        move = policy(state)  # leak
        state = State(move, tf.ones([2]))


rollout()

# --- leak: object inside a list argument
import tensorflow as tf


class Item:
    def __init__(self, weight):
        self.weight = weight


@tf.function
def total(items):
    return tf.add_n([item.weight for item in items])


for _ in range(10000):
    total([Item(tf.ones([2])), Item(tf.ones([2]))])  # leak

# --- leak: local function as an argument
import tensorflow as tf


@tf.function
def integrate(field, x):
    return x + field(x)


def simulate(forces):
    x = tf.zeros([3])
    for force in forces:
        def field(x):
            return x * force

        x = integrate(field, x)  # leak
    return x


simulate(read_forces())

# --- leak: map over new objects
import tensorflow as tf


class Query:
    def __init__(self, text):
        self.text = text


@tf.function
def length(query):
    return tf.strings.length(query.text)


sizes = sum(map(lambda line: int(length(Query(line))), open("queries.txt")))  # leak

# --- leak (missed): table of scorers by session
import tensorflow as tf
from flask import Flask, session

app = Flask(__name__)
scorers = {}


class Scorer(tf.Module):
    def __init__(self):
        super().__init__()
        self.total = tf.Variable(0.0)

    @tf.function
    def add(self, x):
        return self.total.assign_add(x)


@app.route("/add/<user>/<float:x>")
def add(user, x):
    if user not in scorers:
        scorers[user] = Scorer()  # leak
    return str(scorers[user].add(tf.constant(x)).numpy())

# --- silent: tensors instead of the object
import tensorflow as tf


class Options:
    def __init__(self, gain, clip):
        self.gain = gain
        self.clip = clip


@tf.function
def enhance(image, gain, clip):
    return tf.clip_by_value(image * gain, 0.0, clip)


for request in requests:
    options = Options(request.gain, request.clip)
    enhance(tf.constant(request.image), tf.constant(options.gain), tf.constant(options.clip))

# --- silent: one object for all
import tensorflow as tf


class Options:
    def __init__(self, gain):
        self.gain = gain


@tf.function
def enhance(image, options):
    return image * options.gain


options = Options(2.0)
for image in read_images():
    enhance(tf.constant(image), options)

# --- leak: equal objects that are gone before the next call
import tensorflow as tf


class Mode:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


@tf.function
def step(x, mode):
    return x if mode.name == "train" else -x


for x in read_batches():
    step(tf.constant(x), Mode("train"))  # leak

# --- leak: frozen data class made for every call
from dataclasses import dataclass
import tensorflow as tf


@dataclass(frozen=True)
class Mode:
    training: bool


@tf.function
def step(x, mode):
    return x if mode.training else -x


while True:
    step(tf.constant(receive()), Mode(True))  # leak

# --- silent: frozen data class made once
from dataclasses import dataclass
import tensorflow as tf


@dataclass(frozen=True)
class Mode:
    training: bool


TRAIN, TEST = Mode(True), Mode(False)


@tf.function
def step(x, mode):
    return x if mode.training else -x


while True:
    step(tf.constant(receive()), TRAIN)
    step(tf.constant(receive()), TEST)

# --- silent: equal objects of which one stays
import tensorflow as tf


class Mode:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


@tf.function
def step(x, mode):
    return x if mode.name == "train" else -x


mode = Mode("train")
for x in read_batches():
    step(tf.constant(x), mode)

# --- silent: named tuple of tensors
import collections
import tensorflow as tf

Transition = collections.namedtuple("Transition", ["state", "reward"])


@tf.function
def learn(transition):
    return tf.reduce_sum(transition.state) * transition.reward


for i in range(10000):
    learn(Transition(tf.ones([4]), tf.constant(1.0)))

# --- silent: typed named tuple of tensors
from typing import NamedTuple
import tensorflow as tf


class Transition(NamedTuple):
    state: tf.Tensor
    reward: tf.Tensor


@tf.function
def learn(transition):
    return tf.reduce_sum(transition.state) * transition.reward


for i in range(10000):
    learn(Transition(tf.ones([4]), tf.constant(1.0)))

# --- silent: methods of a few models
import tensorflow as tf


class Scorer:
    def __init__(self, weight):
        self.weight = weight

    @tf.function
    def score(self, x):
        return x * self.weight


ensemble = [Scorer(tf.ones([3])) for _ in range(5)]
for x in read_batches():
    for scorer in ensemble:
        print(scorer.score(tf.constant(x)).numpy())

# --- silent: new objects that are dropped with their traces
import tensorflow as tf


class Scorer:
    def __init__(self, weight):
        self.weight = weight

    def score(self, x):
        return x * self.weight


for x in read_batches():
    print(Scorer(2.0).score(tf.constant(x)).numpy())

# --- silent: optimizer and model as arguments
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()


@tf.function
def train(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for x, y in read_batches():
    train(model, optimizer, tf.constant(x), tf.constant(y))

# --- silent: function of the module as an argument
import tensorflow as tf


def double(x):
    return x * 2


@tf.function
def apply(function, x):
    return function(x)


while True:
    apply(double, tf.ones([3]))
    apply(tf.nn.relu, tf.ones([3]))

# --- silent: member of an enumeration
import enum
import tensorflow as tf


class Phase(enum.Enum):
    TRAIN = 1
    TEST = 2


@tf.function
def step(x, phase):
    return x if phase is Phase.TRAIN else -x


for i in range(100000):
    step(tf.ones([2]), Phase(1 + i % 2))
    step(tf.ones([2]), Phase.TEST)

# --- silent: object in a plain function
import tensorflow as tf


class Row:
    def __init__(self, x):
        self.x = tf.constant(x)


@tf.function
def total(x):
    return tf.reduce_sum(x)


def handle(row):
    return total(row.x)


for x in read_rows():
    handle(Row(x))

# --- leak: partial function as an argument
import functools
import tensorflow as tf


def scaled(x, factor):
    return x * factor


@tf.function
def apply(function, x):
    return function(x)


for factor in range(1, 10000):
    apply(functools.partial(scaled, factor=factor), tf.ones([3]))  # leak

# --- leak: object attribute replaced before each call
import tensorflow as tf


class Camera:
    def __init__(self, angle):
        self.angle = angle


class Renderer:
    def __init__(self):
        self.camera = Camera(0.0)

    @tf.function
    def draw(self, points, camera):
        return points * camera.angle

    def frame(self, points, angle):
        self.camera = Camera(angle)
        return self.draw(points, self.camera)  # leak


renderer = Renderer()
while True:
    renderer.frame(tf.ones([3]), read_angle())

# --- silent: iterator of each epoch
import tensorflow as tf


@tf.function
def train_epoch(iterator):
    return next(iterator)


dataset = tf.data.Dataset.range(1000)
while True:
    train_epoch(iter(dataset))

# --- silent: extension type
import tensorflow as tf


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


@tf.function
def total(x):
    return tf.reduce_sum(tf.where(x.mask, x.values, 0.0))


while True:
    total(Masked(tf.ones([3]), tf.ones([3], tf.bool)))

# --- silent: new object that the function never gets
import tensorflow as tf


class Timer:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, *details):
        print(self.name)


@tf.function
def step(x):
    return x * 2


for batch in read_batches():
    with Timer("step") as timer:
        step(tf.constant(batch))

# --- silent: argument through a base class of keras
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def call(self, x):
        return x * 2


@tf.function
def forward(block, x):
    return block(x)


block = Block()
for batch in read_batches():
    forward(block, tf.constant(batch))

# --- silent: object of a unit test per case
import tensorflow as tf


class Case:
    def __init__(self, value):
        self.value = value


@tf.function
def run(case):
    return case.value * 2


for value in (1.0, 2.0, 3.0):
    run(Case(tf.constant(value)))
