# ruff: noqa
# fmt: off
"""TL305: a cache without bound keeps tensors."""

# --- leak: unbounded cache of encodings
import functools
import tensorflow as tf

encoder = tf.keras.models.load_model("e.keras")


@functools.lru_cache(maxsize=None)  # leak
def encode(text):
    return encoder(tf.constant([text]))[0]


def rank(comments):
    for comment in comments:
        print(float(tf.norm(encode(comment))))

# --- leak: functools cache in a handler
from functools import cache

import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.saved_model.load("export")


@cache  # leak
def embed(text):
    return model(tf.constant([text]))


@app.route("/similar")
def similar():
    vector = embed(request.args["q"])
    return {"norm": float(tf.norm(vector))}

# --- leak: dictionary by request id
import uuid
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()
model = tf.keras.models.load_model("m.keras")
CACHE = {}


@app.post("/embed")
def embed(rows: list):
    key = uuid.uuid4().hex
    CACHE[key] = model(tf.constant(rows))  # leak
    return {"key": key, "first": float(CACHE[key][0, 0])}

# --- leak: dictionary by step
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
opt = keras.optimizers.Adam()
by_step = {}
step = 0
while True:
    with tf.GradientTape() as tape:
        loss = tf.square(model(tf.random.normal([8, 4])))
    opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    by_step[step] = loss  # leak
    step += 1

# --- leak: memo of a class by text
import tensorflow as tf


class Encoder:
    def __init__(self):
        self.model = tf.keras.models.load_model("m.keras")
        self.known = {}

    def encode(self, text):
        if text not in self.known:
            self.known[text] = self.model(tf.constant([text]))  # leak
        return self.known[text]


def main():
    encoder = Encoder()
    while True:
        text = input("> ")
        print(encoder.encode(text).numpy())


main()

# --- leak: ordered dictionary in a helper module
import tensorflow as tf
from memo import remember

model = tf.keras.models.load_model("m.keras")
for i in range(1_000_000):
    y = model(tf.fill([1, 4], float(i)))
    remember(i, y)
    print(y.numpy())
# file: memo.py
from collections import OrderedDict

_memo = OrderedDict()


def remember(key, value):
    _memo[key] = value  # leak

# --- leak: cache of windows by their start
import functools
import tensorflow as tf


@functools.lru_cache(None)  # leak
def window(start):
    return tf.signal.hann_window(1024) * float(start)


for i in range(10**6):
    print(float(tf.reduce_sum(window(i))))

# --- leak: set default per user
import tensorflow as tf
from aiohttp import web

routes = web.RouteTableDef()
model = tf.keras.models.load_model("m.keras")
states = {}


@routes.post("/chat")
async def chat(request):
    data = await request.json()
    state = states.setdefault(data["session"], tf.zeros([1, 512]))  # leak
    return web.json_response({"reply": float(model(state)[0, 0])})

# --- leak: class level cache by path
import tensorflow as tf


class Images:
    cache = {}

    @classmethod
    def load(cls, path):
        if path not in cls.cache:
            cls.cache[path] = tf.io.decode_image(tf.io.read_file(path))  # leak
        return cls.cache[path]


def serve(requests):
    model = tf.keras.models.load_model("m.keras")
    for request in requests:
        print(model(Images.load(request.path)[None]).numpy())

# --- leak: cached method
from functools import lru_cache
import tensorflow as tf


class Features:
    def __init__(self, model):
        self.model = model

    @lru_cache(maxsize=None)  # leak
    def of(self, text):
        return self.model(tf.constant([text]))


features = Features(tf.keras.models.load_model("m.keras"))
for line in open("lines.txt"):
    print(features.of(line).numpy())

# --- silent: bounded cache
import functools
import tensorflow as tf

encoder = tf.keras.models.load_model("e.keras")


@functools.lru_cache(maxsize=256)
def encode(text):
    return encoder(tf.constant([text]))[0]


def rank(comments):
    for comment in comments:
        print(float(tf.norm(encode(comment))))

# --- silent: default bound
from functools import lru_cache
import tensorflow as tf


@lru_cache
def window(n):
    return tf.signal.hann_window(n)


for i in range(100000):
    print(float(tf.reduce_sum(window(i))))

# --- silent: no arguments
import functools
import tensorflow as tf


@functools.cache
def table():
    return tf.random.normal([1000, 64])


@functools.lru_cache(maxsize=None)
def model():
    return tf.keras.models.load_model("m.keras")


while True:
    print(model()(table()).numpy().mean())

# --- silent: few keys
import functools
import tensorflow as tf


@functools.lru_cache(maxsize=None)
def one_hot(label):
    return tf.one_hot(label, 10)


for i in range(100000):
    print(one_hot(i % 10).numpy())

# --- silent: literal keys
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
state = {}
while True:
    state["hidden"] = model(tf.zeros([1, 8]))
    state["mean"] = tf.reduce_mean(state["hidden"])
    print(float(state["mean"]))

# --- silent: numbers in the cache
import functools
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


@functools.lru_cache(maxsize=None)
def score(text):
    return float(model(tf.constant([text]))[0, 0])


for line in open("lines.txt"):
    print(score(line))

# --- silent: evicted when full
from collections import OrderedDict
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


class Lru:
    def __init__(self, size):
        self.size = size
        self.items = OrderedDict()

    def get(self, text):
        if text not in self.items:
            self.items[text] = model(tf.constant([text]))
            if len(self.items) > self.size:
                self.items.popitem(last=False)
        return self.items[text]


lru = Lru(100)
while True:
    print(lru.get(input()).numpy())

# --- silent: per layer name
import tensorflow as tf

model = tf.keras.applications.VGG16()
outputs = {}
while True:
    x = tf.random.normal([1, 224, 224, 3])
    for layer in model.layers:
        x = layer(x)
        outputs[layer.name] = x
    print(float(tf.reduce_sum(outputs["predictions"])))

# --- silent: weak values
import weakref
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
known = weakref.WeakValueDictionary()
while True:
    text = input()
    out = model(tf.constant([text]))
    known[text] = out
    print(out.numpy())

# --- silent: features returned by a function
import tensorflow as tf


def embed_all(model, names):
    table = {}
    for name in names:
        y = model(tf.constant([name]))
        print(float(y[0]))
        table[name] = y
    return table

# --- silent: cleared each epoch
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
memo = {}
while True:
    for i in range(100):
        memo[i] = model(tf.random.normal([1, 4]))
        print(memo[i].numpy())
    memo.clear()

# --- silent: cache cleared
import functools
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


@functools.lru_cache(maxsize=None)
def encode(text):
    return model(tf.constant([text]))


def run(documents):
    for document in documents:
        for word in document:
            print(encode(word).numpy())
        encode.cache_clear()

# --- silent: forgotten after the answer
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")
running = {}


@app.post("/run")
def run():
    key = request.json["id"]
    running[key] = model(tf.constant(request.json["x"]))
    answer = float(running[key][0, 0])
    del running[key]
    return {"answer": answer}

# --- leak: memo by a text key in a closure
import tensorflow as tf


def memoised(model):
    table = {}

    def encode(text):
        if text not in table:
            table[text] = model(tf.constant([text]))  # leak
        return table[text]

    return encode


encode = memoised(tf.keras.models.load_model("m.keras"))
while True:
    print(encode(input()).numpy())

# --- leak: cache in front of a preprocessing step
from functools import lru_cache
import tensorflow as tf
from tensorflow import keras

model = keras.models.load_model("m.keras")


@lru_cache(maxsize=None)  # leak
def image(path):
    return tf.image.resize(tf.io.decode_jpeg(tf.io.read_file(path)), [224, 224])


def serve(paths):
    for path in paths:
        print(model.predict(image(path)[None]))

# --- leak: keyed by the time
import time
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
by_time = {}


class Sampler:
    def sample(self):
        out = model(tf.random.normal([1, 4]))
        by_time[time.time()] = out  # leak
        return float(out[0, 0])


sampler = Sampler()
while True:
    sampler.sample()

# --- leak: get and put
import tensorflow as tf


class Cache:
    def __init__(self):
        self._store = {}

    def get(self, key):
        return self._store.get(key)

    def put(self, key, value):
        self._store[key] = value  # leak


cache = Cache()
model = tf.keras.models.load_model("m.keras")
for line in open("lines.txt"):
    hit = cache.get(line)
    if hit is None:
        hit = model(tf.constant([line]))
        cache.put(line, hit)
    print(hit.numpy())

# --- silent: cache of a library with a bound
import cachetools
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
cache = cachetools.LRUCache(maxsize=100)
for line in open("lines.txt"):
    if line not in cache:
        cache[line] = model(tf.constant([line]))
    print(cache[line].numpy())

# --- silent: rebuilt without the old ones
import time
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
states = {}
while True:
    key = input()
    states[key] = (time.time(), model(tf.constant([key])))
    states = {k: v for k, v in states.items() if time.time() - v[0] < 60}
    print(states[key][1].numpy())

# --- silent: outputs of one forward pass
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.stages = [tf.keras.layers.Dense(8) for _ in range(40)]

    def call(self, x):
        outputs = {}
        for i, stage in enumerate(self.stages):
            x = stage(x)
            outputs[i] = x
        return outputs


net = Net()
while True:
    print(float(tf.reduce_sum(net(tf.zeros([1, 4]))[0])))

# --- silent: grouped by class number
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
prototype = {}
while True:
    y = model(tf.random.normal([1, 4]))
    prototype[int(tf.argmax(y[0]))] = y
    print(len(prototype))

# --- silent: positional encodings by length
import functools
import tensorflow as tf


@functools.lru_cache(maxsize=None)
def positions(length):
    return tf.range(length)


model = tf.keras.models.load_model("m.keras")
LENGTHS = (128, 256, 512)
for i in range(100000):
    for length in LENGTHS:
        print(model(positions(length)[None]).numpy())

# --- silent: memo of two keys in a closure
import tensorflow as tf


def memoised(model):
    table = {}

    def encode(text):
        if text not in table:
            table[text] = model(tf.constant([text]))
        return table[text]

    return encode


encode = memoised(tf.keras.models.load_model("m.keras"))
while True:
    print(encode("yes").numpy(), encode("no").numpy(), input())

# --- silent: parts collected by a comprehension and returned
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def encode(texts):
    parts = {}
    for text in texts:
        parts[text] = model(tf.constant([text]))
    return [parts[text].numpy() for text in texts]


while True:
    print(encode(input().split()))

# --- leak: cache on a method, whose key is the object
import functools
import tensorflow as tf


class Application:
    def __init__(self, features):
        self.features = tf.constant(features, tf.float32)

    @functools.lru_cache(maxsize=None)  # leak
    def embedding(self):
        return tf.reduce_mean(self.features, axis=0)


for features in read_applications():
    print(float(tf.norm(Application(features).embedding())))

# --- silent: cache on a method of the one object there is
import functools
import tensorflow as tf


class Application:
    def __init__(self, features):
        self.features = tf.constant(features, tf.float32)

    @functools.lru_cache(maxsize=None)
    def embedding(self):
        return tf.reduce_mean(self.features, axis=0)


application = Application(read_features())
while True:
    print(float(tf.norm(application.embedding())))

# --- leak: a memo by the content of arrays
import hashlib

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)


def by_content(function):
    known = {}

    def remembered(array):
        key = hashlib.sha1(array.tobytes()).hexdigest()
        if key not in known:
            known[key] = function(array)  # leak
        return known[key]

    return remembered


@by_content
def spectrum(clip):
    return tf.abs(tf.signal.rfft(tf.constant(clip)))


def main(steps):
    for _ in range(steps):
        print(float(tf.reduce_mean(spectrum(rng.normal(size=(400,)).astype("float32")))))

# --- silent: a memo by the names of few arrays
import numpy as np
import tensorflow as tf

known = {}


def spectrum(name, clip):
    if name not in known:
        known[name] = tf.abs(tf.signal.rfft(tf.constant(clip)))
    return known[name]


def main(clips, steps):
    for _ in range(steps):
        for name in ("low", "high"):
            print(float(tf.reduce_mean(spectrum(name, clips[name]))))

# --- leak: what a table had under a key is looked at by another name
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")
answers = {}


@app.route("/answer", methods=["POST"])
def answer():
    text = request.json["text"]
    known = answers.get(text)
    if known is not None:
        return str(float(tf.reduce_mean(known)))
    answers[text] = model(tf.constant([text]))  # leak
    return str(float(tf.reduce_mean(answers[text])))

# --- silent: a model that is looked up under one name
import tensorflow as tf

models = {}


def model_of(name):
    known = models.get(name)
    if known is None:
        known = models[name] = tf.zeros([4])
    return known


while True:
    print(float(tf.reduce_mean(model_of("main"))))

# --- leak: a cached method that is asked for ranges which move on
import functools

import tensorflow as tf


class Embedder:
    def __init__(self):
        self.table = tf.Variable(tf.random.normal([1000, 64]))

    @functools.lru_cache(maxsize=None)  # leak
    def embed(self, ids):
        return tf.gather(self.table, list(ids))


embedder = Embedder()
for step in range(100000):
    print(float(tf.reduce_mean(embedder.embed(tuple(range(step, step + 10))))))

# --- silent: a cached method that is asked for the same range
import functools

import tensorflow as tf


class Embedder:
    def __init__(self):
        self.table = tf.Variable(tf.random.normal([1000, 64]))

    @functools.lru_cache(maxsize=None)
    def embed(self, ids):
        return tf.gather(self.table, list(ids))


embedder = Embedder()
for step in range(100000):
    print(float(tf.reduce_mean(embedder.embed(tuple(range(10))))))
