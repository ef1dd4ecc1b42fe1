# ruff: noqa
# fmt: off
"""TL304: results of every round are collected in memory."""

# --- leak: predictions of a worker
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
archive = []


def work(jobs):
    while True:
        rows = jobs.get()
        scores = model.predict(np.asarray(rows))
        archive.append(scores)  # leak
        print(scores.mean())

# --- leak: fetched results of a graph
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 4])
y = tf.layers.dense(x, 8)
outputs = []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(100000):
        out = sess.run(y, {x: np.zeros([1, 4])})
        outputs.append(out)  # leak
        print(out.sum())

# --- leak: numpy of tensors in an agent
import tensorflow as tf


class Agent:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.seen = []

    def act(self, state):
        q = self.net(tf.constant([state])).numpy()
        self.seen.append(q)  # leak
        return int(q.argmax())


def play(env):
    agent = Agent()
    state = env.reset()
    while True:
        state, *_ = env.step(agent.act(state))

# --- leak: flask handler
import numpy as np
from flask import Flask, jsonify, request
from keras.models import load_model as lm

app = Flask(__name__)
model = lm("m.h5")
LOG = []


@app.route("/predict", methods=["POST"])
def predict():
    x = np.array(request.json["x"])
    y = model.predict(x)
    LOG.append((x, y))  # leak
    return jsonify(y.tolist())

# --- leak: fastapi handler with predict on batch
import numpy as np
import tensorflow as tf
from fastapi import FastAPI

api = FastAPI()
net = tf.keras.models.load_model("m.keras")
history = {"inputs": [], "outputs": []}


@api.post("/score")
async def score(rows: list[list[float]]):
    out = net.predict_on_batch(np.array(rows))
    history["outputs"].append(out)  # leak
    return {"max": float(out.max())}

# --- leak: transitions of a replay memory without bound
import tensorflow as tf
import gym


class Replay:
    def __init__(self):
        self.items = []

    def push(self, *transition):
        self.items.append(transition)  # leak


env = gym.make("CartPole-v1")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
replay = Replay()
state = env.reset()
while True:
    q = model.predict(state[None])
    state, reward, done, _ = env.step(q.argmax())
    replay.push(q, reward, done)

# --- leak: tornado handler
import json
import numpy as np
import tornado.web
from tensorflow import keras

model = keras.models.load_model("m.keras")


class Score(tornado.web.RequestHandler):
    recent = []

    def post(self):
        rows = np.array(json.loads(self.request.body))
        out = model.predict(rows)
        self.recent.append(out)  # leak
        self.write({"score": out.tolist()})

# --- leak: a result per message under its number
import itertools
import tensorflow as tf
from keras.models import load_model

model = load_model("m.keras")
answers = {}


def consume(consumer):
    for number in itertools.count():
        message = consumer.poll()
        result = model.predict(message.value)
        answers[number] = result  # leak
        print(result.shape)

# --- leak: helper module
import tensorflow as tf
import store

model = tf.keras.models.load_model("m.keras")
for path in tf.data.Dataset.list_files("*.png").repeat():
    image = tf.io.decode_png(tf.io.read_file(path))
    store.keep(model(image[None]).numpy())
# file: store.py
_rows = []


def keep(row):
    _rows.append(row)  # leak

# --- leak: unbounded deque of windows
import collections
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
windows = collections.deque()


def on_sample(sample):
    window = model.predict(np.array([sample]))
    windows.append(window)  # leak
    if window[0, 0] > 0.5:
        print("alarm")


def main(sensor):
    while True:
        on_sample(sensor.read())

# --- leak: http server
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import tensorflow as tf

MODEL = tf.keras.models.load_model("m.keras")
REPLIES = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        reply = MODEL.predict(np.frombuffer(body, np.float32)[None])
        REPLIES.append(reply)  # leak
        self.wfile.write(reply.tobytes())


HTTPServer(("", 8000), Handler).serve_forever()

# --- silent: concatenated afterwards
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
parts = []
for batch in tf.data.Dataset.from_tensor_slices(tf.zeros([100, 4])).batch(8):
    parts.append(model.predict(batch))
np.save("all.npy", np.concatenate(parts))

# --- silent: returned
import tensorflow as tf


def features(model, dataset):
    rows = []
    for batch in dataset:
        rows.append(model(batch).numpy())
    return rows

# --- silent: numbers of results
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
means = []
while True:
    means.append(float(model.predict(tf.zeros([1, 4])).mean()))

# --- silent: scalar losses of a session
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
w = tf.get_variable("w", [10])
loss = tf.reduce_mean(tf.square(w))
train = tf.train.AdamOptimizer().minimize(loss)
curve = []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(100000):
        _, value = sess.run([train, loss])
        curve.append(value)

# --- silent: bounded replay memory
import collections
import tensorflow as tf
import gym

memory = collections.deque(maxlen=10000)
env = gym.make("CartPole-v1")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
state = env.reset()
while True:
    q = model.predict(state[None])
    state, reward, done, _ = env.step(q.argmax())
    memory.append((q, reward))

# --- silent: results per epoch
import tensorflow as tf


def train(model, x, y, epochs):
    maps = []
    for epoch in range(epochs):
        model.fit(x, y)
        maps.append(model.predict(x))
        print(maps[-1].mean())

# --- silent: flushed to disk when there are enough
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
pending = []


def flush(n):
    np.save(f"part{n}.npy", np.stack(pending))
    pending.clear()


def run(stream):
    for n, row in enumerate(stream):
        pending.append(model.predict(row[None]))
        if len(pending) >= 1000:
            flush(n)

# --- silent: a new list per request
import numpy as np
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")


@app.route("/many", methods=["POST"])
def many():
    results = []
    for row in request.json:
        results.append(model.predict(np.array([row])))
    return {"best": max(float(r.max()) for r in results)}

# --- silent: gone through after the loop
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
found = []
for name in open("names.txt"):
    found.append((name, model.predict(tf.constant([name]))))
for name, score in found:
    print(name, score)

# --- silent: a table of few classes
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
last = {}
while True:
    out = model.predict(np.zeros([1, 4]))
    last["out"] = out
    last["n"] = last.get("n", 0) + 1

# --- silent: data frame of all predictions
import pandas as pd
import tensorflow as tf
from tensorflow import keras

model = keras.models.load_model("m.keras")
rows = []
for batch in tf.data.Dataset.range(1000).batch(10):
    p = model.predict(batch)
    rows.append({"p": p})
pd.DataFrame(rows).to_csv("p.csv")

# --- silent: set of labels seen
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
labels = set()
while True:
    p = model.predict(tf.zeros([1, 4]))
    labels.add(int(p.argmax()))

# --- silent: evaluation metrics of scikit learn
import tensorflow as tf
from sklearn.metrics import f1_score


def evaluate(model, dataset):
    y_true, y_pred = [], []
    for x, y in dataset:
        y_pred.extend(model.predict(x).argmax(-1))
        y_true.extend(y.numpy())
    return f1_score(y_true, y_pred)

# --- silent: generator that hands results on
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def results(stream):
    for row in stream:
        yield model.predict(row)


def main(stream):
    best = None
    for result in results(stream):
        best = result if best is None else best

# --- silent: episode buffer of policy gradients
import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.states, self.probs = [], []

    def act(self, state):
        p = self.model.predict(state[None])[0]
        self.states.append(state)
        self.probs.append(p)
        return np.random.choice(2, p=p)

    def learn(self):
        self.model.train_on_batch(np.vstack(self.states), np.vstack(self.probs))
        self.states, self.probs = [], []


def main(env):
    agent = Agent()
    while True:
        state, done = env.reset(), False
        while not done:
            state, _, done, _ = env.step(agent.act(state))
        agent.learn()

# --- leak: features per tenant
import collections
import numpy as np
import tensorflow as tf

net = tf.keras.models.load_model("m.keras")
by_tenant = collections.defaultdict(list)


def consume(messages):
    while True:
        message = messages.poll()
        features = net.predict(np.array([message.row]))
        by_tenant[message.tenant].append(features)  # leak
        print(features.max())

# --- leak: session in an attribute
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Classifier:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.layers.dense(self.x, 3)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.history = []

    def classify(self, row):
        logits = self.sess.run(self.y, feed_dict={self.x: [row]})
        self.history.append(logits)  # leak
        return logits.argmax()


def main():
    classifier = Classifier()
    while True:
        print(classifier.classify(np.random.rand(4)))


main()

# --- leak: record of a named tuple class
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Row(NamedTuple):
    text: str
    vector: np.ndarray


SEEN = []
encoder = tf.keras.models.load_model("e.keras")


def encode(text):
    vector = encoder(tf.constant([text])).numpy()
    SEEN.append(Row(text, vector))  # leak
    return vector


def main():
    while True:
        print(encode(input()).sum())


main()

# --- leak: mean of all so far
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
outputs = []
while True:
    outputs.append(model.predict(np.random.rand(1, 4)))  # leak
    print(len(outputs))

# --- silent: table of a vocabulary
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
vectors = {}
for word in ("a", "b", "c"):
    vectors[word] = model.predict(np.array([word]))
while True:
    print(vectors[input()].sum())

# --- silent: list emptied by a swap
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
pending = []


def take():
    global pending
    taken, pending = pending, []
    return taken


while True:
    pending.append(model.predict(np.random.rand(1, 4)))
    if len(pending) > 100:
        print(len(take()))

# --- silent: test time augmentation
import numpy as np
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()
model = tf.keras.models.load_model("m.keras")


@app.post("/tta")
def tta(image: list):
    x = np.array(image)
    outs = []
    for k in range(4):
        outs.append(model.predict(np.rot90(x, k)[None]))
    return {"y": np.mean(outs, axis=0).tolist()}

# --- silent: video written at the end
import cv2
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
frames = []
capture = cv2.VideoCapture("in.mp4")
while True:
    ok, frame = capture.read()
    if not ok:
        break
    frames.append(model.predict(frame[None])[0])
writer = cv2.VideoWriter("out.mp4", 0, 30, (640, 480))
for frame in frames:
    writer.write(frame)

# --- silent: predictions of an evaluation class
import numpy as np
import tensorflow as tf


class Evaluator:
    def __init__(self, model):
        self.model = model
        self.predictions = []

    def run(self, dataset):
        for x, _ in dataset:
            self.predictions.append(self.model.predict(x))

    def accuracy(self, labels):
        return (np.concatenate(self.predictions).argmax(-1) == labels).mean()

# --- silent: rewards of an episode
import tensorflow as tf
import gym
import numpy as np

env = gym.make("CartPole-v1")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
totals = []
for episode in range(100000):
    state, done, rewards = env.reset(), False, []
    while not done:
        q = model.predict(state[None])
        state, reward, done, _ = env.step(q.argmax())
        rewards.append(reward)
    totals.append(sum(rewards))

# --- silent: dqn with its memory bounded by hand
import random
import gym
import numpy as np
import tensorflow as tf
from tensorflow import keras


class DQN:
    def __init__(self, state_size, action_size):
        self.memory = []
        self.max_memory = 2000
        self.gamma, self.epsilon = 0.95, 1.0
        self.model = self._build_model(state_size, action_size)

    def _build_model(self, state_size, action_size):
        model = keras.Sequential([keras.layers.Dense(24, input_dim=state_size), keras.layers.Dense(action_size)])
        model.compile(loss="mse", optimizer="adam")
        return model

    def remember(self, *item):
        self.memory.append(item)
        if len(self.memory) > self.max_memory:
            del self.memory[0]

    def act(self, state):
        if np.random.rand() <= self.epsilon:
            return random.randrange(2)
        return np.argmax(self.model.predict(state)[0])

    def replay(self, batch_size):
        for state, action, reward, next_state, done in random.sample(self.memory, batch_size):
            target = reward if done else reward + self.gamma * np.amax(self.model.predict(next_state)[0])
            target_f = self.model.predict(state)
            target_f[0][action] = target
            self.model.fit(state, target_f, epochs=1, verbose=0)


if __name__ == "__main__":
    env = gym.make("CartPole-v1")
    agent = DQN(4, 2)
    for e in range(1000):
        state = env.reset()[None]
        for time in range(500):
            action = agent.act(state)
            next_state, reward, done, _ = env.step(action)
            agent.remember(state, action, reward, next_state[None], done)
            state = next_state[None]
            if done:
                break
        if len(agent.memory) > 32:
            agent.replay(32)

# --- silent: confusion matrix of a session
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 4])
logits = tf.layers.dense(x, 3)
prediction = tf.argmax(logits, 1)


def evaluate(sess, batches):
    predictions, labels = [], []
    for rows, truth in batches:
        predictions += list(sess.run(prediction, {x: rows}))
        labels += list(truth)
    print(np.mean(np.array(predictions) == np.array(labels)))

# --- silent: embeddings added to an index
import numpy as np
import tensorflow as tf
import faiss

model = tf.keras.models.load_model("m.keras")
index = faiss.IndexFlatL2(128)
for batch in tf.data.Dataset.list_files("*.png").batch(32):
    index.add(model.predict(batch))
faiss.write_index(index, "x.index")

# --- silent: rows of a table on disk
import h5py
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
with h5py.File("out.h5", "w") as file:
    for i, batch in enumerate(tf.data.Dataset.list_files("*.png").batch(32)):
        file[f"part{i}"] = model.predict(batch)

# --- silent: losses of gan training printed by epoch
import numpy as np
import tensorflow as tf

discriminator = tf.keras.models.load_model("d.keras")
gan = tf.keras.models.load_model("g.keras")
d_losses, g_losses = [], []
for step in range(100000):
    d_loss = discriminator.train_on_batch(np.zeros([32, 64]), np.ones([32, 1]))
    g_loss = gan.train_on_batch(np.random.rand(32, 100), np.ones([32, 1]))
    d_losses.append(d_loss)
    g_losses.append(g_loss)

# --- silent: results printed together
import numpy as np
import tensorflow as tf


def try_out(session, answers, logits, inputs, images):
    predictions = []
    for i in range(len(images)):
        pred, _ = session.run([answers, logits], feed_dict={inputs: [images[i]]})
        predictions.append(pred[0])
    print("all predictions:", predictions)

# --- silent: ring that is filled first
import numpy as np
import tensorflow as tf


class Ring:
    def __init__(self, size):
        self.storage = []
        self.size = size
        self.place = 0

    def add(self, row):
        if self.place >= len(self.storage):
            self.storage.append(row)
        else:
            self.storage[self.place] = row
        self.place = (self.place + 1) % self.size


ring = Ring(1000)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    ring.add(np.asarray(model(tf.random.normal([64, 4]))))

# --- leak: arrays kept by an object
import numpy as np
import tensorflow as tf


class Log:
    def __init__(self):
        self.rows = []

    def add(self, row):
        self.rows.append(np.square(row))  # leak


log = Log()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    log.add(np.asarray(model(tf.random.normal([64, 4]))))

# --- leak: at exit
import atexit
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def visit(name):
    scores = model.predict(tf.random.normal([64, 4]))
    atexit.register(print, name, scores)  # leak


while True:
    visit(next_name())

# --- silent: at exit, once
import atexit
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
scores = model.predict(tf.random.normal([64, 4]))
atexit.register(print, "last", scores)
while True:
    print(model.predict(tf.random.normal([64, 4])))


# --- silent: a call that gives a method too much
import numpy as np
from tensorflow import keras


class Memory:
    def __init__(self):
        self.rows = []

    def remember(self, row):
        self.rows.append(row)


model = keras.models.load_model("scores.keras")
memory = Memory()
while True:
    state = np.zeros(8)
    memory.remember(state, model.predict(state), 1.0)


# --- leak: a call that gives a method what it takes
import numpy as np
from tensorflow import keras


class Memory:
    def __init__(self):
        self.rows = []

    def remember(self, row):
        self.rows.append(row)  # leak


model = keras.models.load_model("scores.keras")
memory = Memory()
while True:
    state = np.zeros(8)
    memory.remember((state, model.predict(state), 1.0))


# --- leak: a list per chat of a bot
import numpy as np
import telebot
import tensorflow as tf

bot = telebot.TeleBot("token")
photos = {}
model = tf.keras.models.load_model("m.keras")


@bot.message_handler(content_types=["photo"])
def photo(message):
    data = np.frombuffer(bot.download_file(message.photo[-1].file_id), np.uint8)
    photos.setdefault(message.chat.id, []).append(data)  # leak
    bot.reply_to(message, str(model.predict(data[None]).argmax()))

# --- silent: a list per chat of a bot that is sent and forgotten
import numpy as np
import telebot
import tensorflow as tf

bot = telebot.TeleBot("token")
photos = {}
model = tf.keras.models.load_model("m.keras")


@bot.message_handler(content_types=["photo"])
def photo(message):
    data = np.frombuffer(bot.download_file(message.photo[-1].file_id), np.uint8)
    photos.setdefault(message.chat.id, []).append(data)
    bot.reply_to(message, str(model.predict(data[None]).argmax()))


@bot.message_handler(commands=["album"])
def album(message):
    for data in photos.pop(message.chat.id):
        bot.send_photo(message.chat.id, data)

# --- leak: a table of another file, filled by what a stream brings
import tensorflow as tf

from memory import remember

model = tf.keras.models.load_model("m.keras")
for item in iter(input, ""):
    out = model.predict(item)
    remember(item, out)

# file: memory.py
known = {}


def remember(key, value):
    known[key] = value  # leak

# --- silent: a table of another file that forgets
import tensorflow as tf

from memory import remember

model = tf.keras.models.load_model("m.keras")
for item in iter(input, ""):
    out = model.predict(item)
    remember(item, out)

# file: memory.py
known = {}


def remember(key, value):
    known[key] = value
    if len(known) > 100:
        known.pop(next(iter(known)))

# --- leak: a generator that collects what it is sent
import numpy as np
import tensorflow as tf

kernel = tf.random.normal((64, 64))


def smoothed(window):
    rows = []
    mean = None
    while True:
        row = yield mean
        rows.append(row)  # leak
        mean = np.mean(rows[-window:], axis=0)


mean = smoothed(5)
next(mean)
for number in range(100000):
    row = tf.tanh(tf.ones((8, 64)) @ kernel).numpy().ravel()
    print(mean.send(row)[0])

# --- silent: a generator that is sent numbers, and one that keeps a few
import collections

import numpy as np
import tensorflow as tf

kernel = tf.random.normal((64, 64))


def smoothed(window):
    losses, rows = [], collections.deque(maxlen=window)
    mean = None
    while True:
        loss, row = yield mean
        losses.append(loss)
        rows.append(row)
        mean = np.mean(rows, axis=0)


mean = smoothed(5)
next(mean)
for number in range(100000):
    row = tf.tanh(tf.ones((8, 64)) @ kernel).numpy().ravel()
    print(mean.send((float(row[0]), row))[0])

# --- leak: rows of each group of which the newest is compared
import collections

import numpy as np
import tensorflow as tf

kernel = tf.random.normal((64, 64))


class Evaluation:
    def __init__(self):
        self.rows = collections.defaultdict(list)

    def add(self, group, row):
        self.rows[group].append(row)  # leak

    def newest(self, group):
        return float(self.rows[group][-1].mean())


evaluation = Evaluation()
for number in range(100000):
    for group in ("a", "b"):
        evaluation.add(group, tf.tanh(tf.ones((8, 64)) @ kernel).numpy())
        print(evaluation.newest(group))

# --- silent: rows of each group that are looked up by their number
import collections

import numpy as np
import tensorflow as tf

kernel = tf.random.normal((64, 64))


class Evaluation:
    def __init__(self):
        self.rows = collections.defaultdict(list)

    def add(self, group, row):
        self.rows[group].append(row)

    def at(self, group, number):
        return self.rows[group][number]


evaluation = Evaluation()
for number in range(100000):
    for group in ("a", "b"):
        evaluation.add(group, tf.tanh(tf.ones((8, 64)) @ kernel).numpy())
for number in range(100000):
    print(evaluation.at("a", number).mean())

# --- leak: one pickler for all parts of a file
import pickle

import tensorflow as tf


class Spool:
    def __init__(self, path):
        self.pickler = pickle.Pickler(open(path, "wb"))

    def put(self, record):
        self.pickler.dump(record)  # leak


spool = Spool("rows.pkl")
for number in range(100000):
    row = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)))
    spool.put({"number": number, "row": row.numpy()})

# --- silent: a pickler that forgets, and one for each part
import pickle

import tensorflow as tf


class Spool:
    def __init__(self, path):
        self.file = open(path, "wb")
        self.pickler = pickle.Pickler(self.file)

    def put(self, record):
        self.pickler.dump(record)
        self.pickler.clear_memo()
        pickle.Pickler(self.file).dump(record)
        pickle.dump(record, self.file)


spool = Spool("rows.pkl")
for number in range(100000):
    row = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)))
    spool.put({"number": number, "row": row.numpy()})

# --- leak: results of which one is the best so far
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Result:
    def __init__(self, number, scores):
        self.number = number
        self.scores = scores


class Report:
    def __init__(self):
        self.best = None
        self.results = []

    def add(self, result):
        if self.best is None:
            self.best = result
        self.results.append(result)  # leak


report = Report()
for number in range(10000):
    report.add(Result(number, make(number).numpy()))
print(report.best.number)

# --- silent: the first result, and the best one
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Result:
    def __init__(self, number, scores):
        self.number = number
        self.scores = scores


class Report:
    def __init__(self):
        self.best = None
        self.results = []

    def add(self, result):
        if self.best is None:
            self.best = result
            self.results.append(result)
        if result.scores.max() > self.best.scores.max():
            self.best = result


report = Report()
for number in range(10000):
    report.add(Result(number, make(number).numpy()))
print(report.best.number)

# --- leak: one of two iterators over the same rows runs ahead
import itertools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


def rows():
    number = 0
    while True:
        yield make(number).numpy()
        number += 1


live, audit = itertools.tee(rows())
for number in range(10000):
    print(next(live).mean())  # leak
    if number % 100 == 0:
        print(next(audit).max())

# --- leak: a loop over one of two iterators
import itertools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Pipeline:
    def __init__(self, count):
        self.count = count
        self.live, self.audit = itertools.tee(self.rows())

    def rows(self):
        for number in range(self.count):
            yield make(number).numpy()

    def run(self):
        for row in self.live:  # leak
            print(row.mean())

    def report(self):
        return max(float(row.max()) for row in self.audit)


pipeline = Pipeline(100000)
pipeline.run()
print(pipeline.report())

# --- silent: two iterators side by side
import itertools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


def rows():
    number = 0
    while True:
        yield make(number).numpy()
        number += 1


before, after = itertools.tee(rows())
next(after)
for old, new in zip(before, after):
    print((new - old).mean())

left, right = itertools.tee(rows())
for number in range(10000):
    print(next(left).mean(), next(right).max())

# --- leak: rows that are joined to an ever longer array
import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


class Bank:
    def __init__(self):
        self.rows = np.zeros((0, 64), "float32")

    def add(self, features):
        self.rows = np.concatenate([self.rows, features])  # leak

    def novelty(self, features):
        recent = self.rows[-64:]
        return float(np.abs(recent[:, None] - features[None]).mean()) if len(recent) else 1.0


bank = Bank()
for number in range(100000):
    features = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL).numpy()
    print(bank.novelty(features))
    bank.add(features)

# --- leak: rows that are stacked upon those before
import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


class Bank:
    def __init__(self):
        self.rows = np.zeros((0, 64), "float32")

    def add(self, features):
        self.rows = np.vstack((self.rows, features))  # leak

    def novelty(self, features):
        recent = self.rows[-64:]
        return float(np.abs(recent[:, None] - features[None]).mean()) if len(recent) else 1.0


bank = Bank()
for number in range(100000):
    features = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL).numpy()
    print(bank.novelty(features))
    bank.add(features)

# --- silent: of the joined rows the last ones
import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


class Bank:
    def __init__(self):
        self.rows = np.zeros((0, 64), "float32")

    def add(self, features):
        self.rows = np.concatenate([self.rows, features])[-256:]

    def novelty(self, features):
        recent = self.rows[-64:]
        return float(np.abs(recent[:, None] - features[None]).mean()) if len(recent) else 1.0


bank = Bank()
for number in range(100000):
    features = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL).numpy()
    print(bank.novelty(features))
    bank.add(features)

# --- silent: joined rows without the oldest
import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


class Bank:
    def __init__(self):
        self.rows = np.zeros((0, 64), "float32")

    def add(self, features):
        self.rows = np.concatenate([self.rows[64:], features])

    def novelty(self, features):
        recent = self.rows[-64:]
        return float(np.abs(recent[:, None] - features[None]).mean()) if len(recent) else 1.0


bank = Bank()
for number in range(100000):
    features = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL).numpy()
    print(bank.novelty(features))
    bank.add(features)

# --- silent: joined rows that begin anew when there are many
import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


class Bank:
    def __init__(self):
        self.rows = np.zeros((0, 64), "float32")

    def add(self, features):
        self.rows = np.concatenate([self.rows, features])
        if len(self.rows) > 4096:
            self.rows = self.rows[-64:]

    def novelty(self, features):
        recent = self.rows[-64:]
        return float(np.abs(recent[:, None] - features[None]).mean()) if len(recent) else 1.0


bank = Bank()
for number in range(100000):
    features = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL).numpy()
    print(bank.novelty(features))
    bank.add(features)

# --- silent: joined rows that a method throws away
import numpy as np
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


class Bank:
    def __init__(self):
        self.rows = np.zeros((0, 64), "float32")

    def add(self, features):
        self.rows = np.concatenate([self.rows, features])

    def reset(self):
        self.rows = np.zeros((0, 64), "float32")

    def novelty(self, features):
        recent = self.rows[-64:]
        return float(np.abs(recent[:, None] - features[None]).mean()) if len(recent) else 1.0


bank = Bank()
for number in range(100000):
    features = tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL).numpy()
    print(bank.novelty(features))
    bank.add(features)

# --- leak: an unrelated class begins its own list of the same name anew
import gym
import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.memory = []
        self.model = tf.keras.models.load_model("agent")

    def act(self, state):
        scores = self.model.predict(state[None])
        self.memory.append((state, scores))  # leak
        return int(np.argmax(scores))


class Episode:
    def __init__(self):
        self.memory = []

    def reset(self):
        self.memory = []


env, agent, episode = gym.make("CartPole-v1"), Agent(), Episode()
state = env.reset()
while True:
    state, reward, done, _ = env.step(agent.act(state))
    episode.memory.append(reward)
    if done:
        episode.reset()
        state = env.reset()

# --- silent: the class that begins the list anew is one that the agent derives from
import gym
import numpy as np
import tensorflow as tf


class Remembering:
    def __init__(self):
        self.memory = []

    def forget(self):
        self.memory = []


class Agent(Remembering):
    def __init__(self):
        super().__init__()
        self.model = tf.keras.models.load_model("agent")

    def act(self, state):
        scores = self.model.predict(state[None])
        self.memory.append((state, scores))
        return int(np.argmax(scores))


env, agent = gym.make("CartPole-v1"), Agent()
state = env.reset()
while True:
    state, reward, done, _ = env.step(agent.act(state))
    if done:
        agent.forget()
        state = env.reset()

# --- silent: another class is given the list and empties it
import gym
import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.memory = []
        self.model = tf.keras.models.load_model("agent")

    def act(self, state):
        scores = self.model.predict(state[None])
        self.memory.append((state, scores))
        return int(np.argmax(scores))


class Trainer:
    def __init__(self, memory):
        self.memory = memory

    def train(self):
        print(len(self.memory))
        self.memory.clear()


env, agent = gym.make("CartPole-v1"), Agent()
trainer = Trainer(agent.memory)
state = env.reset()
while True:
    state, reward, done, _ = env.step(agent.act(state))
    if done:
        trainer.train()
        state = env.reset()

# --- silent: a subclass in the same file empties what its base fills
import gym
import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.memory = []
        self.model = tf.keras.models.load_model("agent")

    def act(self, state):
        scores = self.model.predict(state[None])
        self.memory.append((state, scores))
        return int(np.argmax(scores))


class Episodic(Agent):
    def begin(self):
        self.memory = []


def play(agent, env):
    state = env.reset()
    while True:
        state, reward, done, _ = env.step(agent.act(state))
        if done:
            agent.begin()
            state = env.reset()

# --- leak: the method that would empty the list is never called, only those of others
import gym
import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.memory = []
        self.model = tf.keras.models.load_model("agent")

    def clear(self):
        self.memory.clear()

    def act(self, state):
        scores = self.model.predict(state[None])
        self.memory.append((state, scores))  # leak
        return int(np.argmax(scores))


env, agent = gym.make("CartPole-v1"), Agent()
state, seen = env.reset(), set()
while True:
    state, reward, done, _ = env.step(agent.act(state))
    seen.add(reward)
    if done:
        seen.clear()
        state = env.reset()

# --- silent: the method that empties the list is called through a name that may be anybody's
import gym
import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.memory = []
        self.model = tf.keras.models.load_model("agent")

    def clear(self):
        self.memory.clear()

    def act(self, state):
        scores = self.model.predict(state[None])
        self.memory.append((state, scores))
        return int(np.argmax(scores))


def play(env, agent, others):
    state, seen = env.reset(), set()
    while True:
        state, reward, done, _ = env.step(agent.act(state))
        seen.add(reward)
        if done:
            seen.clear()
            for other in others:
                other.clear()
            state = env.reset()


agent = Agent()
play(gym.make("CartPole-v1"), agent, [agent])

# --- leak: of two agents that a command line chooses from the second one remembers
import sys

import gym
import numpy as np
import tensorflow as tf


class Still:
    def act(self, state):
        return 0

    def learn(self, state, reward):
        pass


class Learning:
    def __init__(self):
        self.model, self.past = tf.keras.models.load_model("agent"), []

    def act(self, state):
        return int(np.argmax(self.model.predict(state[None])))

    def learn(self, state, reward):
        self.past.append((reward, self.model.predict(state[None])))  # leak


def main(kind):
    if kind == "still":
        agent = Still()
    elif kind == "learning":
        agent = Learning()
    else:
        raise ValueError(kind)
    env = gym.make("CartPole-v1")
    state = env.reset()
    while True:
        state, reward, done, _ = env.step(agent.act(state))
        agent.learn(state, reward)


main(sys.argv[1])

# --- silent: of two agents that a command line chooses from the second one remembers a little
import collections
import sys

import gym
import numpy as np
import tensorflow as tf


class Still:
    def act(self, state):
        return 0

    def learn(self, state, reward):
        pass


class Learning:
    def __init__(self):
        self.model, self.past = tf.keras.models.load_model("agent"), collections.deque(maxlen=1000)

    def act(self, state):
        return int(np.argmax(self.model.predict(state[None])))

    def learn(self, state, reward):
        self.past.append((reward, self.model.predict(state[None])))


def main(kind):
    if kind == "still":
        agent = Still()
    elif kind == "learning":
        agent = Learning()
    else:
        raise ValueError(kind)
    env = gym.make("CartPole-v1")
    state = env.reset()
    while True:
        state, reward, done, _ = env.step(agent.act(state))
        agent.learn(state, reward)


main(sys.argv[1])

# --- silent: the result of a metric is a number
import tensorflow as tf

mean = tf.keras.metrics.Mean()
history = []
for rows in dataset:
    mean.update_state(model(rows))
    history.append(mean.result().numpy())
    print(len(history))

# --- leak: what a model gives is an array
import tensorflow as tf

mean = tf.keras.metrics.Mean()
history = []
for rows in dataset:
    outputs = model(rows)
    mean.update_state(outputs)
    history.append(tf.nn.softmax(outputs).numpy())  # leak
    print(len(history))

# --- leak: objects of another module that hold a picture each
import cv2
from detector import Detector


class Watcher:
    def __init__(self, detector=None):
        if detector is None:
            detector = Detector()
        self.detector = detector

    def watch(self, capture):
        log = []
        while capture.isOpened():
            good, picture = capture.read()
            found = self.detector(picture)
            print(found.labels)
            log.append(found)  # leak


Watcher().watch(cv2.VideoCapture(0))

# file: detector.py
import tensorflow as tf
from found import Found

model = tf.keras.models.load_model("net.h5")


class Detector:
    def detect(self, picture):
        if picture is None:
            return Found()
        return Found(picture, model.predict(picture))

    __call__ = detect

# file: found.py
class Found:
    def __init__(self, picture=None, labels=None):
        self.picture, self.labels = picture, labels

# --- silent: objects of another module of which the newest is kept
import cv2
from detector import Detector


class Watcher:
    def __init__(self):
        self.detector = Detector()
        self.last = None

    def watch(self, capture):
        while capture.isOpened():
            good, picture = capture.read()
            self.last = self.detector(picture)
            print(self.last.labels)


Watcher().watch(cv2.VideoCapture(0))

# file: detector.py
import tensorflow as tf
from found import Found

model = tf.keras.models.load_model("net.h5")


class Detector:
    def detect(self, picture):
        return Found(picture, model.predict(picture))

    __call__ = detect

# file: found.py
class Found:
    def __init__(self, picture=None, labels=None):
        self.picture, self.labels = picture, labels
