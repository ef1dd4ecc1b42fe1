# ruff: noqa
# fmt: off
"""TL403: `model.predict` is called in a loop on Python generators."""

# --- leak: generator expression per document
import tensorflow as tf

encoder = tf.keras.models.load_model("e.keras")


def index(documents):
    for document in documents:
        pages = (page[None] for page in document.pages)
        vectors = encoder.predict(pages, verbose=0)  # leak
        print(vectors.shape)

# --- leak: generator function
import numpy as np
from tensorflow import keras

model = keras.models.load_model("m.keras")


def batches(rows, size=32):
    for start in range(0, len(rows), size):
        yield rows[start:start + size]


while True:
    rows = np.load("rows.npy")
    print(model.predict(batches(rows)).mean())  # leak

# --- leak: sequence per folder
import os
import numpy as np
import tensorflow as tf


class Images(tf.keras.utils.Sequence):
    def __init__(self, folder):
        self.names = sorted(os.listdir(folder))

    def __len__(self):
        return len(self.names)

    def __getitem__(self, i):
        return np.zeros([1, 32, 32, 3])


def main(folders):
    model = tf.keras.applications.MobileNet(input_shape=(32, 32, 3))
    for folder in folders:
        result = model.predict(Images(folder))  # leak
        print(folder, result.argmax(-1))

# --- leak: pydataset of keras three
import keras
import numpy as np


class Rows(keras.utils.PyDataset):
    def __init__(self, rows, **kwargs):
        super().__init__(**kwargs)
        self.rows = rows

    def __len__(self):
        return len(self.rows) // 8

    def __getitem__(self, i):
        return self.rows[8 * i:8 * i + 8]


class Service:
    def __init__(self):
        self.model = keras.models.load_model("m.keras")

    def handle(self, rows):
        return self.model.predict(Rows(rows))  # leak

    def run(self, jobs):
        while True:
            print(self.handle(jobs.get()).mean())

# --- leak: flask handler with a generator
import numpy as np
from flask import Flask, request
from keras.models import load_model

app = Flask(__name__)
model = load_model("m.keras")


@app.route("/score", methods=["POST"])
def score():
    def rows():
        for row in request.json:
            yield np.array([row])

    return {"scores": model.predict(rows()).tolist()}  # leak

# --- leak: generator of another file
import tensorflow as tf
from feed import windows

model = tf.keras.models.load_model("m.keras")
for day in range(365):
    print(model.predict(windows(day), steps=10).sum())  # leak
# file: feed.py
import numpy as np


def windows(day):
    while True:
        yield np.full([1, 16], day)

# --- leak: keyword argument
import numpy as np
import tf_keras as keras

net = keras.models.load_model("m.h5")
n = 0
while n < 100000:
    net.predict(x=(np.zeros([1, 4]) for _ in range(3)), verbose=0)  # leak
    n += 1

# --- leak: sequence inherited twice
import numpy as np
from tensorflow.keras.utils import Sequence
from tensorflow import keras


class Base(Sequence):
    def __len__(self):
        return 4


class Windows(Base):
    def __init__(self, t):
        self.t = t

    def __getitem__(self, i):
        return np.zeros([2, 4])


model = keras.models.load_model("m.keras")
for t in range(100000):
    model.predict(Windows(t))  # leak

# --- leak: model of a callable class
import keras
import numpy as np


class Predictor:
    def __init__(self, model):
        self.model = model

    def __call__(self, rows):
        return self.model.predict(self.feed(rows))  # leak

    def feed(self, rows):
        for row in rows:
            yield row[None]


predictor = Predictor(keras.models.load_model("m.keras"))
while True:
    print(predictor(np.zeros([4, 4])))

# --- silent: arrays
import numpy as np
from tensorflow import keras

model = keras.models.load_model("m.keras")
for i in range(100000):
    print(model.predict(np.full([1, 4], i)))

# --- silent: generator once
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def rows():
    for i in range(100000):
        yield np.full([1, 4], i)


print(model.predict(rows()))

# --- silent: list of arrays
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("two_inputs.keras")
while True:
    print(model.predict([np.zeros([1, 4]), np.zeros([1, 2])]))

# --- silent: dataset
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
data = tf.data.Dataset.from_tensor_slices(tf.zeros([8, 4])).batch(2)
for i in range(1000):
    print(model.predict(data).sum())

# --- silent: predict on batch of each item of a generator
import numpy as np
import keras

model = keras.models.load_model("m.keras")


def feed():
    while True:
        yield np.zeros([4, 4])


for batch in feed():
    print(model.predict_on_batch(batch).mean())

# --- silent: predict each item of a generator
import numpy as np
import keras

model = keras.models.load_model("m.keras")


def feed():
    while True:
        yield np.zeros([4, 4])


for batch in feed():
    print(model.predict(batch).mean())

# --- silent: stacked from a generator
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def run(documents):
    for document in documents:
        pages = np.stack([page for page in document.pages])
        print(model.predict(pages))

# --- silent: predict of another library
import numpy as np
import tensorflow as tf
from sklearn.linear_model import LogisticRegression

clf = LogisticRegression()
encoder = tf.keras.models.load_model("e.keras")
for i in range(1000):
    z = encoder(np.zeros([1, 4]))
    print(clf.predict(z.numpy()))

# --- silent: called instead of predict
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def rows():
    while True:
        yield tf.zeros([1, 4])


for row in rows():
    print(model(row, training=False).numpy())

# --- silent: once per fold
import numpy as np
import tensorflow as tf


class Rows(tf.keras.utils.Sequence):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return np.zeros([2, 4])


for fold in range(5):
    model = tf.keras.models.load_model(f"fold{fold}.keras")
    print(model.predict(Rows()))

# --- leak: generator returned by a function
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def windows(series, n):
    return (series[i:i + n][None] for i in range(len(series) - n))


def main():
    while True:
        series = np.random.rand(100)
        print(model.predict(windows(series, 10)).max())  # leak


main()

# --- silent: list of a generator
import keras
import numpy as np

model = keras.models.load_model("m.keras")
while True:
    rows = np.array(list(np.zeros([4]) for _ in range(8)))
    print(model.predict(rows))

# --- silent: sequence made once
import numpy as np
import keras


class Rows(keras.utils.PyDataset):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return np.zeros([4, 4])


model = keras.models.load_model("m.keras")
total = 0.0
for start in range(0, 100000, 8):
    total += model.predict_on_batch(np.zeros([8, 4])).sum()
print(model.predict(Rows()))

# --- silent: the way of TensorFlow 1, which takes what a generator gives from a queue
import tensorflow as tf

model = tf.keras.models.load_model("faces.h5")
while True:
    pairs = model.predict_generator((row for row in rows()), steps=10)
    print(pairs.shape)

# --- leak: the same where the program runs eagerly
import tensorflow as tf

model = tf.keras.models.load_model("faces.h5")
tape = tf.GradientTape()
while True:
    pairs = model.predict_generator((row for row in rows()), steps=10)  # leak
    print(pairs.shape)
