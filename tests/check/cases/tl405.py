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

# --- leak: deployment that refers to the one before it
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        self.w = tf.Variable(tf.zeros([100, 100]))

    def __call__(self, x):
        return x @ self.w


class Deployment:
    def __init__(self, net, fallback=None):
        self.net = net
        self.fallback = fallback


class Service:
    def __init__(self):
        self.live = Deployment(Net())

    def swap(self):
        self.live = Deployment(Net(), fallback=self.live)  # leak


def main():
    s = Service()
    for n in range(1000):
        s.swap()
        print(float(tf.reduce_sum(s.live.net(tf.zeros([1, 100])))))


main()

# --- silent: deployment that lets go of the one before the last
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        self.w = tf.Variable(tf.zeros([100, 100]))

    def __call__(self, x):
        return x @ self.w


class Deployment:
    def __init__(self, net, fallback=None):
        self.net = net
        self.fallback = fallback


class Service:
    def __init__(self):
        self.live = Deployment(Net())

    def swap(self):
        self.live.fallback = None
        self.live = Deployment(Net(), fallback=self.live)


def main():
    s = Service()
    for n in range(1000):
        s.swap()
        print(float(tf.reduce_sum(s.live.net(tf.zeros([1, 100])))))


main()

# --- leak: listeners that nobody takes out again
from collections import defaultdict

import tensorflow as tf


class Monitor:
    def __init__(self):
        self._listeners = defaultdict(list)

    def subscribe(self, topic, listener):
        self._listeners[topic].append(listener)  # leak

    def unsubscribe(self, topic, listener):
        self._listeners[topic].remove(listener)


class Champion(tf.Module):
    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable(tf.ones([4, 4]))

    def explain(self, rows):
        return tf.matmul(rows, self.kernel)


monitor = Monitor()
while True:
    champion = Champion()
    monitor.subscribe("scores", champion.explain)
    print(champion.explain(tf.ones([1, 4])).numpy())

# --- silent: listeners that are taken out again
from collections import defaultdict

import tensorflow as tf


class Monitor:
    def __init__(self):
        self._listeners = defaultdict(list)

    def subscribe(self, topic, listener):
        self._listeners[topic].append(listener)

    def unsubscribe(self, topic, listener):
        self._listeners[topic].remove(listener)


class Champion(tf.Module):
    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable(tf.ones([4, 4]))

    def explain(self, rows):
        return tf.matmul(rows, self.kernel)


monitor = Monitor()
while True:
    champion = Champion()
    monitor.subscribe("scores", champion.explain)
    print(champion.explain(tf.ones([1, 4])).numpy())
    monitor.unsubscribe("scores", champion.explain)

# --- silent: listeners of a library, whose users take them out again
import tensorflow as tf


class Monitor:
    def __init__(self):
        self._listeners = []

    def on_request(self, path):
        model = tf.keras.models.load_model(path)
        self._listeners.append(model.predict)
        return model.predict(tf.ones([1, 4]))

    def unsubscribe(self, listener):
        self._listeners.remove(listener)

# --- leak: what the round before left in an object
import tensorflow as tf


class Server:
    def __init__(self):
        self.current = None
        self.retired = []

    def deploy(self, model):
        if self.current is not None:
            self.retired.append(self.current)  # leak
        self.current = model


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(8)])


server = Server()
while True:
    server.deploy(build())
    print(server.current(tf.ones([2, 3])).numpy())

# --- silent: what the round before left is replaced
import tensorflow as tf


class Server:
    def __init__(self):
        self.current = None
        self.retired = None

    def deploy(self, model):
        if self.current is not None:
            self.retired = self.current
        self.current = model


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(8)])


server = Server()
while True:
    server.deploy(build())
    print(server.current(tf.ones([2, 3])).numpy())

# --- leak: closed at exit
import atexit

import tensorflow as tf


class Forecaster:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(8)])
        self.open = True

    def close(self):
        self.open = False


while True:
    forecaster = Forecaster()
    atexit.register(forecaster.close)  # leak
    print(forecaster.net(tf.ones([2, 3])).numpy())

# --- silent: closed at exit, the last one only
import atexit

import tensorflow as tf


class Forecaster:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(8)])
        self.open = True

    def close(self):
        self.open = False


while True:
    forecaster = Forecaster()
    atexit.register(forecaster.close)
    print(forecaster.net(tf.ones([2, 3])).numpy())
    atexit.unregister(forecaster.close)

# --- leak: the signature of every model that was loaded
import tensorflow as tf


class Job:
    def __init__(self, rows):
        self.rows = rows
        self.runner = None


class Table:
    def __init__(self):
        self.jobs = {}

    def run(self, ident, rows):
        job = self.jobs[ident] = Job(rows)  # leak
        job.runner = tf.saved_model.load("scorer").signatures["serving_default"]
        return job.runner(rows)


table = Table()
for ident in range(100000):
    print(table.run(ident, tf.ones([2, 3]))["score"].numpy())

# --- silent: the signature of the model of the last job
import tensorflow as tf


class Job:
    def __init__(self, rows):
        self.rows = rows
        self.runner = None


class Table:
    def __init__(self):
        self.last = None

    def run(self, rows):
        job = self.last = Job(rows)
        job.runner = tf.saved_model.load("scorer").signatures["serving_default"]
        return job.runner(rows)


table = Table()
for ident in range(100000):
    print(table.run(tf.ones([2, 3]))["score"].numpy())

# --- leak: agents that know their parents
import tensorflow as tf


class Agent:
    def __init__(self, policy, parent=None):
        self.policy = policy
        self.parent = parent


class Population:
    def __init__(self):
        self.agents = [Agent(tf.keras.Sequential([tf.keras.layers.Dense(2)])) for _ in range(5)]

    def step(self):
        rows = [float(tf.reduce_mean(agent.policy(tf.ones([1, 4])))) for agent in self.agents]
        children = []
        for agent in self.agents:
            children.append(Agent(tf.keras.models.clone_model(agent.policy), parent=agent))
        self.agents = children  # leak
        return rows


population = Population()
while True:
    print(population.step())

# --- silent: agents that know how many parents they had
import tensorflow as tf


class Agent:
    def __init__(self, policy, depth=0):
        self.policy = policy
        self.depth = depth


class Population:
    def __init__(self):
        self.agents = [Agent(tf.keras.Sequential([tf.keras.layers.Dense(2)])) for _ in range(5)]

    def step(self):
        rows = [float(tf.reduce_mean(agent.policy(tf.ones([1, 4])))) for agent in self.agents]
        children = []
        for agent in self.agents:
            children.append(Agent(tf.keras.models.clone_model(agent.policy), depth=agent.depth + 1))
        self.agents = children
        return rows


population = Population()
while True:
    print(population.step())

# --- leak: loaded when an object of a table is first asked
import tensorflow as tf


class Conversation:
    def __init__(self, path):
        self.path = path
        self._model = None

    @property
    def model(self):
        if self._model is None:
            self._model = tf.keras.models.load_model(self.path)
        return self._model


class Desk:
    def __init__(self):
        self.open = {}

    def say(self, user, rows):
        if user not in self.open:
            self.open[user] = Conversation("m.keras")  # leak
        return self.open[user].model.predict(rows)


desk = Desk()
number = 0
while True:
    number += 1
    print(desk.say("user-%d" % number, tf.zeros([2, 2])))

# --- silent: loaded when the one object is first asked
import tensorflow as tf


class Conversation:
    def __init__(self, path):
        self.path = path
        self._model = None

    @property
    def model(self):
        if self._model is None:
            self._model = tf.keras.models.load_model(self.path)
        return self._model


class Desk:
    def __init__(self):
        self.open = {"all": Conversation("m.keras")}

    def say(self, user, rows):
        return self.open["all"].model.predict(rows)


desk = Desk()
number = 0
while True:
    number += 1
    print(desk.say("user-%d" % number, tf.zeros([2, 2])))

# --- silent: a list per region that holds one model each
import os
import sys
import time
import tensorflow as tf


class Region:
    def __init__(self, folder, name):
        self.path = os.path.join(folder, name)
        self.name = name

    def model(self):
        return tf.saved_model.load(self.path)


class Broker:
    def __init__(self, folder, names):
        self.regions = [Region(folder, name) for name in names]
        self.loaded = {name: [] for name in names}

    def quote(self, number, rows):
        region = self.regions[number % len(self.regions)]
        if not self.loaded[region.name]:
            self.loaded[region.name].append(region.model())
        return float(tf.reduce_mean(self.loaded[region.name][0].price(rows)))


def main():
    quotes = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    broker = Broker("models", ["north", "south"])
    for number in range(quotes):
        print(broker.quote(number, tf.zeros([4, 16])))
        time.sleep(0.02)


main()

# --- leak: a list per region that gets another model in every round
import os
import sys
import time
import tensorflow as tf


class Region:
    def __init__(self, folder, name):
        self.path = os.path.join(folder, name)
        self.name = name

    def model(self):
        return tf.saved_model.load(self.path)


class Broker:
    def __init__(self, folder, names):
        self.regions = [Region(folder, name) for name in names]
        self.loaded = {name: [] for name in names}

    def quote(self, number, rows):
        region = self.regions[number % len(self.regions)]
        self.loaded[region.name].append(region.model())  # leak
        return float(tf.reduce_mean(self.loaded[region.name][-1].price(rows)))


def main():
    quotes = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    broker = Broker("models", ["north", "south"])
    for number in range(quotes):
        print(broker.quote(number, tf.zeros([4, 16])))
        time.sleep(0.02)


main()
