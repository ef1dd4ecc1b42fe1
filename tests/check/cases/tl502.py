# ruff: noqa
# fmt: off
"""TL502: a dataset or iterator is made in every round."""

# --- leak: one shot iterator per request in a graph
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()


def batches(table):
    dataset = tf.data.Dataset.from_tensor_slices(table).batch(32)  # leak
    next_batch = tf.data.make_one_shot_iterator(dataset).get_next()
    while True:
        try:
            yield sess.run(next_batch)
        except tf.errors.OutOfRangeError:
            return


for i in range(1000):
    for batch in batches(np.zeros([64, 4])):
        print(batch.sum())

# --- leak: old style graph code
import tensorflow as tf


def evaluate(sess, files):
    for name in files:
        ds = tf.data.TFRecordDataset(name).batch(8)  # leak
        it = ds.make_one_shot_iterator()
        print(sess.run(it.get_next()))


with tf.Session() as session:
    evaluate(session, [f"{i}.tfrecord" for i in range(1000)])

# --- leak: iterators of clients kept
import tensorflow as tf


class Server:
    def __init__(self, data):
        self.data = data
        self.iterators = {}
        self.count = 0

    def connect(self):
        self.count += 1
        iterator = iter(self.data.shuffle(100).batch(4))
        self.iterators[self.count] = iterator  # leak
        return self.count


def main():
    server = Server(tf.data.Dataset.range(1000))
    model = tf.keras.models.load_model("m.keras")
    while True:
        n = server.connect()
        print(model(next(server.iterators[n])).numpy())


main()

# --- leak: datasets kept in a list
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
history = []
while True:
    ds = tf.data.Dataset.from_tensor_slices((tf.zeros([64, 4]), tf.zeros([64, 1]))).batch(8)
    model.fit(ds)
    history.append(ds)  # leak

# --- leak: handler that keeps the iterator of a session
import uuid
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()
ITERATORS = {}
DATA = tf.data.Dataset.range(100)


@app.post("/open")
def open_session():
    key = str(uuid.uuid4())
    ITERATORS[key] = iter(DATA.batch(2))  # leak
    return {"key": key, "first": next(ITERATORS[key]).numpy().tolist()}

# --- leak: initializable iterator per epoch
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
with tf.Session() as sess:
    for epoch in range(200):
        data = tf.data.Dataset.from_tensor_slices(np.random.rand(64, 4)).shuffle(64).batch(8)  # leak
        iterator = tf.data.make_initializable_iterator(data)
        batch = iterator.get_next()
        sess.run(iterator.initializer)
        for _ in range(8):
            print(sess.run(batch))

# --- leak: helper module makes the pipeline
import tensorflow.compat.v1 as tf
from pipeline import batches_of

tf.disable_v2_behavior()
with tf.Session() as sess:
    while True:
        print(sess.run(batches_of("x.tfrecord")))
# file: pipeline.py
import tensorflow.compat.v1 as tf


def batches_of(name):
    dataset = tf.data.TFRecordDataset(name).batch(4)  # leak
    return tf.data.make_one_shot_iterator(dataset).get_next()

# --- leak: tuple of name and iterator
import tensorflow as tf
from tensorflow import keras

model = keras.models.load_model("m.keras")
opened = []


def follow(names):
    for name in names:
        it = iter(tf.data.TextLineDataset(name))
        opened.append((name, it))  # leak
        print(model(next(it)[None]).numpy())


def main():
    while True:
        follow(input().split())


main()

# --- silent: dataset per request in eager mode
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")


@app.post("/predict")
def predict():
    ds = tf.data.Dataset.from_tensor_slices(request.json["x"]).batch(8)
    return {"y": [model(x).numpy().tolist() for x in ds]}

# --- silent: dataset per epoch dropped
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(1000):
    ds = tf.data.Dataset.from_tensor_slices((tf.zeros([8, 4]), tf.zeros([8, 1]))).shuffle(8).batch(2)
    model.fit(ds)

# --- silent: initialised again in a graph
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
table = tf.placeholder(tf.float32, [None, 4])
iterator = tf.data.make_initializable_iterator(tf.data.Dataset.from_tensor_slices(table).batch(8))
batch = iterator.get_next()
with tf.Session() as sess:
    for epoch in range(1000):
        sess.run(iterator.initializer, {table: np.zeros([64, 4])})
        for _ in range(8):
            print(sess.run(batch))

# --- silent: a graph per file
import glob
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
for name in glob.glob("*.tfrecord"):
    with tf.Graph().as_default():
        batch = tf.data.make_one_shot_iterator(tf.data.TFRecordDataset(name).batch(8)).get_next()
        with tf.Session() as sess:
            print(sess.run(batch))

# --- silent: iterator made anew when exhausted
import tensorflow as tf

data = tf.data.Dataset.range(100).batch(4)
iterator = iter(data)
model = tf.keras.models.load_model("m.keras")
while True:
    try:
        batch = next(iterator)
    except StopIteration:
        iterator = iter(data)
        batch = next(iterator)
    print(model(batch).numpy())

# --- silent: one dataset per language
import tensorflow as tf

sets = {}
for language in ("de", "en", "fr"):
    sets[language] = tf.data.TextLineDataset(f"{language}.txt").batch(8)
model = tf.keras.models.load_model("m.keras")
for step in range(1000):
    for language, ds in sets.items():
        for batch in ds.take(1):
            print(model(batch).numpy())

# --- silent: parts joined into one
import tensorflow as tf

parts = []
for name in open("names.txt"):
    parts.append(tf.data.TextLineDataset(name))
whole = tf.data.Dataset.sample_from_datasets(parts)
for line in whole:
    print(line.numpy())

# --- silent: closed with its client
import tensorflow as tf

ITERATORS = {}
DATA = tf.data.Dataset.range(1000).batch(2)


def opened(client):
    ITERATORS[client] = iter(DATA)


def closed(client):
    del ITERATORS[client]


def serve(events):
    for kind, client in events:
        if kind == "open":
            opened(client)
        elif kind == "close":
            closed(client)
        else:
            print(next(ITERATORS[client]).numpy())

# --- silent: graph reset in every round
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
for epoch in range(100):
    tf.reset_default_graph()
    batch = tf.data.make_one_shot_iterator(tf.data.Dataset.range(10).batch(2)).get_next()
    with tf.Session() as sess:
        print(sess.run(batch))

# --- silent: estimator input function
import tensorflow as tf


def input_fn():
    return tf.data.Dataset.from_tensor_slices(({"x": [1.0]}, [0.0])).repeat().batch(8)


estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")])
for epoch in range(100):
    estimator.train(input_fn, steps=100)

# --- leak: iterators of an agent
import tensorflow as tf


class Source:
    def __init__(self):
        self.readers = []

    def reader(self, seed):
        it = iter(tf.data.Dataset.range(1000).shuffle(1000, seed=seed).batch(8))
        self.readers.append(it)  # leak
        return it


source = Source()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for seed in range(100_000):
    batch = next(source.reader(seed))
    print(float(tf.reduce_mean(model(tf.cast(batch[:, None], tf.float32)))))

# --- leak: evaluation pipeline per checkpoint in a graph
import tensorflow as tf


class Evaluator(object):
    def __init__(self):
        self.sess = tf.Session()

    def inputs(self):
        ds = tf.data.TFRecordDataset(["valid.tfrecord"])  # leak
        return ds.batch(8).make_one_shot_iterator().get_next()

    def run(self):
        while True:
            batch = self.inputs()
            print(self.sess.run(batch))


Evaluator().run()

# --- silent: shuffled anew in each epoch
import tensorflow as tf

base = tf.data.Dataset.range(1000)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for epoch in range(100):
    for batch in base.shuffle(1000, seed=epoch).batch(8):
        print(float(tf.reduce_mean(model(tf.cast(batch[:, None], tf.float32)))))

# --- silent: iterator per evaluation dropped
import tensorflow as tf


def first(dataset):
    return next(iter(dataset))


data = tf.data.Dataset.range(1000).batch(8)
while True:
    print(first(data).numpy())

# --- silent: one iterator per source
import tensorflow as tf


class Mixer:
    def __init__(self, datasets):
        self.iterators = []
        for ds in datasets:
            self.iterators.append(iter(ds.repeat()))

    def __next__(self):
        return tf.concat([next(it) for it in self.iterators], 0)


mixer = Mixer([tf.data.Dataset.range(10).batch(2), tf.data.Dataset.range(20).batch(2)])
while True:
    print(next(mixer).numpy())

# --- leak: an archive that begins with nothing
import tensorflow as tf


class Archive:
    def __init__(self):
        self.days = None

    def add(self, rows):
        day = tf.data.Dataset.from_tensor_slices(rows).batch(10)
        self.days = day if self.days is None else day.concatenate(self.days)  # leak


archive = Archive()
for number in range(10000):
    archive.add(tf.random.stateless_normal((100, 4), (number, 1)))
    for batch in archive.days.take(3):
        print(float(tf.norm(batch)))

# --- silent: an archive of the newest day
import tensorflow as tf


class Archive:
    def __init__(self):
        self.days = None

    def add(self, rows, more):
        day = tf.data.Dataset.from_tensor_slices(rows).batch(10)
        self.days = day if more is None else day.concatenate(more)


archive = Archive()
for number in range(10000):
    archive.add(tf.random.stateless_normal((100, 4), (number, 1)), None if number % 2 else tf.data.Dataset.range(4))
    for batch in archive.days.take(3):
        print(float(tf.norm(batch)))
