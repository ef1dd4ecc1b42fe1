# ruff: noqa
# fmt: off
"""TL501: Python callbacks of datasets are registered for ever."""

# --- leak: dataset from a generator in every epoch
import numpy as np
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")


def rows():
    for i in range(100):
        yield np.zeros([4]), np.zeros([1])


for epoch in range(1000):
    spec = (tf.TensorSpec([4]), tf.TensorSpec([1]))
    dataset = tf.data.Dataset.from_generator(rows, output_signature=spec).batch(8)  # leak
    model.fit(dataset)

# --- leak: function that makes the dataset
import tensorflow as tf


def make_dataset(files):
    def read():
        for file in files:
            yield open(file).read()

    return tf.data.Dataset.from_generator(read, tf.string).batch(16)  # leak


def train(model, optimizer, epochs, files):
    for epoch in range(epochs):
        for batch in make_dataset(files):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batch))
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))

# --- leak: py function in a map per request
import numpy as np
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")


def parse(path):
    return tf.py_function(lambda p: np.load(p.numpy()), [path], tf.float32)  # leak


@app.post("/score")
def score():
    ds = tf.data.Dataset.from_tensor_slices(request.json["paths"]).map(parse).batch(4)
    return {"scores": model.predict(ds).tolist()}

# --- leak: numpy function in graph code
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None])
with tf.Session() as sess:
    while True:
        y = tf.numpy_function(np.sin, [x], tf.float32)  # leak
        print(sess.run(y, {x: [1.0]}))

# --- leak: augmentation made in every round
import numpy as np
import tensorflow as tf


class Loader:
    def __init__(self, images):
        self.images = images

    def flip(self, image):
        return tf.numpy_function(np.fliplr, [image], tf.float32)  # leak

    def epoch(self):
        return tf.data.Dataset.from_tensor_slices(self.images).map(self.flip).batch(8)


def main():
    loader = Loader(np.zeros([64, 8, 8]))
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
    for i in range(500):
        for batch in loader.epoch():
            print(float(tf.reduce_mean(model(batch))))


main()

# --- leak: generator in another file
import tensorflow as tf
from feeding import dataset_for

model = tf.keras.models.load_model("m.keras")
for day in range(365):
    print(model.evaluate(dataset_for(day)))
# file: feeding.py
import numpy as np
import tensorflow as tf


def dataset_for(day):
    def gen():
        yield np.full([4], day, "float32"), np.zeros([1], "float32")

    spec = (tf.TensorSpec([4], tf.float32), tf.TensorSpec([1], tf.float32))
    return tf.data.Dataset.from_generator(gen, output_signature=spec).batch(1)  # leak

# --- leak: lambda around the generator
import tensorflow as tf


def predict_all(model, documents):
    for document in documents:
        ds = tf.data.Dataset.from_generator(lambda: iter(document.pages), output_types=tf.float32)  # leak
        print(model.predict(ds.batch(1)).sum())


predict_all(tf.keras.models.load_model("m.keras"), open("docs"))

# --- leak: endless retraining
import time
import tensorflow as tf
from keras.models import load_model
from data import sample


def gen():
    while True:
        yield sample()


while True:
    model = load_model("m.keras")
    ds = tf.data.Dataset.from_generator(gen, output_types=(tf.float32, tf.float32))  # leak
    for x, y in ds.take(100):
        print(model(x).numpy())
    time.sleep(3600)

# --- leak: lambda with py function
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def load(path):
    return np.load(path)


def run(batches):
    for paths in batches:
        ds = tf.data.Dataset.from_tensor_slices(paths)
        ds = ds.map(lambda p: tf.numpy_function(load, [p], tf.float32), num_parallel_calls=4)  # leak
        print(model.predict(ds.batch(8)).mean())

# --- silent: made once
import numpy as np
import tensorflow as tf


def rows():
    for i in range(100):
        yield np.zeros([4]), np.zeros([1])


ds = tf.data.Dataset.from_generator(rows, output_types=(tf.float32, tf.float32)).batch(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(1000):
    model.fit(ds)

# --- silent: eager call of a numpy function
import numpy as np
import tensorflow as tf

while True:
    y = tf.numpy_function(np.sin, [tf.zeros([4])], tf.float32)
    print(y.numpy())

# --- silent: slices per epoch
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(1000):
    ds = tf.data.Dataset.from_tensor_slices((np.zeros([8, 4]), np.zeros([8, 1]))).batch(2)
    model.fit(ds)

# --- silent: training and validation
import tensorflow as tf
from data import samples


def make(split):
    return tf.data.Dataset.from_generator(lambda: samples(split), output_types=(tf.float32, tf.float32)).batch(8)


sets = {}
for split in ("train", "valid", "test"):
    sets[split] = make(split)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(100):
    model.fit(sets["train"], validation_data=sets["valid"])

# --- silent: py function inside a traced function
import numpy as np
import tensorflow as tf


@tf.function
def step(x):
    return tf.numpy_function(np.sin, [x], tf.float32)


while True:
    print(step(tf.zeros([4])).numpy())

# --- silent: pure map per request
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")


def parse(path):
    return tf.io.decode_jpeg(tf.io.read_file(path))


@app.post("/score")
def score():
    ds = tf.data.Dataset.from_tensor_slices(request.json["paths"]).map(parse).batch(4)
    return {"scores": model.predict(ds).tolist()}

# --- silent: per fold
import tensorflow as tf
from data import fold_rows

for fold in range(5):
    ds = tf.data.Dataset.from_generator(lambda: fold_rows(fold), output_types=(tf.float32, tf.float32)).batch(4)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(ds)

# --- silent: class with a dataset made in its constructor
import tensorflow as tf
from data import read


class Loader:
    def __init__(self):
        self.dataset = tf.data.Dataset.from_generator(self.rows, output_types=tf.float32).batch(4)

    def rows(self):
        while True:
            yield read()

    def __iter__(self):
        return iter(self.dataset)


loader = Loader()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for batch in loader:
    print(model(batch).numpy())

# --- silent: built when first asked for
import tensorflow as tf
from data import rows

_datasets = {}


def dataset(name):
    if name not in _datasets:
        _datasets[name] = tf.data.Dataset.from_generator(rows, output_types=tf.float32)
    return _datasets[name]


model = tf.keras.models.load_model("m.keras")
for i in range(1000):
    print(model.predict(dataset("train").batch(8)))

# --- silent: plain python generator
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def rows():
    for i in range(10):
        yield tf.fill([1, 4], float(i))


while True:
    for row in rows():
        print(model(row).numpy())

# --- silent: graph with its function made once
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None])
y = tf.py_func(np.sin, [x], tf.float32)
with tf.Session() as sess:
    while True:
        print(sess.run(y, {x: [1.0]}))

# --- leak: generator per chunk of a large file
import pandas as pd
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for chunk in pd.read_csv("big.csv", chunksize=10000):
    def rows():
        for _, row in chunk.iterrows():
            yield row.values[:-1], row.values[-1:]

    ds = tf.data.Dataset.from_generator(rows, output_types=(tf.float32, tf.float32)).batch(32)  # leak
    model.fit(ds, verbose=0)

# --- leak: validation set made anew
import numpy as np
import tensorflow as tf


class Experiment:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile("adam", "mse")

    def samples(self):
        while True:
            yield np.zeros([4]), np.zeros([1])

    def dataset(self):
        return tf.data.Dataset.from_generator(  # leak
            self.samples, output_signature=(tf.TensorSpec([4]), tf.TensorSpec([1]))
        ).batch(8)

    def run(self, rounds):
        for r in range(rounds):
            self.model.fit(self.dataset(), steps_per_epoch=10)


Experiment().run(1000)

# --- leak: async handler
import numpy as np
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()
model = tf.keras.models.load_model("m.keras")


@app.post("/stream")
async def stream(rows: list[list[float]]):
    def feed():
        for row in rows:
            yield np.array(row, "float32")

    ds = tf.data.Dataset.from_generator(feed, output_types=tf.float32).batch(8)  # leak
    return {"y": model.predict(ds).tolist()}

# --- silent: inside a map that is made once
import numpy as np
import tensorflow as tf


def load(path):
    return tf.py_function(lambda p: np.load(p.numpy()), [path], tf.float32)


ds = tf.data.Dataset.list_files("*.npy").map(load).batch(8)
model = tf.keras.models.load_model("m.keras")
for epoch in range(1000):
    for batch in ds:
        print(model(batch).numpy())

# --- silent: factory called twice
import tensorflow as tf
from data import read


def dataset(name):
    return tf.data.Dataset.from_generator(lambda: read(name), output_types=(tf.float32, tf.float32)).batch(8)


def main():
    train, valid = dataset("train"), dataset("valid")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    for epoch in range(100):
        model.fit(train)
        model.evaluate(valid)


main()

# --- silent: keras layer with a python function
import numpy as np
import tensorflow as tf


class Noise(tf.keras.layers.Layer):
    def call(self, x):
        return tf.numpy_function(lambda a: a + np.random.rand(), [x], tf.float32)


model = tf.keras.Sequential([Noise(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for step in range(1000):
    model.train_on_batch(tf.zeros([4, 4]), tf.zeros([4, 1]))

# --- silent: feeding a session by hand
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def batches(x, size):
    for i in range(0, len(x), size):
        yield x[i:i + size]


x = tf.placeholder(tf.float32, [None, 4])
y = tf.layers.dense(x, 1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(100):
        for batch in batches(np.zeros([64, 4]), 8):
            print(sess.run(y, {x: batch}))

# --- silent: image generators of keras
import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator

flow = ImageDataGenerator(rescale=1 / 255).flow_from_directory("images")
model = tf.keras.models.load_model("m.keras")
for epoch in range(100):
    model.fit(flow, steps_per_epoch=10)
