# ruff: noqa
# fmt: off
"""TL401: models are built in a loop and their state stays."""

# --- leak: grid of learning rates
import numpy as np
from tensorflow import keras

x, y = np.zeros([64, 4]), np.zeros([64, 1])
for rate in np.logspace(-5, -1, 200):
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1)])  # leak
    model.compile(keras.optimizers.Adam(rate), "mse")
    model.fit(x, y, verbose=0)
    print(rate, model.evaluate(x, y))

# --- leak: random search with a builder
import random
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential


def build(units):
    model = Sequential()  # leak
    model.add(Dense(units, input_shape=(4,)))
    model.add(Dense(1))
    model.compile("adam", "mse")
    return model


def search(x, y, trials):
    best = None
    for trial in range(trials):
        model = build(random.randint(4, 64))
        loss = model.fit(x, y).history["loss"][-1]
        if best is None or loss < best:
            best = loss
    return best

# --- leak: functional model in a helper module
import numpy as np
import tensorflow as tf
from nets import make_net

while True:
    net = make_net(8)
    print(net.predict(np.zeros([1, 8])))
# file: nets.py
from tensorflow import keras


def make_net(n):
    inputs = keras.Input((n,))
    outputs = keras.layers.Dense(1)(inputs)
    return keras.Model(inputs, outputs)  # leak

# --- leak: subclassed model per user
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


def train_all(users):
    for user in users:
        net = Net()  # leak
        net.compile("sgd", "mse")
        net.fit(user.x, user.y)
        net.save_weights(f"{user.id}.weights.h5")

# --- leak: fitness function of a genetic search
import keras
import numpy as np


class Population:
    def __init__(self, size):
        self.genomes = [np.random.rand(8) for _ in range(size)]

    def fitness(self, genome):
        model = keras.models.Sequential([keras.layers.Dense(int(8 * genome[0]) + 1), keras.layers.Dense(1)])  # leak
        model.compile(loss="mse", optimizer="adam")
        model.fit(np.zeros([8, 2]), np.zeros([8, 1]), verbose=0)
        return model.evaluate(np.zeros([8, 2]), np.zeros([8, 1]))

    def evolve(self):
        while True:
            scores = [self.fitness(g) for g in self.genomes]
            print(max(scores))


Population(20).evolve()

# --- leak: walk forward over days
import argparse
import tensorflow as tf
from keras import Sequential
from keras.layers import LSTM, Dense

parser = argparse.ArgumentParser()
parser.add_argument("--days", type=int, default=365)
args = parser.parse_args()


def main(series):
    for day in range(args.days):
        m = Sequential([LSTM(16), Dense(1)])  # leak
        m.compile(optimizer="adam", loss="mae")
        m.fit(series[:day], series[1:day + 1], epochs=2)
        print(m.predict(series[day:day + 1]))

# --- leak: cloned in every round
import tensorflow as tf
import keras

base = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1)])
step = 0
while step < 100000:
    worker = keras.models.clone_model(base)  # leak
    worker.compile("sgd", "mse")
    worker.train_on_batch(tf.zeros([8, 4]), tf.zeros([8, 1]))
    base.set_weights(worker.get_weights())
    step += 1

# --- leak: pretrained network per folder
import os
import tensorflow as tf
from tensorflow.keras.applications import ResNet50


def describe(folder):
    net = ResNet50(weights="imagenet", include_top=False)  # leak
    images = tf.keras.utils.image_dataset_from_directory(folder)
    return net.predict(images)


for root, folders, files in os.walk("photos"):
    print(describe(root).shape)

# --- leak: objective of a tuner
import optuna
import tensorflow as tf


def objective(trial):
    model = tf.keras.Sequential([tf.keras.layers.Dense(trial.suggest_int("n", 4, 64)), tf.keras.layers.Dense(1)])  # leak
    model.compile("adam", "mse")
    history = model.fit(tf.zeros([64, 4]), tf.zeros([64, 1]))
    return history.history["loss"][-1]


for n in range(500):
    study = optuna.create_study()
    objective(optuna.trial.FixedTrial({"n": n}))

# --- leak: endless worker thread
import queue
import threading
import tf_keras as keras

jobs = queue.Queue(maxsize=4)


def worker():
    while True:
        x, y = jobs.get()
        model = keras.Sequential([keras.layers.Dense(1)])  # leak
        model.compile("adam", "mse")
        model.fit(x, y)
        jobs.task_done()


threading.Thread(target=worker, daemon=True).start()

# --- leak: federated clients
import tensorflow as tf


class Client:
    def __init__(self, data):
        self.data = data

    def update(self, weights):
        model = create()
        model.set_weights(weights)
        model.fit(self.data, epochs=1)
        return model.get_weights()


def create():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])  # leak
    model.compile("sgd", "mse")
    return model


def server(parts, rounds):
    clients = [Client(part) for part in parts]
    weights = create().get_weights()
    for r in range(rounds):
        for client in clients:
            weights = client.update(weights)
    return weights

# --- silent: built once before the loop
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
start = model.get_weights()
for rate in np.logspace(-5, -1, 200):
    model.set_weights(start)
    model.optimizer.learning_rate.assign(rate)
    model.fit(np.zeros([4, 4]), np.zeros([4, 1]))

# --- silent: cleared in every round
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K

for trial in range(200):
    K.clear_session()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(np.zeros([4, 4]), np.zeros([4, 1]))

# --- silent: cleared by a function that is called
import gc
import tensorflow as tf

K = tf.keras.backend


def forget():
    K.clear_session()
    gc.collect()


def trial(n):
    model = tf.keras.Sequential([tf.keras.layers.Dense(n)])
    model.compile("adam", "mse")
    loss = model.fit(tf.zeros([4, 4]), tf.zeros([4, n])).history["loss"][-1]
    forget()
    return loss


for n in range(1, 500):
    print(trial(n))

# --- leak: folds of a cross validation
import numpy as np
import tensorflow as tf
from sklearn.model_selection import KFold

x, y = np.zeros([100, 4]), np.zeros([100, 1])
for train, test in KFold(n_splits=5).split(x):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])  # leak
    model.compile("adam", "mse")
    model.fit(x[train], y[train])
    print(model.evaluate(x[test], y[test]))

# --- silent: folds of which each clears the state
import numpy as np
import tensorflow as tf
from sklearn.model_selection import KFold

x, y = np.zeros([100, 4]), np.zeros([100, 1])
for train, test in KFold(n_splits=5).split(x):
    tf.keras.backend.clear_session()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x[train], y[train])
    print(model.evaluate(x[test], y[test]))

# --- silent: ensemble of five
import tensorflow as tf

members = []
for seed in range(5):
    tf.keras.utils.set_random_seed(seed)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(tf.zeros([4, 4]), tf.zeros([4, 1]))
    members.append(model)
print(sum(m.predict(tf.zeros([1, 4])) for m in members) / 5)

# --- silent: built and called then dropped
import tensorflow as tf

for i in range(10000):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    print(model(tf.zeros([1, 4])).numpy())

# --- silent: a literal grid
import tensorflow as tf
import itertools

for units in (8, 16, 32):
    for rate in [1e-2, 1e-3]:
        model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
        model.compile(tf.keras.optimizers.Adam(rate), "mse")
        model.fit(tf.zeros([4, 4]), tf.zeros([4, units]))

# --- silent: built when first needed
import tensorflow as tf

_model = None


def get_model():
    global _model
    if _model is None:
        _model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        _model.compile("adam", "mse")
    return _model


while True:
    get_model().fit(tf.zeros([4, 4]), tf.zeros([4, 1]))

# --- silent: fitted in a process of its own
import multiprocessing
import tensorflow as tf


def fit(n):
    model = tf.keras.Sequential([tf.keras.layers.Dense(n)])
    model.compile("adam", "mse")
    model.fit(tf.zeros([4, 4]), tf.zeros([4, n]))


if __name__ == "__main__":
    for n in range(1, 500):
        process = multiprocessing.Process(target=fit, args=(n,))
        process.start()
        process.join()

# --- silent: layers in a loop
import tensorflow as tf
from tensorflow.keras import Model
from tensorflow.keras.layers import Dense, Input

inputs = Input((4,))
x = inputs
for i in range(100):
    x = Dense(16)(x)
model = Model(inputs, x)
model.compile("adam", "mse")
model.fit(tf.zeros([4, 4]), tf.zeros([4, 16]))

# --- silent: a named set of models
import tensorflow as tf

CONFIGS = {"small": 8, "medium": 32, "large": 128}


def build(units):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    return model


for name, units in CONFIGS.items():
    model = build(units)
    model.fit(tf.zeros([4, 4]), tf.zeros([4, 1]))
    model.save(f"{name}.keras")

# --- silent: repeats of a benchmark
import tensorflow as tf

N_RUNS = 3
for run in range(N_RUNS):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(tf.zeros([4, 4]), tf.zeros([4, 1]))

# --- leak: parameters of a grid object
import numpy as np
import tensorflow as tf
from sklearn.model_selection import ParameterSampler


def build(units=8, rate=1e-3):
    inputs = tf.keras.layers.Input((4,))
    x = tf.keras.layers.Dense(units)(inputs)
    model = tf.keras.models.Model(inputs, tf.keras.layers.Dense(1)(x))  # leak
    model.compile(tf.keras.optimizers.Adam(rate), "mse")
    return model


for params in ParameterSampler({"units": range(4, 64)}, n_iter=500):
    model = build(**params)
    model.fit(np.zeros([8, 4]), np.zeros([8, 1]), verbose=0)
    print(params, model.evaluate(np.zeros([8, 4]), np.zeros([8, 1])))

# --- leak: experiment class with its own builder
import itertools
from keras.layers import Dense
from keras.models import Sequential


class Experiment:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def _build(self, n):
        net = Sequential()  # leak
        for _ in range(n):
            net.add(Dense(8, activation="relu"))
        net.add(Dense(1))
        net.compile(loss="mse", optimizer="adam")
        return net

    def run(self):
        for n in itertools.count(1):
            net = self._build(n)
            history = net.fit(self.x, self.y)
            print(n, history.history["loss"][-1])


if __name__ == "__main__":
    import numpy as np

    Experiment(np.zeros([8, 4]), np.zeros([8, 1])).run()

# --- leak: active learning
import numpy as np
import tensorflow as tf
from tensorflow import keras as k


def learn(pool, labels, budget):
    labelled = [0, 1, 2]
    while len(labelled) < budget:
        model = k.Sequential([k.layers.Dense(8), k.layers.Dense(2)])  # leak
        model.compile("adam", "sparse_categorical_crossentropy")
        model.fit(pool[labelled], labels[labelled], epochs=5)
        uncertainty = model.predict(pool).std(-1)
        labelled.append(int(uncertainty.argmax()))
    return labelled

# --- leak: strategy scope per round
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()


def job(config):
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(config["units"])])  # leak
        model.compile("adam", "mse")
    model.fit(tf.zeros([8, 4]), tf.zeros([8, config["units"]]))


def main(configs):
    for config in configs:
        try:
            job(config)
        except tf.errors.ResourceExhaustedError:
            print("too large")


main(__import__("json").load(open("configs.json")))

# --- silent: grid of literal lists by a product
import itertools
import tensorflow as tf

for units, rate in itertools.product([8, 16], [1e-2, 1e-3]):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
    model.compile(tf.keras.optimizers.Adam(rate), "mse")
    model.fit(tf.zeros([4, 4]), tf.zeros([4, units]))

# --- silent: grid in a variable
import tensorflow as tf

GRID = [
    {"units": 8, "rate": 1e-2},
    {"units": 16, "rate": 1e-2},
    {"units": 32, "rate": 1e-3},
]


def main():
    for i, params in enumerate(GRID):
        model = tf.keras.Sequential([tf.keras.layers.Dense(params["units"])])
        model.compile("adam", "mse")
        model.fit(tf.zeros([4, 4]), tf.zeros([4, params["units"]]))
        print(i)


main()

# --- silent: cleared at the end of a try
import gc
import tensorflow as tf


def trial(units):
    try:
        model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
        model.compile("adam", "mse")
        return model.fit(tf.zeros([4, 4]), tf.zeros([4, units])).history["loss"][-1]
    finally:
        tf.keras.utils.clear_session()
        gc.collect()


for units in range(1, 1000):
    print(trial(units))

# --- silent: cleared in another file
import tensorflow as tf
from cleaning import clean

for units in range(1, 1000):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
    model.compile("adam", "mse")
    model.fit(tf.zeros([4, 4]), tf.zeros([4, units]))
    clean()
# file: cleaning.py
import gc
from tensorflow.keras.backend import clear_session


def clean():
    clear_session()
    gc.collect()

# --- silent: pool of processes
from concurrent.futures import ProcessPoolExecutor
import tensorflow as tf


def fit(units):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
    model.compile("adam", "mse")
    return model.fit(tf.zeros([4, 4]), tf.zeros([4, units])).history["loss"][-1]


if __name__ == "__main__":
    with ProcessPoolExecutor(2, max_tasks_per_child=1) as pool:
        for loss in pool.map(fit, range(1, 1000)):
            print(loss)

# --- leak: folds by a named splitter
import numpy as np
import tensorflow as tf
from sklearn.model_selection import StratifiedKFold


def validate(x, y):
    splitter = StratifiedKFold(10, shuffle=True)
    scores = []
    for i, (train, test) in enumerate(splitter.split(x, y)):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])  # leak
        model.compile("adam", "mse")
        model.fit(x[train], y[train])
        scores.append(model.evaluate(x[test], y[test]))
    return np.mean(scores)

# --- silent: tried again until it works
import tensorflow as tf


def main():
    while True:
        try:
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            model.compile("adam", "mse")
            model.fit(tf.zeros([4, 4]), tf.zeros([4, 1]))
            break
        except tf.errors.UnavailableError:
            print("again")


main()

# --- silent: parts of a network built per resolution
import tensorflow as tf
from tensorflow.keras import layers


class Progressive:
    def __init__(self, max_resolution):
        self.generators = {}
        resolution = 4
        while resolution <= max_resolution:
            self.generators[resolution] = tf.keras.Sequential([layers.Dense(resolution)])
            resolution *= 2

    def sample(self, resolution):
        return self.generators[resolution].predict(tf.random.normal([1, 8]))


gan = Progressive(256)
while True:
    print(gan.sample(64).mean())

# --- silent: graph and session of its own
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
for trial in range(100):
    with tf.Graph().as_default(), tf.Session() as sess:
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        model.compile("adam", "mse")
        model.fit(np.zeros([8, 4]), np.zeros([8, 1]))

# --- silent: gan class built once
import numpy as np
from keras.layers import Dense, Input, LeakyReLU
from keras.models import Model, Sequential
from keras.optimizers import Adam


class GAN:
    def __init__(self):
        optimizer = Adam(0.0002, 0.5)
        self.discriminator = self.build_discriminator()
        self.discriminator.compile(loss="binary_crossentropy", optimizer=optimizer)
        self.generator = self.build_generator()
        z = Input(shape=(100,))
        self.combined = Model(z, self.discriminator(self.generator(z)))
        self.combined.compile(loss="binary_crossentropy", optimizer=optimizer)

    def build_generator(self):
        model = Sequential()
        model.add(Dense(256, input_dim=100))
        model.add(LeakyReLU())
        model.add(Dense(784))
        noise = Input(shape=(100,))
        return Model(noise, model(noise))

    def build_discriminator(self):
        model = Sequential([Dense(256, input_dim=784), LeakyReLU(), Dense(1)])
        img = Input(shape=(784,))
        return Model(img, model(img))

    def train(self, epochs, batch_size=128):
        x = np.zeros([1000, 784])
        for epoch in range(epochs):
            idx = np.random.randint(0, x.shape[0], batch_size)
            fake = self.generator.predict(np.random.normal(0, 1, (batch_size, 100)))
            d_loss = self.discriminator.train_on_batch(x[idx], np.ones((batch_size, 1)))
            d_fake = self.discriminator.train_on_batch(fake, np.zeros((batch_size, 1)))
            g_loss = self.combined.train_on_batch(np.random.normal(0, 1, (batch_size, 100)), np.ones((batch_size, 1)))
            print(epoch, d_loss, d_fake, g_loss)


if __name__ == "__main__":
    GAN().train(epochs=30000)

# --- silent: keras tuner
import keras_tuner
import tensorflow as tf


def build(hp):
    model = tf.keras.Sequential([tf.keras.layers.Dense(hp.Int("units", 8, 64)), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    return model


tuner = keras_tuner.RandomSearch(build, objective="val_loss", max_trials=50)
tuner.search(tf.zeros([8, 4]), tf.zeros([8, 1]), validation_split=0.5)

# --- silent: model of activations made once
import tensorflow as tf

base = tf.keras.applications.VGG16()
heads = {}
for name in ["block1_conv1", "block2_conv1", "block3_conv1"]:
    heads[name] = tf.keras.Model(base.input, base.get_layer(name).output)
while True:
    for name, head in heads.items():
        print(name, head.predict(tf.zeros([1, 224, 224, 3])).mean())

# --- silent: tests of a network
import pytest
import tensorflow as tf


def build(units):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
    model.compile("adam", "mse")
    return model


@pytest.mark.parametrize("units", [1, 2, 3])
def test_fit(units):
    model = build(units)
    model.fit(tf.zeros([4, 4]), tf.zeros([4, units]))


def test_predict():
    assert build(2).predict(tf.zeros([1, 4])).shape == (1, 2)

# --- silent: eager code beside a module for graphs
import fast
import legacy

for batch in read_batches():
    print(fast.activations(batch), legacy.NAME)
# file: fast.py
import tensorflow as tf

whole = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])


def gradients(x):
    with tf.GradientTape() as tape:
        return tape.gradient(whole(x), whole.trainable_variables)


def activations(batch):
    part = tf.keras.Model(whole.layers[0].input, whole.layers[0].output)
    return part(batch).numpy()
# file: legacy.py
import tensorflow as tf

NAME = "legacy"


def run():
    x = tf.placeholder(tf.float32)
    with tf.Session() as sess:
        return sess.run(x, {x: 1.0})

# --- leak: the same code in a program for graphs
import tensorflow.compat.v1 as tf
import fast

tf.disable_eager_execution()
for batch in read_batches():
    print(fast.activations(batch))
# file: fast.py
import tensorflow as tf

whole = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])


def gradients(x):
    with tf.GradientTape() as tape:
        return tape.gradient(whole(x), whole.trainable_variables)


def activations(batch):
    part = tf.keras.Model(whole.layers[0].input, whole.layers[0].output)  # leak
    return part.predict(batch)

# --- leak: generations in a file that knows nothing of Keras
from network import Network

networks = [Network(width) for width in range(20)]
for generation in range(500):
    for network in networks:
        network.train(read_rows())

# file: network.py
from training import train_and_score


class Network:
    def __init__(self, width):
        self.width = width
        self.score = 0.0

    def train(self, rows):
        self.score = train_and_score(self.width, rows)

# file: training.py
from keras.layers import Dense
from keras.models import Sequential


def train_and_score(width, rows):
    model = Sequential([Dense(width), Dense(1)])  # leak
    model.compile("adam", "mse")
    model.fit(rows, rows[:, :1])
    return model.evaluate(rows, rows[:, :1])

# --- silent: generations that clear what Keras keeps
from network import Network

networks = [Network(width) for width in range(20)]
for generation in range(500):
    for network in networks:
        network.train(read_rows())

# file: network.py
from training import train_and_score


class Network:
    def __init__(self, width):
        self.width = width
        self.score = 0.0

    def train(self, rows):
        self.score = train_and_score(self.width, rows)

# file: training.py
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential


def train_and_score(width, rows):
    K.clear_session()
    model = Sequential([Dense(width), Dense(1)])
    model.compile("adam", "mse")
    model.fit(rows, rows[:, :1])
    return model.evaluate(rows, rows[:, :1])

# --- leak: a model rebuilt from its configuration whenever there is a newer one
import json
import tensorflow as tf
from tensorflow.keras.models import Model

tf.compat.v1.disable_eager_execution()
while True:
    model = Model.from_config(json.load(open("best.json")))  # leak
    model.load_weights("best.h5")
    play(model.predict(observe()))

# --- silent: a model for each of a few folds
import tensorflow as tf
from sklearn.model_selection import KFold

folds = [[train, test] for train, test in KFold(n_splits=5, shuffle=True).split(X=rows)]
for number, (train, test) in enumerate(folds):
    model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
    model.compile("adam", "mse")
    model.fit(rows[train], labels[train])


# --- silent: a stack of blocks in a graph
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def stacked(rows, count):
    for index in range(count):
        block = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(8)])
        rows = block(rows)
    return rows


# --- leak: a model for each file in a graph
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def scored(files):
    for file in files:
        block = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(8)])  # leak
        block.predict(read(file))


# --- silent: folds that were put side by side
from sklearn.model_selection import KFold
from tensorflow import keras

kfold = zip(KFold(n_splits=5).split(rows), KFold(n_splits=5).split(noise))
for index, (part, other) in enumerate(kfold):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(rows[part[0]], labels[part[0]])

# --- leak: the population of each generation is made of new models
import random

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential


def make_net():
    net = Sequential([Dense(8, input_shape=(4,)), Dense(2)])  # leak
    net.compile("adam", "mse")
    return net


class Evolution:
    def __init__(self, size):
        self.size = size
        self.nets = [make_net() for _ in range(size)]

    def score(self, net):
        return float(net.predict(np.zeros((1, 4))).sum())

    def evolve(self):
        best = sorted(self.nets, key=self.score)[:10]
        while len(best) < self.size:
            child = make_net()
            child.set_weights(random.choice(best).get_weights())
            best.append(child)
        self.nets = best


evolution = Evolution(50)
for generation in range(1000):
    evolution.evolve()

# --- silent: one population whose weights are changed
import random

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential


def make_net():
    net = Sequential([Dense(8, input_shape=(4,)), Dense(2)])
    net.compile("adam", "mse")
    return net


class Evolution:
    def __init__(self, size):
        self.size = size
        self.nets = [make_net() for _ in range(size)]

    def score(self, net):
        return float(net.predict(np.zeros((1, 4))).sum())

    def evolve(self):
        self.nets.sort(key=self.score)
        for net in self.nets[10:]:
            net.set_weights(random.choice(self.nets[:10]).get_weights())


evolution = Evolution(50)
for generation in range(1000):
    evolution.evolve()

# --- leak: agents of a generation each have a network in a graph
import random

import tensorflow as tf
from keras.layers.core import Dense
from keras.models import Sequential


class Agent(object):
    def __init__(self):
        self.network = Sequential()  # leak
        self.network.add(Dense(2, input_shape=(4,)))
        self.fitness = 0


class World(object):
    def __init__(self, size, env):
        self.size, self.env = size, env
        self.agents = [None] * size
        for index in range(size):
            self.agents[index] = Agent()

    def try_out(self):
        for agent in self.agents:
            agent.fitness = self.env.play(agent.network.predict(self.env.state)[0])

    def breed(self):
        best = self.agents[: self.size // 2]
        while len(best) < self.size:
            child = Agent()
            child.network.set_weights(random.choice(best).network.get_weights())
            best.append(child)
        self.agents = best


def main(env):
    world = World(40, env)
    for generation in range(500):
        world.try_out()
        world.breed()

# --- silent: agents that are made once, each in its place
import tensorflow as tf
from keras.layers.core import Dense
from keras.models import Sequential


class Agent(object):
    def __init__(self):
        self.network = Sequential()
        self.network.add(Dense(2, input_shape=(4,)))
        self.fitness = 0


class World(object):
    def __init__(self, size, env):
        self.size, self.env = size, env
        self.agents = [None] * size
        for index in range(size):
            self.agents[index] = Agent()

    def try_out(self):
        for agent in self.agents:
            agent.fitness = self.env.play(agent.network.predict(self.env.state)[0])


def main(env):
    world = World(40, env)
    for generation in range(500):
        world.try_out()

# --- leak: a search tries an objective that builds a model
import numpy as np
from hyperopt import Trials, fmin, hp, tpe
from keras.layers import Dense
from keras.models import Sequential

x, y = np.zeros((64, 4)), np.zeros((64, 1))


def objective(params):
    model = Sequential()  # leak
    model.add(Dense(int(params["units"]), input_shape=(4,)))
    model.add(Dense(1))
    model.compile("adam", "mse")
    return model.fit(x, y, verbose=0).history["loss"][-1]


best = fmin(objective, {"units": hp.quniform("units", 4, 64, 4)}, algo=tpe.suggest, max_evals=500, trials=Trials())

# --- silent: the objective of a search clears what Keras keeps
import numpy as np
from hyperopt import Trials, fmin, hp, tpe
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential

x, y = np.zeros((64, 4)), np.zeros((64, 1))


def objective(params):
    K.clear_session()
    model = Sequential()
    model.add(Dense(int(params["units"]), input_shape=(4,)))
    model.add(Dense(1))
    model.compile("adam", "mse")
    return model.fit(x, y, verbose=0).history["loss"][-1]


best = fmin(objective, {"units": hp.quniform("units", 4, 64, 4)}, algo=tpe.suggest, max_evals=500, trials=Trials())

# --- leak: a study of a class with settings of its own
import optuna
import tensorflow as tf


class Search:
    def __init__(self, data):
        self.data = data

    def objective(self, trial):
        model = tf.keras.Sequential([tf.keras.layers.Dense(trial.suggest_int("units", 4, 64))])  # leak
        model.compile("adam", "mse")
        model.fit(self.data, verbose=0)
        return model.evaluate(self.data)

    def run(self):
        study = optuna.create_study(direction="minimize")
        study.optimize(self.objective, n_trials=1000)
        return study.best_params


if __name__ == "__main__":
    print(Search(tf.data.Dataset.range(8).batch(2)).run())

# --- leak: a grid of settings of a wrapped builder
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.wrappers.scikit_learn import KerasClassifier
from sklearn.model_selection import GridSearchCV


def build(units=8, rate=0.1):
    model = Sequential()  # leak
    model.add(Dense(units, input_shape=(4,)))
    model.compile("adam", "mse")
    return model


grid = GridSearchCV(
    estimator=KerasClassifier(build_fn=build, verbose=0), param_grid={"units": [4, 8, 16, 32], "rate": [0.1, 0.2, 0.3]}
)
grid.fit(np.zeros((64, 4)), np.zeros(64))

# --- silent: the wrapped builder alone is trained once
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.wrappers.scikit_learn import KerasClassifier
from sklearn.model_selection import GridSearchCV


def build(units=8):
    model = Sequential()
    model.add(Dense(units, input_shape=(4,)))
    model.compile("adam", "mse")
    return model


KerasClassifier(build_fn=build, verbose=0).fit(np.zeros((64, 4)), np.zeros(64))

# --- silent: the settings of a grid are tried in processes of their own
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.wrappers.scikit_learn import KerasClassifier
from sklearn.model_selection import GridSearchCV


def build(units=8):
    model = Sequential()
    model.add(Dense(units, input_shape=(4,)))
    model.compile("adam", "mse")
    return model


grid = GridSearchCV(KerasClassifier(build_fn=build, verbose=0), {"units": [4, 8, 16, 32, 64]}, n_jobs=-1)
grid.fit(np.zeros((64, 4)), np.zeros(64))

# --- leak: small loops that together try many settings
import numpy as np
from keras.layers import Dense
from keras.models import Sequential

x, y = np.zeros((64, 4)), np.zeros((64, 1))
unit_counts, rates = [4, 8, 16, 32, 64], (0.1, 0.03, 0.01)


def build(units, activation):
    model = Sequential()  # leak
    model.add(Dense(units, activation=activation, input_shape=(4,)))
    model.add(Dense(1))
    model.compile("adam", "mse")
    return model


def main():
    best = 1e9
    for units in unit_counts:
        for rate in rates:
            for activation in ("relu", "tanh", "elu"):
                model = build(units, activation)
                model.optimizer.lr = rate
                best = min(best, model.fit(x, y, verbose=0).history["loss"][-1])
    print(best)


main()

# --- silent: small loops that together try a few settings
import numpy as np
from keras.layers import Dense
from keras.models import Sequential

x, y = np.zeros((64, 4)), np.zeros((64, 1))
for units in [4, 8]:
    for fold in range(5):
        model = Sequential()
        model.add(Dense(units, input_shape=(4,)))
        model.add(Dense(1))
        model.compile("adam", "mse")
        model.fit(x, y, verbose=0)

# --- silent: small loops that clear what Keras keeps
import numpy as np
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential

x, y = np.zeros((64, 4)), np.zeros((64, 1))
for units in [4, 8, 16, 32, 64]:
    for rate in (0.1, 0.03, 0.01):
        for activation in ("relu", "tanh", "elu"):
            K.clear_session()
            model = Sequential()
            model.add(Dense(units, activation=activation, input_shape=(4,)))
            model.add(Dense(1))
            model.compile("adam", "mse")
            model.fit(x, y, verbose=0)

# --- leak: each row is left out once
from sklearn.model_selection import LeaveOneOut
from tensorflow import keras


class Study:
    def __init__(self, rows, labels):
        self.rows, self.labels = rows, labels
        self.splitter = LeaveOneOut()

    def run(self):
        for number, (train, test) in enumerate(self.splitter.split(self.rows), 1):
            model = keras.Sequential([keras.layers.Dense(1)])  # leak
            model.compile("adam", "mse")
            model.fit(self.rows[train], self.labels[train])
            print(number, model.evaluate(self.rows[test], self.labels[test]))


Study(rows, labels).run()

# --- leak: folds of somebody else's splitter
from tensorflow import keras


def validate(kfold, rows, labels):
    for train, test in kfold.split(rows, labels):
        model = keras.Sequential([keras.layers.Dense(1)])  # leak
        model.compile("adam", "mse")
        model.fit(rows[train], labels[train])

# --- silent: words of a line
from tensorflow import keras


def read(line):
    for word in line.split(" "):
        print(word)
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(rows, labels)

# --- silent: a grid of two given lists
from tensorboard.plugins.hparams import api as hp
from tensorflow import keras

UNITS = hp.HParam("units", hp.Discrete([16, 32]))
RATE = hp.HParam("rate", hp.Discrete([0.1, 0.2]))
for units in UNITS.domain.values:
    for rate in RATE.domain.values:
        model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dropout(rate), keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(rows, labels)

# --- leak: a grid of three longer lists
from tensorboard.plugins.hparams import api as hp
from tensorflow import keras

UNITS = hp.HParam("units", hp.Discrete([16, 32, 64, 128]))
RATE = hp.HParam("rate", hp.Discrete([0.1, 0.2, 0.3, 0.4]))
for units in UNITS.domain.values:
    for rate in RATE.domain.values:
        for depth in (1, 2, 3, 4):
            model = keras.Sequential([keras.layers.Dense(units)] * depth)  # leak
            model.compile("adam", "mse")
            model.fit(rows, labels)
