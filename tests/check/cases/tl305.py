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

# --- leak: descriptor that keeps a value for every object
import tensorflow as tf


class Cached:
    def __init__(self, compute):
        self.compute = compute
        self.values = {}

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        if obj not in self.values:
            self.values[obj] = self.compute(obj)  # leak
        return self.values[obj]


class Picture:
    def __init__(self, n):
        self.n = n

    @Cached
    def features(self):
        return tf.random.normal([64, 64]) * self.n


def main():
    for n in range(10000):
        p = Picture(n)
        print(float(tf.reduce_sum(p.features)))


main()

# --- silent: descriptor that keeps its value in the object
import tensorflow as tf


class Cached:
    def __init__(self, compute):
        self.compute = compute
        self.values = {}

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        obj.__dict__[self.name] = self.compute(obj)
        return obj.__dict__[self.name]


class Picture:
    def __init__(self, n):
        self.n = n

    @Cached
    def features(self):
        return tf.random.normal([64, 64]) * self.n


def main():
    for n in range(10000):
        p = Picture(n)
        print(float(tf.reduce_sum(p.features)))


main()

# --- leak: a dialogue of each client waits in a generator
import tensorflow as tf


class Desk:
    def __init__(self):
        self.kernel = tf.random.normal((64, 64))
        self.dialogues = {}

    def dialogue(self, state):
        while True:
            heard = yield float(tf.norm(state))
            state = tf.tanh(state @ self.kernel + heard)

    def hear(self, client, words):
        talk = self.dialogues.get(client)
        if talk is None:
            talk = self.dialogue(tf.zeros((8, 64)))
            self.dialogues[client] = talk  # leak
            return next(talk)
        return talk.send(words)


desk = Desk()
for number in range(100000):
    desk.hear(f"client {number}", tf.ones((8, 64)))
    desk.hear(f"client {number}", tf.ones((8, 64)))

# --- silent: generators that know numbers
import tensorflow as tf


class Desk:
    def __init__(self):
        self.kernel = tf.random.normal((64, 64))
        self.dialogues = {}

    def dialogue(self, total):
        while True:
            total += yield total

    def hear(self, client, words):
        talk = self.dialogues.get(client)
        if talk is None:
            talk = self.dialogue(0.0)
            self.dialogues[client] = talk
            return next(talk)
        return talk.send(float(tf.norm(words @ self.kernel)))


desk = Desk()
for number in range(100000):
    desk.hear(f"client {number}", tf.ones((8, 64)))
    desk.hear(f"client {number}", tf.ones((8, 64)))

# --- leak: a decorator object that keeps a value for each object
import tensorflow as tf


class Lazy:
    def __init__(self, scale):
        self.scale = scale
        self.values = {}

    def __call__(self, compute):
        self.compute = compute
        return self

    def __get__(self, instance, owner=None):
        try:
            return self.values[instance]
        except KeyError:
            value = self.values[instance] = self.scale * self.compute(instance)  # leak
            return value


class Clip:
    def __init__(self, seed):
        self.frames = tf.random.stateless_uniform((4, 64, 64), (seed, 1))

    @Lazy(2.0)
    def motion(self):
        return tf.reduce_sum(tf.abs(self.frames), axis=0)


for number in range(100000):
    print(float(tf.norm(Clip(number).motion)))

# --- silent: a decorator object that keeps the value in the object
import tensorflow as tf


class Lazy:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, compute):
        self.compute = compute
        return self

    def __get__(self, instance, owner=None):
        try:
            return instance.values[self.compute]
        except KeyError:
            value = instance.values[self.compute] = self.scale * self.compute(instance)
            return value


class Clip:
    def __init__(self, seed):
        self.frames = tf.random.stateless_uniform((4, 64, 64), (seed, 1))
        self.values = {}

    @Lazy(2.0)
    def motion(self):
        return tf.reduce_sum(tf.abs(self.frames), axis=0)


for number in range(100000):
    print(float(tf.norm(Clip(number).motion)))

# --- leak: a memo of a method by its arguments
import functools

import tensorflow as tf


class memoised:
    def __init__(self, method):
        self.method = method
        self.answers = {}

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, instance, *args):
        key = (instance.name, args)
        try:
            return self.answers[key]
        except KeyError:
            answer = self.answers[key] = self.method(instance, *args)  # leak
            return answer


class Basis:
    def __init__(self, name):
        self.name = name
        self.axis = tf.linspace(0.0, 1.0, 500)

    @memoised
    def matrix(self, shift):
        return tf.exp(-tf.square(self.axis - shift))


basis, shift = Basis("b"), 0.0
for number in range(100000):
    shift = shift + 1e-4
    print(float(tf.norm(basis.matrix(shift))))

# --- silent: a memo of a method that has always the same arguments
import functools

import tensorflow as tf


class memoised:
    def __init__(self, method):
        self.method = method
        self.answers = {}

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, instance, *args):
        key = (instance.name, args)
        try:
            return self.answers[key]
        except KeyError:
            answer = self.answers[key] = self.method(instance, *args)
            return answer


class Basis:
    def __init__(self, name):
        self.name = name
        self.axis = tf.linspace(0.0, 1.0, 500)

    @memoised
    def matrix(self, shift):
        return tf.exp(-tf.square(self.axis - shift))


basis, shift = Basis("b"), 0.0
for number in range(100000):
    print(float(tf.norm(basis.matrix(0.5))))

# --- leak: entries with weak keys that refer to their keys
import weakref

import tensorflow as tf


class Picture:
    def __init__(self, number):
        self.pixels = tf.random.stateless_uniform((64, 64), (number, 1))


class Features:
    def __init__(self, picture):
        self.picture = picture
        self.edges = tf.abs(picture.pixels)


class Matcher:
    def __init__(self):
        self.features = weakref.WeakKeyDictionary()

    def features_of(self, picture):
        if picture not in self.features:
            self.features[picture] = Features(picture)  # leak
        return self.features[picture]


matcher = Matcher()
for number in range(100000):
    print(float(tf.norm(matcher.features_of(Picture(number)).edges)))

# --- silent: entries with weak keys
import weakref

import tensorflow as tf


class Picture:
    def __init__(self, number):
        self.pixels = tf.random.stateless_uniform((64, 64), (number, 1))


class Features:
    def __init__(self, picture):
        self.edges = tf.abs(picture.pixels)


class Matcher:
    def __init__(self):
        self.features = weakref.WeakKeyDictionary()

    def features_of(self, picture):
        if picture not in self.features:
            self.features[picture] = Features(picture)
        return self.features[picture]


matcher = Matcher()
for number in range(100000):
    print(float(tf.norm(matcher.features_of(Picture(number)).edges)))

# --- leak: entries of a table by update and by a longer table
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Memo:
    def __init__(self):
        self.rows = {}
        self.more = {}

    def add(self, number, row):
        self.rows.update({number: row})  # leak
        self.more = {**self.more, number: row}  # leak


memo = Memo()
for number in range(10000):
    row = make(number)
    memo.add(number, row)
    print(float(tf.norm(row)))

# --- silent: entries that replace each other
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Memo:
    def __init__(self):
        self.rows = {}
        self.more = {}

    def add(self, row):
        self.rows.update({"newest": row})
        self.more = {**self.more, "newest": row}


memo = Memo()
for number in range(10000):
    row = make(number)
    memo.add(row)
    print(float(tf.norm(row)))

# --- leak: a cache that is put around a method
import functools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Encoder:
    def __init__(self):
        self.encode = functools.lru_cache(maxsize=None)(self._encode)  # leak

    def _encode(self, number):
        return make(number)


encoder = Encoder()
for number in range(100000):
    print(float(tf.norm(encoder.encode(number))))

# --- silent: caches of objects of one round, and a bounded one
import functools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Encoder:
    def __init__(self):
        self.encode = functools.lru_cache(maxsize=None)(self._encode)
        self.again = functools.lru_cache(maxsize=100)(self._encode)

    def _encode(self, number):
        return make(number)


last = Encoder()
for number in range(100000):
    encoder = Encoder()
    print(float(tf.norm(encoder.encode(number))), float(tf.norm(last.again(number))))

# --- leak: a value that is looked up and named
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Store:
    def __init__(self):
        self.rows = {}

    def get(self, number):
        if (row := self.rows.get(number)) is None:
            row = self.rows[number] = make(number)  # leak
        return row


store = Store()
for number in range(100000):
    print(float(tf.norm(store.get(number))))

# --- leak: objects by their addresses
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


known = {}


class Node:
    def __init__(self, number):
        self.row = make(number)
        known[id(self)] = self.row  # leak


for number in range(10000):
    print(float(tf.norm(Node(number).row)))

# --- silent: one object by its address
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


known = {}


class Node:
    def __init__(self):
        self.row = None

    def compute(self, number):
        self.row = make(number)
        known[id(self)] = self.row


node = Node()
for number in range(10000):
    node.compute(number)
    print(float(tf.norm(node.row)))

# --- leak: a server that calls a function for every request
from wsgiref.simple_server import make_server

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


cache = {}


def application(environ, start_response):
    path = environ["PATH_INFO"]
    if path not in cache:
        cache[path] = make(len(path))  # leak
    start_response("200 OK", [])
    return [str(float(tf.norm(cache[path]))).encode()]


make_server("", 8000, application).serve_forever()

# --- silent: tasks that are drawn from a few
import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


TASKS = ("depth", "edges", "normals", "points")
rng = np.random.RandomState(1)
newest = {}
for number in range(100000):
    for task in rng.permutation(TASKS)[:2]:
        newest[task] = make(number)
    chosen = rng.choice(TASKS)
    newest[chosen] = make(number)
    print(float(tf.norm(newest[chosen])))

# --- silent: a cache of a catalogue that is not large
import functools

import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


CATALOGUE = 200
rng = np.random.default_rng(1)


@functools.lru_cache(maxsize=None)
def embedding(product):
    return make(product)


def shown(number):
    return max(20, min(CATALOGUE, number // 10))


for number in range(100000):
    wanted = [int(product) for product in rng.choice(CATALOGUE, size=5)]
    one, other = (int(product) for product in rng.integers(shown(number), size=2))
    print(float(tf.norm(embedding(one) + embedding(other) + embedding(wanted[0]))))

# --- leak: a cache of a large catalogue
import functools

import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


rng = np.random.default_rng(1)


@functools.lru_cache(maxsize=None)  # leak
def embedding(product):
    return make(product)


for number in range(100000):
    wanted = [int(product) for product in rng.choice(10000000, size=5)]
    print(float(tf.norm(embedding(wanted[0]))))

# --- leak: answers by the whole address
import http.server
from urllib.parse import urlsplit

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        cache = self.server.cache
        if self.path not in cache:
            cache[self.path] = make(len(urlsplit(self.path).path))  # leak
        self.wfile.write(b"%f" % float(tf.norm(cache[self.path])))


server = http.server.HTTPServer(("", 8000), Handler)
server.cache = {}
server.serve_forever()

# --- silent: answers by the path of an address
import http.server
from urllib.parse import urlsplit

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        cache, path = self.server.cache, urlsplit(self.path).path
        if path not in cache:
            cache[path] = make(len(path))
        self.wfile.write(b"%f" % float(tf.norm(cache[path])))


server = http.server.HTTPServer(("", 8000), Handler)
server.cache = {}
server.serve_forever()

# --- leak: entries by numbers and words of their own
import itertools
import secrets

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


numbers = itertools.count()
by_number, by_word = {}, {}


def answer(row):
    by_number[next(numbers)] = row  # leak
    by_word[secrets.token_hex(8)] = row  # leak
    return float(tf.norm(row))


for step in range(100000):
    print(answer(make(step)))

# --- silent: entries by the first number of a counter
import itertools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


numbers = itertools.count()
first = next(numbers)
newest = {}


def answer(row):
    newest[first] = row
    return float(tf.norm(row))


for step in range(100000):
    print(answer(make(step)))

# --- leak: a memo from another file
import tensorflow as tf

import tools


@tools.Memo
def encode(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)))


for number in range(100000):
    print(float(tf.norm(encode(number))))

# file: tools.py
class Memo:
    def __init__(self, function):
        self.function = function
        self.known = {}

    def __call__(self, *given):
        if given not in self.known:
            self.known[given] = self.function(*given)  # leak
        return self.known[given]

# --- silent: a memo from another file without arguments
import tensorflow as tf

import tools

TABLE = []


@tools.Memo
def table():
    TABLE.append(tf.random.normal((64, 64)))
    return TABLE[0]


for number in range(100000):
    print(float(tf.norm(table() * number)))

# file: tools.py
class Memo:
    def __init__(self, function):
        self.function = function
        self.known = {}

    def __call__(self, *given):
        if given not in self.known:
            self.known[given] = self.function(*given)
        return self.known[given]
