# ruff: noqa
# fmt: off
"""TL405: old models are still referenced."""

# --- leak: models of a search kept in a list
import numpy as np
import tensorflow as tf
from tensorflow import keras

tried = []
for trial in range(1000):
    model = keras.Sequential([keras.layers.Dense(trial + 1), keras.layers.Dense(1)])
    print(model(np.zeros([1, 4])).numpy())
    tried.append(model)  # leak

# --- leak: service that reloads
import keras


class Service:
    def __init__(self):
        self.models = []

    def reload(self, path):
        self.models.append(keras.models.load_model(path))  # leak

    def score(self, rows):
        return self.models[-1](rows)


def main(paths):
    service = Service()
    for path in paths:
        service.reload(path)
        print(service.score([[1.0, 2.0]]).numpy())

# --- leak: a copy of the policy per update
import itertools
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.layers.Dense(2)])
opponents = []
for update in itertools.count():
    policy.train_on_batch(tf.zeros([4, 4]), tf.zeros([4, 2]))
    clone = tf.keras.models.clone_model(policy)
    clone.set_weights(policy.get_weights())
    opponents.append(clone)  # leak

# --- leak: pairs of score and model
import random
import tensorflow as tf
from tensorflow.keras.layers import Dense

population = []


def spawn():
    model = tf.keras.Sequential([Dense(random.randint(1, 64)), Dense(1)])
    score = float(model(tf.zeros([1, 4]))[0, 0])
    population.append((score, model))  # leak


while True:
    spawn()
    print(max(score for score, _ in population))

# --- leak: a model by its version
import tensorflow as tf


class Registry:
    def __init__(self):
        self.versions = {}
        self.number = 0

    def publish(self, path):
        self.number += 1
        self.versions[self.number] = tf.keras.models.load_model(path)  # leak
        return self.number


registry = Registry()
while True:
    n = registry.publish(input())
    print(registry.versions[n](tf.zeros([1, 4])).numpy())

# --- leak: subclassed models
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.d(x)


HISTORY = []


def step(x):
    net = Net()
    y = net(x)
    HISTORY.append(net)  # leak
    return float(y[0, 0])


for i in range(100000):
    step(tf.zeros([1, 4]))

# --- leak: thread that watches for new files
import threading
import time
from pathlib import Path

import tensorflow as tf

MODELS = [tf.keras.models.load_model("first.keras")]


def watch():
    while True:
        newest = max(Path("models").glob("*.keras"))
        model = tf.keras.models.load_model(newest)
        MODELS.append(model)  # leak
        time.sleep(60)


threading.Thread(target=watch, daemon=True).start()

# --- leak: helper module keeps them
import tensorflow as tf
from zoo import fresh

for day in range(365):
    model = fresh()
    print(float(model(tf.zeros([1, 4]))[0, 0]))
# file: zoo.py
import tensorflow as tf

_all = []


def fresh():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    _all.append(model)  # leak
    return model

# --- leak: records of trials
import dataclasses
import tensorflow as tf


@dataclasses.dataclass
class Trial:
    number: int
    model: tf.keras.Model


class Search:
    def __init__(self):
        self.trials = []

    def run(self, n):
        for i in range(n):
            model = tf.keras.Sequential([tf.keras.layers.Dense(i + 1)])
            print(model(tf.zeros([1, 4])).numpy())
            self.trials.append(Trial(number=i, model=model))  # leak


if __name__ == "__main__":
    Search().run(5000)

# --- silent: replaced
import keras


class Service:
    def __init__(self):
        self.model = None

    def reload(self, path):
        self.model = keras.models.load_model(path)

    def score(self, rows):
        return self.model(rows)


def main(paths):
    service = Service()
    for path in paths:
        service.reload(path)
        print(service.score([[1.0, 2.0]]).numpy())

# --- silent: ensemble
import tensorflow as tf

ensemble = []
for i in range(10):
    m = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    m.compile("adam", "mse")
    m.fit(tf.zeros([8, 4]), tf.zeros([8, 1]))
    ensemble.append(m)

while True:
    x = tf.random.normal([1, 4])
    print(sum(float(m(x)[0, 0]) for m in ensemble) / 10)

# --- silent: ensemble of a configured size
import tensorflow as tf


class Ensemble:
    def __init__(self, size):
        self.members = []
        for _ in range(size):
            self.members.append(tf.keras.Sequential([tf.keras.layers.Dense(1)]))

    def __call__(self, x):
        return tf.add_n([m(x) for m in self.members]) / len(self.members)


ensemble = Ensemble(size=8)
while True:
    print(ensemble(tf.zeros([1, 4])).numpy())

# --- silent: sub models of a model
import tensorflow as tf


class Multi(tf.keras.Model):
    def __init__(self, n_heads):
        super().__init__()
        self.heads = []
        for i in range(n_heads):
            self.heads.append(tf.keras.Sequential([tf.keras.layers.Dense(1)]))

    def call(self, x):
        return [head(x) for head in self.heads]


multi = Multi(12)
for i in range(1000):
    print(float(multi(tf.zeros([1, 4]))[0][0, 0]))

# --- silent: one per name
import tensorflow as tf

MODELS = {}
for name in ("cats", "dogs"):
    MODELS[name] = tf.keras.models.load_model(f"{name}.keras")
while True:
    print(MODELS[input()](tf.zeros([1, 4])).numpy())

# --- silent: only the last few
import collections
import tensorflow as tf

pool = collections.deque(maxlen=5)
policy = tf.keras.Sequential([tf.keras.layers.Dense(2)])
while True:
    policy.train_on_batch(tf.zeros([4, 4]), tf.zeros([4, 2]))
    clone = tf.keras.models.clone_model(policy)
    pool.append(clone)

# --- silent: best kept
import tensorflow as tf

best, best_score = None, -1.0
for i in range(1000):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    score = float(model(tf.zeros([1, 4]))[0, 0])
    if score > best_score:
        best, best_score = model, score

# --- silent: weakest removed
import tensorflow as tf

population = []
while True:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    population.append((float(model(tf.zeros([1, 4]))[0, 0]), model))
    population.sort(key=lambda pair: pair[0])
    if len(population) > 20:
        population.pop(0)

# --- silent: weights of each fold
import tensorflow as tf

saved = []
for fold in range(10):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(tf.zeros([8, 4]), tf.zeros([8, 1]))
    saved.append(model.get_weights())

# --- silent: the same model put in again
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
jobs = []


def submit(x):
    jobs.append((model, float(model(x)[0, 0])))


while True:
    submit(tf.zeros([1, 4]))

# --- silent: next generation replaces the last
import tensorflow as tf


def make():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


population = [make() for _ in range(20)]
while True:
    scores = [float(m(tf.zeros([1, 4]))[0, 0]) for m in population]
    children = []
    for m in population[:10]:
        child = make()
        children.append(child)
    population = population[:10] + children

# --- leak: keyed by the time of loading
import time
import tensorflow as tf

LOADED = {}


def reload():
    model = tf.keras.models.load_model("m.keras")
    LOADED[time.time()] = model  # leak
    return model


while True:
    print(reload()(tf.zeros([1, 4])).numpy())
    time.sleep(60)

# --- leak: class level list of networks
import tensorflow as tf


class Network:
    instances = []

    def __init__(self, units):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
        Network.instances.append(self.model)  # leak

    def __call__(self, x):
        return self.model(x)


for units in range(1, 100000):
    print(Network(units)(tf.zeros([1, 4])).numpy().sum())

# --- leak: clones inside an agent
import tensorflow as tf


class Agent:
    def __init__(self):
        self.q = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.targets = []

    def sync(self):
        target = tf.keras.models.clone_model(self.q)
        target.set_weights(self.q.get_weights())
        self.targets.append(target)  # leak

    def learn(self):
        self.q.train_on_batch(tf.zeros([4, 4]), tf.zeros([4, 2]))


agent = Agent()
for step in range(1_000_000):
    agent.learn()
    if step % 100 == 0:
        agent.sync()

# --- silent: target network replaced
import tensorflow as tf


class Agent:
    def __init__(self):
        self.q = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.target = tf.keras.models.clone_model(self.q)

    def sync(self):
        self.target = tf.keras.models.clone_model(self.q)


agent = Agent()
while True:
    agent.q.train_on_batch(tf.zeros([4, 4]), tf.zeros([4, 2]))
    agent.sync()

# --- silent: models of one search returned
import tensorflow as tf


def candidates(n):
    found = []
    for i in range(n):
        model = tf.keras.Sequential([tf.keras.layers.Dense(i + 1)])
        print(model(tf.zeros([1, 4])).numpy())
        found.append(model)
    return found

# --- silent: agents of a multi agent game
import tensorflow as tf


class Agent:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(2)])

    def act(self, x):
        return int(tf.argmax(self.model(x)[0]))


class Game:
    def __init__(self, n_agents):
        self.agents = []
        for _ in range(n_agents):
            self.agents.append(Agent())

    def play(self):
        while True:
            for agent in self.agents:
                print(agent.act(tf.zeros([1, 4])))


Game(4).play()

# --- leak: cache of models by size
import functools
import tensorflow as tf


@functools.lru_cache(maxsize=None)  # leak
def extractor(height, width):
    return tf.keras.Sequential([tf.keras.layers.Input((height, width, 3)), tf.keras.layers.GlobalMaxPooling2D()])


for picture in pictures():
    height, width = picture.shape[:2]
    print(extractor(height, width).predict(picture[None]).mean())

# --- silent: cache of two models
import functools
import tensorflow as tf


@functools.lru_cache(maxsize=2)
def extractor(height, width):
    return tf.keras.Sequential([tf.keras.layers.Input((height, width, 3)), tf.keras.layers.GlobalMaxPooling2D()])


for picture in pictures():
    height, width = picture.shape[:2]
    print(extractor(height, width).predict(picture[None]).mean())

# --- leak: lists of objects that a comprehension made
import dataclasses

import keras
import numpy as np


@dataclasses.dataclass
class Island:
    name: str
    people: list = dataclasses.field(default_factory=list)


class Search:
    def __init__(self):
        self.islands = {name: Island(name) for name in ("north", "south", "east")}

    def generation(self, x):
        for island in self.islands.values():
            model = keras.Sequential([keras.layers.Input((24,)), keras.layers.Dense(1)])
            print(float(np.mean(model.predict(x))))
            island.people.append(model)  # leak


def main(x, generations):
    search = Search()
    for _ in range(generations):
        search.generation(x)
