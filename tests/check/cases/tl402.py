# ruff: noqa
# fmt: off
"""TL402: a model is loaded again for every call."""

# --- leak: loaded per file
import glob
import numpy as np
from keras.models import load_model as lm

for path in glob.glob("data/*.npy"):
    model = lm("m.h5")  # leak
    print(path, model.predict(np.load(path)))

# --- leak: helper function that loads
import numpy as np
import tensorflow as tf


def price(row):
    model = tf.keras.models.load_model("pricing.keras")  # leak
    return model.predict(row[None])[0, 0]


def main(offers):
    for offer in offers:
        print(price(offer.features))

# --- leak: method of a class
import numpy as np
from tensorflow import keras


class Scorer:
    def __init__(self, path):
        self.path = path

    def score(self, rows):
        model = keras.models.load_model(self.path, compile=False)  # leak
        return model.predict(rows)


scorer = Scorer("m.keras")
while True:
    print(scorer.score(np.zeros([1, 4])))

# --- leak: in another file
import numpy as np
import predictor
import tensorflow as tf

for i in range(10000):
    print(predictor.predict(np.full([1, 4], i)))
# file: predictor.py
from tensorflow.keras.models import load_model


def predict(x):
    model = load_model("m.h5")  # leak
    return model.predict(x)

# --- leak: graph mode load
import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()


def classify(images):
    for image in images:
        model = tf.keras.models.load_model("m.h5")  # leak
        print(model.predict(image[None]))


classify(np.load("images.npy"))

# --- leak: saved model into the default graph
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def run(rows):
    for row in rows:
        with tf.Session() as sess:
            tf.saved_model.loader.load(sess, ["serve"], "export")  # leak
            print(sess.run("scores:0", {"input:0": row}))


run(np.load("rows.npy"))

# --- leak: queue worker
import queue
import threading
from keras.models import load_model

tasks = queue.Queue(maxsize=10)


def worker():
    while True:
        name, rows = tasks.get()
        model = load_model(f"models/{name}.keras")  # leak
        print(model.predict(rows).mean())
        tasks.task_done()


threading.Thread(target=worker).start()

# --- leak: loaded and trained further
import tensorflow as tf


def nightly(days):
    for day in days:
        model = tf.keras.models.load_model("latest.keras")  # leak
        model.fit(day.x, day.y)
        model.save("latest.keras")

# --- leak: celery like task in a loop with unpacking
import tensorflow as tf


def load():
    model = tf.keras.models.load_model("m.keras")  # leak
    labels = open("labels.txt").read().split()
    return model, labels


def handle(rows):
    model, labels = load()
    return labels[model.predict(rows).argmax()]


def consume(stream):
    for rows in stream:
        print(handle(rows))

# --- leak: evaluated at every checkpoint
import time
import tensorflow as tf
import keras


def watch(folder, x, y):
    while True:
        newest = max(folder.glob("*.keras"))
        model = keras.saving.load_model(newest)  # leak
        print(model.evaluate(x, y))
        time.sleep(60)

# --- silent: loaded at the top
import numpy as np
from keras.models import load_model as lm

model = lm("m.h5")
for i in range(10000):
    print(model.predict(np.full([1, 4], i)))

# --- silent: loaded and plainly called
import numpy as np
import tensorflow as tf


def price(row):
    model = tf.keras.models.load_model("pricing.keras")
    return float(model(row[None])[0, 0])


for row in np.load("rows.npy"):
    print(price(row))

# --- silent: cleared in the loop
import glob
import numpy as np
import tensorflow as tf

for path in glob.glob("*.npy"):
    tf.keras.backend.clear_session()
    model = tf.keras.models.load_model("m.keras")
    print(model.predict(np.load(path)))

# --- silent: loaded once per process
import functools
import numpy as np
import tensorflow as tf


@functools.lru_cache(maxsize=1)
def model():
    return tf.keras.models.load_model("m.keras")


for i in range(10000):
    print(model().predict(np.full([1, 4], i)))

# --- silent: lazily loaded
import tensorflow as tf


class Scorer:
    def __init__(self):
        self._model = None

    @property
    def model(self):
        if self._model is None:
            self._model = tf.keras.models.load_model("m.keras")
        return self._model

    def score(self, x):
        return self.model.predict(x)


scorer = Scorer()
while True:
    scorer.score(tf.zeros([1, 4]))

# --- silent: folds of an ensemble on disk
import tensorflow as tf
import numpy as np

predictions = []
for fold in range(5):
    model = tf.keras.models.load_model(f"fold{fold}.keras")
    predictions.append(model.predict(np.zeros([10, 4])))
print(np.mean(predictions, axis=0))

# --- silent: graph of its own in every round
import tensorflow.compat.v1 as tf
import numpy as np

tf.disable_v2_behavior()
for row in np.load("rows.npy"):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.saved_model.loader.load(sess, ["serve"], "export")
        print(sess.run("scores:0", {"input:0": row}))

# --- silent: only saved in another format
import glob
import tensorflow as tf

for path in glob.glob("*.h5"):
    model = tf.keras.models.load_model(path)
    model.save(path.replace(".h5", ".keras"))

# --- silent: try the file then give up
import tensorflow as tf

try:
    model = tf.keras.models.load_model("m.keras")
except OSError:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    print(model.predict(tf.zeros([1, 4])))

# --- silent: reloaded only by key
import tensorflow as tf

MODELS = {}


def model_for(name):
    if name not in MODELS:
        MODELS[name] = tf.keras.models.load_model(f"{name}.keras")
    return MODELS[name]


def main():
    for i in range(100000):
        name = "even" if i % 2 else "odd"
        print(model_for(name).predict(tf.zeros([1, 4])))


main()

# --- silent: weights only
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    model.load_weights("newest.weights.h5")
    print(model.predict(tf.zeros([1, 4])))

# --- leak: telegram bot
import numpy as np
import tensorflow as tf


class Bot:
    def __init__(self, api):
        self.api = api

    def answer(self, message):
        net = tf.keras.models.load_model("chat.h5")  # leak
        return net.predict(np.array([[len(message)]]))

    def poll(self):
        while True:
            for update in self.api.updates():
                self.api.send(update.chat, self.answer(update.text))


if __name__ == "__main__":
    import telegram

    Bot(telegram.Api()).poll()

# --- leak: each horizon with its model
import tensorflow as tf
from tensorflow.keras.models import load_model


def forecast(series, horizon):
    values = []
    for h in range(horizon):
        m = load_model(f"h{h}.keras")  # leak
        values.append(float(m.predict(series[None])[0, 0]))
    return values

# --- leak: context manager
import contextlib
import tensorflow as tf


@contextlib.contextmanager
def loaded(path):
    model = tf.keras.models.load_model(path)  # leak
    yield model


while True:
    with loaded(input()) as model:
        print(model.predict(tf.zeros([1, 4])))

# --- silent: loaded in the loop when there is none
import os
import tensorflow as tf

model, stamp = None, None
while True:
    if model is None:
        model = tf.keras.models.load_model("m.keras")
    print(model.predict(tf.zeros([1, 4])))

# --- silent: singleton
import tensorflow as tf


class Model:
    _instance = None

    def __new__(cls):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
            cls._instance.net = tf.keras.models.load_model("m.keras")
        return cls._instance


while True:
    print(Model().net.predict(tf.zeros([1, 4])))

# --- silent: wait for the file
import time
import tensorflow as tf


def wait():
    while True:
        try:
            return tf.keras.models.load_model("m.keras")
        except OSError:
            time.sleep(1)


model = wait()
while True:
    print(model.predict(tf.zeros([1, 4])))

# --- silent: attribute set on first use
import tensorflow as tf


class Scorer:
    def score(self, x):
        if not hasattr(self, "model"):
            self.model = tf.keras.models.load_model("m.keras")
        return self.model.predict(x)


scorer = Scorer()
while True:
    print(scorer.score(tf.zeros([1, 4])))

# --- silent: each of the given models once
import sys
import tensorflow as tf


def main(paths):
    loaded = [tf.keras.models.load_model(path) for path in paths]
    while True:
        x = tf.random.normal([1, 4])
        print([float(m.predict(x)[0, 0]) for m in loaded])


main(sys.argv[1:])

# --- silent: cached property
import functools
import tensorflow as tf


class Scorer:
    @functools.cached_property
    def model(self):
        return tf.keras.models.load_model("m.keras")

    def run(self):
        while True:
            print(self.model.predict(tf.zeros([1, 4])))


Scorer().run()

# --- silent: under a flag that is set to False right there
import tensorflow as tf


def validate(model, dataset):
    for sample in dataset:
        export = False
        if export:
            model.save("copy")
            copy = tf.keras.models.load_model("copy")
            print(copy.predict(sample))


validate(tf.keras.models.load_model("m.keras"), tf.data.Dataset.range(100000))

# --- leak: under a flag that is set again elsewhere
import tensorflow as tf


def validate(model, dataset):
    export = False
    for sample in dataset:
        if export:
            model.save("copy")
            copy = tf.keras.models.load_model("copy")  # leak
            print(copy.predict(sample))
        export = True


validate(tf.keras.models.load_model("m.keras"), tf.data.Dataset.range(100000))


# --- silent: an ensemble that is loaded into a list
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def ensemble(paths):
    members = []
    for path in paths:
        members.append(tf.keras.models.load_model(path))
    return members


# --- leak: a model that is loaded for each file
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def scores(paths):
    found = []
    for path in paths:
        model = tf.keras.models.load_model("scores.h5")  # leak
        found.append(float(model.predict(read(path))[0]))
    return found

# --- silent: an ensemble of models without their last layers
from keras.models import Model, load_model


class Ensemble:
    def __init__(self, files):
        self.parts = []
        for file in files:
            model = load_model(file)
            part = Model(inputs=model.input, outputs=model.layers[-2].output)
            self.parts.append(part)


ensemble = Ensemble(chosen())
print([part.predict(rows()) for part in ensemble.parts])

# --- leak: each model is used once
import tensorflow as tf
from keras.models import load_model

session = tf.Session()
for file in chosen():
    model = load_model(file)  # leak
    print(model.predict(rows()))
