# ruff: noqa
# fmt: off
"""TL301: tensors are kept from every round."""

# --- leak: losses of a module level training loop
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam()
dataset = tf.data.Dataset.from_tensor_slices((tf.zeros([64, 4]), tf.zeros([64, 1]))).repeat().batch(8)
losses = []
for x, y in dataset:
    with tf.GradientTape() as tape:
        loss = tf.square(model(x) - y)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    losses.append(loss)  # leak
    print(len(losses))

# --- leak: trainer class with a list made in its constructor
import tensorflow as tf


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.activations = []

    def step(self, batch):
        with tf.GradientTape() as tape:
            out = self.model(batch)
            loss = tf.reduce_mean(tf.square(out))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.activations.append(tf.nn.relu(out))  # leak
        return loss

    def train(self, dataset):
        for batch in dataset:
            self.step(batch)


if __name__ == "__main__":
    model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
    trainer = Trainer(model, tf.keras.optimizers.SGD(0.1))
    trainer.train(tf.data.Dataset.from_tensor_slices(tf.zeros([100, 4])).repeat().batch(4))

# --- leak: module global filled by a worker that never ends
import queue
import threading

import tensorflow as tf

jobs = queue.Queue(maxsize=8)
SEEN = []
model = tf.keras.models.load_model("m.keras")


def worker():
    while True:
        rows = jobs.get()
        scores = model(tf.constant(rows))
        SEEN.append(scores)  # leak
        print(float(tf.reduce_max(scores)))


threading.Thread(target=worker, daemon=True).start()

# --- leak: deque without a bound
from collections import deque
import tensorflow as tf

frames = deque()


def watch(camera, model):
    while camera.is_open():
        frame = tf.io.decode_jpeg(camera.read())
        frames.append(frame)  # leak
        print(model(frame[None]).numpy())

# --- leak: lists of a defaultdict by a fixed name
from collections import defaultdict

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam()
history = defaultdict(list)


def train_step(x):
    with tf.GradientTape() as tape:
        out = model(x)
        loss = tf.reduce_mean(out ** 2)
    opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss, out


for step in range(100_000):
    loss, out = train_step(tf.random.normal([8, 4]))
    history["out"].append(out)  # leak
    if step % 100 == 0:
        print(float(loss))

# --- leak: lists in a dictionary with literal keys
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
log = {"loss": [], "logits": []}
while True:
    x = tf.random.normal([8, 4])
    logits = model(x)
    log["logits"].append(logits)  # leak
    print(float(tf.reduce_sum(logits)))

# --- leak: records of a data class in a reinforcement learner
import itertools
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Step:
    state: tf.Tensor
    value: tf.Tensor
    reward: float


class Agent:
    def __init__(self):
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(1e-3)
        self.memory = []

    def learn(self, state, reward):
        state = tf.convert_to_tensor(state, tf.float32)
        with tf.GradientTape() as tape:
            value = self.critic(state)
            loss = tf.square(reward - value)
        grads = tape.gradient(loss, self.critic.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.critic.trainable_variables))
        self.memory.append(Step(state, value, reward))  # leak


def main(env):
    agent = Agent()
    for episode in itertools.count():
        state = env.reset()
        state, reward, done, _ = env.step(0)
        agent.learn(state, reward)


if __name__ == "__main__":
    import gym

    main(gym.make("CartPole-v1"))

# --- leak: named tuples in a list
import collections
import tensorflow as tf

Transition = collections.namedtuple("Transition", "state action logits")
transitions = []
policy = tf.keras.Sequential([tf.keras.layers.Dense(4)])


def act(observation):
    logits = policy(tf.constant(observation)[None])
    action = int(tf.argmax(logits[0]))
    transitions.append(Transition(observation, action, logits))  # leak
    return action


def play(env):
    observation = env.reset()
    while True:
        observation, *_ = env.step(act(observation))

# --- leak: flask handler with a module list
import tensorflow as tf
from flask import Flask, jsonify, request

app = Flask(__name__)
encoder = tf.keras.models.load_model("encoder.keras")
seen_vectors = []


@app.route("/encode", methods=["POST"])
def encode():
    vector = encoder(tf.constant([request.json["text"]]))[0]
    seen_vectors.append(vector)  # leak
    return jsonify(norm=float(tf.norm(vector)))

# --- leak: closure over a list of the enclosing function
import tensorflow as tf
import keras


def run(model, data):
    kept = []

    def remember(t):
        kept.append(t)  # leak

    while True:
        batch = next(data)
        out = model(tf.constant(batch))
        remember(out)
        print(float(tf.reduce_mean(out)))

# --- leak: list of a helper module
import tensorflow as tf
from tracker import record

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.SGD()
for _ in range(10_000):
    x = tf.random.normal([16, 8])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)), axis=1)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    record(loss)
# file: tracker.py
VALUES = []


def record(value):
    VALUES.append(value)  # leak

# --- leak: helper class that a package re-exports
import tensorflow as tf
from tools import Meter

meter = Meter()
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
while True:
    out = model(tf.random.normal([16, 8]))
    meter.update(out)
    print(out.numpy().mean())
# file: tools/__init__.py
from .meters import Meter
# file: tools/meters.py
class Meter:
    def __init__(self):
        self.values = []

    def update(self, value):
        self.values.append(value)  # leak

# --- leak: list of the class shared by all objects
import tensorflow as tf


class Probe:
    outputs = []

    def __init__(self, model):
        self.model = model

    def look(self, x):
        y = self.model(x)
        self.outputs.append(y)  # leak
        return float(tf.reduce_max(y))


probe = Probe(tf.keras.Sequential([tf.keras.layers.Dense(3)]))
for i in range(5000):
    probe.look(tf.random.normal([4, 4]))

# --- leak: list inherited from a base class
import tensorflow as tf


class Base:
    def __init__(self):
        self.trace = []


class Gan(Base):
    def __init__(self):
        super().__init__()
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(64)])
        self.optimizer = tf.keras.optimizers.Adam()

    def step(self):
        with tf.GradientTape() as tape:
            fake = self.generator(tf.random.normal([32, 100]))
            loss = -tf.reduce_mean(fake)
        grads = tape.gradient(loss, self.generator.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.generator.trainable_variables))
        self.trace.append(fake)  # leak


def train(steps):
    gan = Gan()
    for _ in range(steps):
        gan.step()

# --- leak: list lengthened by plus equals
import tensorflow as tf

outs = []
net = tf.keras.Sequential([tf.keras.layers.Dense(3)])
for i in range(50000):
    y = net(tf.random.uniform([2, 2]))
    outs += [y]  # leak
    print(i, float(y[0, 0]))

# --- leak: aiohttp handler
import tensorflow as tf
from aiohttp import web

MODEL = tf.saved_model.load("export")
LOG = []
routes = web.RouteTableDef()


@routes.post("/score")
async def score(request):
    rows = (await request.json())["rows"]
    result = MODEL(tf.constant(rows))
    LOG.append((rows, result))  # leak
    return web.json_response({"score": float(result[0])})

# --- leak: newest first
import tensorflow as tf

recent = []
model = tf.keras.applications.MobileNetV2()


def on_image(image):
    features = model(tf.image.resize(image, [224, 224])[None])
    recent.insert(0, features)  # leak
    return features.numpy()


def serve(stream):
    for image in stream:
        on_image(image)

# --- leak: replaced by itself and one more
import tensorflow as tf


class Recorder:
    def __init__(self):
        self.rows = []

    def add(self, t):
        self.rows = self.rows + [t]  # leak


recorder = Recorder()
w = tf.Variable(tf.zeros([100]))
for step in range(100000):
    with tf.GradientTape() as tape:
        loss = tf.square(w - 1.0)
    g = tape.gradient(loss, w)
    w.assign_sub(0.1 * g)
    recorder.add(g)

# --- leak: pairs with the step number
import tensorflow as tf
import tf_keras as keras

trace = []
model = keras.Sequential([keras.layers.Dense(1)])
step = 0
while step < 1_000_000:
    y = model(tf.ones([4, 4]))
    trace.append((step, y))  # leak
    step += 1
    if step % 100 == 0:
        print(y.numpy())

# --- leak: dictionaries of tensors in a list
import tensorflow as tf
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=100000)
args = parser.parse_args()
results = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for step in range(args.steps):
    x = tf.random.normal([32, 32])
    y = model(x)
    results.append({"x": x, "y": y})  # leak
    tf.print(tf.reduce_mean(y))

# --- leak: asyncio consumer
import asyncio
import tensorflow as tf

model = tf.keras.models.load_model("x.keras")
kept = []


async def consume(q: asyncio.Queue):
    while True:
        item = await q.get()
        out = model(tf.constant(item))
        kept.append(out)  # leak
        print(out.numpy())

# --- silent: list made again in every epoch
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
opt = keras.optimizers.Adam()
data = tf.data.Dataset.from_tensor_slices(tf.zeros([64, 4])).batch(8)
for epoch in range(1000):
    losses = []
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        losses.append(loss)
    print(epoch, float(tf.add_n(losses)) / len(losses))

# --- silent: stacked after the loop
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
out = []
for x in tf.data.Dataset.from_tensor_slices(tf.zeros([64, 4])).batch(8):
    out.append(model(x))
predictions = tf.concat(out, axis=0)
print(predictions.numpy().mean())

# --- silent: returned to the caller
import tensorflow as tf


def embed(model, dataset):
    vectors = []
    for batch in dataset:
        y = model(batch)
        print(y.numpy().shape)
        vectors.append(y)
    return vectors

# --- silent: numbers instead of tensors
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
curve = []
for i in range(100000):
    loss = tf.reduce_mean(model(tf.zeros([4, 4])))
    curve.append(float(loss))

# --- silent: scalar by numpy
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


class Log:
    def __init__(self):
        self.curve = []

    def add(self, loss):
        self.curve.append(loss.numpy().item())


log = Log()
for i in range(100000):
    log.add(tf.reduce_mean(model(tf.zeros([4, 4]))))

# --- silent: bounded deque
import collections
import tensorflow as tf

class Smoother:
    def __init__(self, n):
        self.window = collections.deque(maxlen=n)

    def __call__(self, t):
        self.window.append(t)
        return tf.add_n(list(self.window)) / len(self.window)


smooth = Smoother(10)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    print(smooth(model(tf.zeros([4, 4]))).numpy())

# --- silent: oldest popped when full
import tensorflow as tf

frames = []


def push(frame):
    frames.append(tf.constant(frame))
    if len(frames) > 16:
        frames.pop(0)


def watch(camera, model):
    while True:
        push(camera.read())
        print(model(frames[-1]).numpy())

# --- silent: cleared after each update
import tensorflow as tf


class Reinforce:
    def __init__(self, policy):
        self.policy = policy
        self.log_probs = []
        self.optimizer = tf.keras.optimizers.Adam()

    def act(self, state):
        logits = self.policy(state)
        self.log_probs.append(tf.nn.log_softmax(logits))
        return int(tf.argmax(logits[0]))

    def finish(self):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.policy(tf.zeros([1, 4])))
        grads = tape.gradient(loss, self.policy.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.policy.trainable_variables))
        self.log_probs.clear()


def train(env, policy):
    agent = Reinforce(policy)
    while True:
        state, done = env.reset(), False
        while not done:
            state, _, done, _ = env.step(agent.act(state))
        agent.finish()

# --- silent: replaced by an empty list after each episode
import tensorflow as tf


class Buffer:
    def __init__(self):
        self.states = []

    def add(self, s):
        self.states.append(tf.convert_to_tensor(s))

    def reset(self):
        self.states = []


buffer = Buffer()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    for i in range(200):
        buffer.add([1.0, 2.0])
        print(model(buffer.states[-1][None]).numpy())
    buffer.reset()

# --- silent: trimmed by a slice
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    y = model(tf.zeros([1, 1]))
    history.append(y)
    history = history[-50:]
    print(float(y[0, 0]))

# --- silent: front deleted
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    y = model(tf.zeros([1, 1]))
    history.append(y)
    del history[:-50]
    print(float(y[0, 0]))

# --- silent: once per epoch
import tensorflow as tf
import keras


def train(model, dataset, epochs):
    val_losses = []
    for epoch in range(epochs):
        for x, y in dataset:
            model.train_on_batch(x, y)
        val = tf.reduce_mean(model(tf.zeros([8, 4])))
        val_losses.append(val)
        print(float(val))

# --- silent: recurrent steps of one call
import tensorflow as tf


class Cell(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.cell = tf.keras.layers.GRUCell(8)

    def call(self, x):
        state = tf.zeros([tf.shape(x)[0], 8])
        outputs = []
        for t in range(x.shape[1]):
            out, state = self.cell(x[:, t], state)
            outputs.append(out)
        return tf.stack(outputs, axis=1)


layer = Cell()
for i in range(1000):
    print(layer(tf.zeros([2, 100, 3])).numpy().sum())

# --- silent: generated tokens of one answer
import tensorflow as tf
from flask import Flask

app = Flask(__name__)
model = tf.keras.models.load_model("lm.keras")


@app.get("/complete")
def complete():
    tokens = [tf.constant([1])]
    while len(tokens) < 200:
        logits = model(tokens[-1][None])
        tokens.append(tf.argmax(logits, -1))
    return " ".join(str(int(t)) for t in tokens)

# --- silent: gradients collected over a few batches and applied
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()
while True:
    pending = []
    for _ in range(4):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(tf.random.normal([8, 4])))
        pending.append(tape.gradient(loss, model.trainable_variables))
    mean = [tf.add_n(g) / 4.0 for g in zip(*pending)]
    opt.apply_gradients(zip(mean, model.trainable_variables))

# --- silent: layers of a network
import tensorflow as tf
from tensorflow.keras.layers import Dense


class Tower(tf.keras.Model):
    def __init__(self, depth):
        super().__init__()
        self.blocks = []
        for i in range(depth):
            self.blocks.append(Dense(32))

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return x


print(Tower(100)(tf.zeros([1, 4])).numpy())

# --- silent: plotted after training
import matplotlib.pyplot as plt
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
losses = []
for step in range(1000):
    loss = tf.reduce_mean(model(tf.random.normal([4, 4])))
    print(float(loss))
    losses.append(loss)
plt.plot(losses)
plt.show()

# --- silent: only until it is full
import tensorflow as tf

reservoir = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def observe(x):
    y = model(x)
    if len(reservoir) < 100:
        reservoir.append(y)
    return float(y[0, 0])


while True:
    observe(tf.random.normal([1, 4]))

# --- silent: overwritten in a ring
import tensorflow as tf

ring = [None] * 64
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
i = 0
while True:
    y = model(tf.random.normal([1, 4]))
    ring[i % 64] = y
    i += 1
    print(float(y[0, 0]))

# --- silent: a new list for every request
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()
model = tf.keras.models.load_model("m.keras")


@app.post("/batch")
async def batch(rows: list):
    answers = []
    for row in rows:
        answers.append(model(tf.constant([row])))
    return {"answers": [float(a[0, 0]) for a in answers]}

# --- silent: batches cached before training starts
import tensorflow as tf

cached = []
for image in ["a.png", "b.png", "c.png"]:
    cached.append(tf.io.decode_png(tf.io.read_file(image)))

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for step in range(10000):
    print(model(cached[step % 3]).numpy())

# --- silent: saved at the end
import pickle
import tensorflow as tf

attention = []
model = tf.keras.models.load_model("t.keras")
for text in open("texts.txt"):
    out = model(tf.constant([text]))
    print(float(out[0, 0]))
    attention.append(out)
with open("attention.pkl", "wb") as file:
    pickle.dump(attention, file)

# --- leak: mutable default argument
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])


def note(value, seen=[]):
    seen.append(value)  # leak
    return len(seen)


while True:
    out = model(tf.random.normal([4, 4]))
    print(note(out), out.numpy().mean())

# --- leak: the bound method under another name
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
kept = []
remember = kept.append
for step in range(100000):
    out = model(tf.random.normal([4, 4]))
    remember(out)  # leak
    if step % 1000 == 0:
        print(float(out[0, 0]))

# --- leak: list of another module filled from here
import tensorflow as tf
import state

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
while True:
    out = model(tf.random.normal([4, 4]))
    state.OUTPUTS.append(out)  # leak
    print(out.numpy())
# file: state.py
OUTPUTS = []

# --- leak: field of a data class
from dataclasses import dataclass, field
from typing import List

import tensorflow as tf


@dataclass
class Run:
    name: str
    outputs: List[tf.Tensor] = field(default_factory=list)

    def add(self, out):
        self.outputs.append(out)  # leak


run = Run("first")
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
for i in range(100000):
    y = model(tf.random.normal([4, 4]))
    run.add(y)
    print(i, float(y[0, 0]))

# --- leak: annotated attribute
from __future__ import annotations

import threading
import tensorflow as tf


class Monitor:
    def __init__(self, model: tf.keras.Model) -> None:
        self.model = model
        self.stop = threading.Event()
        self.scores: list[tf.Tensor] = []

    def loop(self) -> None:
        while not self.stop.is_set():
            score = self.model(tf.random.normal([1, 8]))
            self.scores.append(score)  # leak
            print(score.numpy())

    def start(self) -> None:
        threading.Thread(target=self.loop).start()


Monitor(tf.keras.models.load_model("m.keras")).start()

# --- leak: over all epochs
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam()
        self.batch_losses = []

    def fit(self, dataset, epochs):
        for epoch in range(epochs):
            for x, y in dataset:
                with tf.GradientTape() as tape:
                    loss = tf.keras.losses.mse(y, self.model(x))
                grads = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
                self.batch_losses.append(loss)  # leak
            print(epoch)

# --- leak: progress bar around the steps
import tensorflow as tf
from tqdm import tqdm

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()
grads_seen = []
for step in tqdm(range(200_000)):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.random.normal([8, 4])) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    grads_seen.append(grads)  # leak

# --- leak: decorator that records
import functools
import tensorflow as tf

RECORDED = []


def recorded(function):
    @functools.wraps(function)
    def wrapper(*args):
        out = function(*args)
        RECORDED.append(out)  # leak
        return out

    return wrapper


@recorded
def forward(model, x):
    return model(x)


net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for i in range(10000):
    print(forward(net, tf.random.normal([1, 4])).numpy())

# --- leak: setdefault of lists
import tensorflow as tf

log = {}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def record(name, value):
    log.setdefault(name, []).append(value)  # leak


while True:
    y = model(tf.random.normal([1, 4]))
    record("y", y)
    print(y.numpy())

# --- leak: last list of a list of lists
import tensorflow as tf

groups = [[]]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for step in range(1_000_000):
    y = model(tf.random.normal([1, 4]))
    groups[-1].append(y)  # leak
    print(float(y[0, 0]))

# --- leak: walrus in the condition
import queue
import tensorflow as tf

jobs: queue.Queue = queue.Queue(maxsize=8)
outs = []
model = tf.keras.models.load_model("m.keras")
while (job := jobs.get()) is not None:
    out = model(tf.constant(job))
    outs.append(out)  # leak
    print(float(out[0, 0]))

# --- leak: tasks of a pool
from concurrent.futures import ThreadPoolExecutor
import tensorflow as tf

done = []
model = tf.keras.models.load_model("m.keras")


def work(row):
    out = model(tf.constant([row]))
    done.append(out)  # leak
    return float(out[0, 0])


def main(rows):
    with ThreadPoolExecutor(4) as pool:
        for score in pool.map(work, rows):
            print(score)


main(open("rows.txt"))

# --- leak: keyword values of a logger
import tensorflow as tf


class Logger:
    def __init__(self):
        self.data = {"loss": [], "logits": []}

    def log(self, **values):
        for name, value in values.items():
            self.data[name].append(value)  # leak


logger = Logger()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    logits = model(tf.random.normal([64, 4]))
    logger.log(logits=logits, loss=tf.reduce_mean(logits))
    print(logits.numpy().mean())

# --- leak: fastapi websocket
import tensorflow as tf
from fastapi import FastAPI, WebSocket

app = FastAPI()
model = tf.keras.models.load_model("m.keras")
frames = []


@app.websocket("/stream")
async def stream(socket: WebSocket):
    await socket.accept()
    while True:
        data = await socket.receive_bytes()
        frame = tf.io.decode_jpeg(data)
        frames.append(frame)  # leak
        await socket.send_text(str(float(model(frame[None])[0, 0])))

# --- leak: conditionally on the value
import tensorflow as tf

alarms = []
model = tf.keras.models.load_model("m.keras")


def watch(sensor):
    while True:
        score = model(tf.constant([sensor.read()]))
        if score[0, 0] > 0.9:
            alarms.append(score)  # leak

# --- silent: buffer trained on and made anew
import tensorflow as tf
import gym

env = gym.make("CartPole-v1")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam()
buffer = []
state = env.reset()
for step in range(1_000_000):
    logits = model(tf.constant([state]))
    state, reward, done, _ = env.step(int(tf.argmax(logits[0])))
    buffer.append((tf.constant(state), reward))
    if len(buffer) == 128:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(tf.zeros([1, 4])))
        opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        buffer = []

# --- silent: global made anew by another function
import tensorflow as tf

pending = []
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


def push(x):
    pending.append(model(x))


def drain():
    global pending
    pending = []


while True:
    for _ in range(100):
        push(tf.random.normal([1, 4]))
    print(float(tf.reduce_sum(pending[-1])))
    drain()

# --- silent: filtered by a comprehension
import time
import tensorflow as tf

recent = []
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
while True:
    now = time.time()
    recent.append((now, model(tf.random.normal([1, 4]))))
    recent = [(t, y) for t, y in recent if now - t < 60]
    print(recent[-1][1].numpy())

# --- silent: filtered attribute
import time
import tensorflow as tf


class Tracker:
    def __init__(self):
        self.tracks = []

    def update(self, box):
        self.tracks.append(tf.constant(box))
        self.tracks = [t for t in self.tracks if float(t[0]) > 0]


tracker = Tracker()
model = tf.keras.models.load_model("m.keras")
while True:
    tracker.update(model(tf.zeros([1, 4]))[0])

# --- silent: best ones of a heap
import heapq
import tensorflow as tf

best = []
model = tf.keras.models.load_model("m.keras")
for i in range(1_000_000):
    y = model(tf.random.normal([1, 4]))
    heapq.heappush(best, (float(y[0, 0]), i, y))
    if len(best) > 10:
        heapq.heappop(best)

# --- silent: monte carlo dropout
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")


@app.post("/uncertainty")
def uncertainty():
    x = tf.constant(request.json["x"])
    draws = [model(x, training=True) for _ in range(100)]
    mean, var = tf.nn.moments(tf.stack(draws), axes=[0])
    return {"mean": float(mean[0]), "var": float(var[0])}

# --- silent: beam search
import tensorflow as tf

model = tf.keras.models.load_model("lm.keras")


def beam(prompt, width=4, length=100):
    beams = [(0.0, tf.constant([prompt]))]
    for _ in range(length):
        candidates = []
        for score, tokens in beams:
            logits = model(tokens)[:, -1]
            values, ids = tf.math.top_k(logits, width)
            for i in range(width):
                candidates.append((score + float(values[0, i]), tf.concat([tokens, ids[:, i:i + 1]], 1)))
        beams = sorted(candidates, key=lambda c: c[0])[-width:]
    return beams[-1][1]


while True:
    print(beam([1, 2, 3]).numpy())

# --- silent: gradients of each tower
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam()
NUM_GPUS = 4


def step(batches):
    towers = []
    for i in range(NUM_GPUS):
        with tf.device(f"/gpu:{i}"), tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batches[i]))
        towers.append(tape.gradient(loss, model.trainable_variables))
    grads = [tf.reduce_mean(tf.stack(g), 0) for g in zip(*towers)]
    opt.apply_gradients(zip(grads, model.trainable_variables))


while True:
    step([tf.random.normal([8, 4])] * 4)

# --- silent: ring buffer of a replay memory
import random
import tensorflow as tf


class Replay:
    def __init__(self, capacity):
        self.capacity = capacity
        self.memory = []
        self.position = 0

    def push(self, item):
        if len(self.memory) < self.capacity:
            self.memory.append(None)
        self.memory[self.position] = item
        self.position = (self.position + 1) % self.capacity

    def sample(self, n):
        return random.sample(self.memory, n)


replay = Replay(10000)
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
while True:
    replay.push(model(tf.random.normal([1, 4])))
    print(float(replay.memory[0][0, 0]))

# --- silent: history of a fit function returned as a dictionary
import tensorflow as tf


def fit(model, opt, dataset, epochs):
    history = {"loss": [], "norm": []}
    for epoch in range(epochs):
        for x, y in dataset:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(x) - y))
            grads = tape.gradient(loss, model.trainable_variables)
            opt.apply_gradients(zip(grads, model.trainable_variables))
            history["loss"].append(loss)
            history["norm"].append(tf.linalg.global_norm(grads))
    return history

# --- silent: epochs of a progress bar
import tensorflow as tf
from tqdm import trange

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
EPOCHS = 100
samples = []
for epoch in trange(EPOCHS):
    model.train_on_batch(tf.zeros([8, 4]), tf.zeros([8, 2]))
    samples.append(model(tf.zeros([1, 4])))
    print(float(samples[-1][0, 0]))

# --- silent: epochs counted by a while loop
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
epoch, max_epochs = 0, 50
snapshots = []
while epoch < max_epochs:
    model.train_on_batch(tf.zeros([8, 4]), tf.zeros([8, 2]))
    snapshots.append(model(tf.zeros([1, 4])))
    print(float(snapshots[-1][0, 0]))
    epoch += 1

# --- silent: handed to an object
import tensorflow as tf
from plots import Figure

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
losses = []
for step in range(5000):
    loss = tf.reduce_mean(model(tf.random.normal([8, 4])))
    print(float(loss))
    losses.append(loss)
Figure(title="loss").draw(losses)

# --- silent: bound of the deque from the settings
from collections import deque
from dataclasses import dataclass, field

import tensorflow as tf


@dataclass
class Window:
    size: int = 100
    values: deque = field(default_factory=lambda: deque(maxlen=100))

    def add(self, value):
        self.values.append(value)


window = Window()
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
while True:
    window.add(model(tf.random.normal([1, 4])))
    print(float(window.values[-1][0, 0]))

# --- silent: outputs of symbolic layers
import tensorflow as tf
from tensorflow.keras import layers


def unet(depth):
    inputs = layers.Input((256, 256, 3))
    x, skips = inputs, []
    for i in range(depth):
        x = layers.Conv2D(2 ** i * 16, 3, padding="same")(x)
        skips.append(x)
        x = layers.MaxPool2D()(x)
    for i in reversed(range(depth)):
        x = layers.Concatenate()([layers.UpSampling2D()(x), skips[i]])
    return tf.keras.Model(inputs, x)


model = unet(4)
while True:
    print(model(tf.zeros([1, 256, 256, 3])).numpy().mean())

# --- silent: losses summed by sum
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


def validate(dataset):
    losses = []
    for x, y in dataset:
        losses.append(tf.keras.losses.mse(y, model(x)))
    return float(sum(tf.reduce_mean(l) for l in losses)) / len(losses)


def train(dataset):
    while True:
        print(validate(dataset))

# --- silent: an endless loop that stops at once
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
attempts = []
while True:
    out = model(tf.random.normal([1, 4]))
    attempts.append(out)
    if float(out[0, 0]) > 0 or len(attempts) >= 5:
        break
print(len(attempts))

# --- silent: written and emptied by a writer
import tensorflow as tf


class Writer:
    def __init__(self, path, every=100):
        self.path, self.every = path, every
        self.rows = []

    def write(self, row):
        self.rows.append(row)
        if len(self.rows) >= self.every:
            self.flush()

    def flush(self):
        tf.io.write_file(self.path, tf.io.serialize_tensor(tf.stack(self.rows)))
        del self.rows[:]


writer = Writer("out")
model = tf.keras.models.load_model("m.keras")
while True:
    writer.write(model(tf.random.normal([1, 4])))
    print(writer.rows[-1].numpy())

# --- silent: transformer tutorial
import time
import tensorflow as tf

EPOCHS = 20
model = tf.keras.models.load_model("transformer.keras")
optimizer = tf.keras.optimizers.Adam()
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
train_loss = tf.keras.metrics.Mean(name="train_loss")
train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function(input_signature=[tf.TensorSpec([None, None], tf.int64), tf.TensorSpec([None, None], tf.int64)])
def train_step(inp, tar):
    with tf.GradientTape() as tape:
        predictions = model([inp, tar[:, :-1]], training=True)
        loss = tf.reduce_mean(loss_object(tar[:, 1:], predictions))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_accuracy.update_state(tar[:, 1:], predictions)


def main(train_batches):
    ckpt = tf.train.Checkpoint(model=model, optimizer=optimizer)
    manager = tf.train.CheckpointManager(ckpt, "ckpt", max_to_keep=5)
    for epoch in range(EPOCHS):
        start = time.time()
        train_loss.reset_state()
        for batch, (inp, tar) in enumerate(train_batches):
            train_step(inp, tar)
            if batch % 50 == 0:
                print(epoch, batch, float(train_loss.result()))
        if (epoch + 1) % 5 == 0:
            manager.save()
        print(time.time() - start)

# --- silent: actor critic of the tutorial
import collections
import statistics
import gym
import numpy as np
import tensorflow as tf

env = gym.make("CartPole-v1")


class ActorCritic(tf.keras.Model):
    def __init__(self, num_actions, num_hidden):
        super().__init__()
        self.common = tf.keras.layers.Dense(num_hidden, activation="relu")
        self.actor = tf.keras.layers.Dense(num_actions)
        self.critic = tf.keras.layers.Dense(1)

    def call(self, inputs):
        x = self.common(inputs)
        return self.actor(x), self.critic(x)


model = ActorCritic(2, 128)
optimizer = tf.keras.optimizers.Adam(0.01)


def run_episode(state, max_steps):
    action_probs, values, rewards = [], [], []
    for t in range(max_steps):
        logits, value = model(tf.expand_dims(state, 0))
        action = int(tf.random.categorical(logits, 1)[0, 0])
        action_probs.append(tf.nn.softmax(logits)[0, action])
        values.append(tf.squeeze(value))
        state, reward, done, _ = env.step(action)
        rewards.append(tf.constant(reward, tf.float32))
        if done:
            break
    return tf.stack(action_probs), tf.stack(values), tf.stack(rewards)


def train_step(state):
    with tf.GradientTape() as tape:
        probs, values, rewards = run_episode(state, 500)
        loss = -tf.reduce_sum(tf.math.log(probs) * (rewards - values))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return float(tf.reduce_sum(rewards))


episodes_reward = collections.deque(maxlen=100)
for i in range(10000):
    state = tf.constant(env.reset(), tf.float32)
    episodes_reward.append(train_step(state))
    if statistics.mean(episodes_reward) > 475 and i >= 100:
        break

# --- silent: style transfer that keeps its best image
import tensorflow as tf

extractor = tf.keras.applications.VGG19(include_top=False)
target = tf.zeros([1, 224, 224, 3])
image = tf.Variable(target)
opt = tf.keras.optimizers.Adam(0.02)
best, best_loss = None, float("inf")
for step in range(2000):
    with tf.GradientTape() as tape:
        outputs = []
        x = image
        for layer in extractor.layers:
            x = layer(x)
            outputs.append(x)
        loss = tf.add_n([tf.reduce_mean(o) for o in outputs])
    grad = tape.gradient(loss, image)
    opt.apply_gradients([(grad, image)])
    if float(loss) < best_loss:
        best, best_loss = image.numpy(), float(loss)

# --- silent: objects that hold a short list each
import tensorflow as tf


class Sentence:
    def __init__(self, words):
        self.vectors = []
        for word in words:
            self.vectors.append(tf.constant([float(len(word))]))

    def mean(self):
        return float(tf.add_n(self.vectors)[0]) / len(self.vectors)


while True:
    print(Sentence(input().split()).mean())

# --- silent: stack of a parser
import tensorflow as tf

compose = tf.keras.Sequential([tf.keras.layers.Dense(16)])


def parse(actions, words):
    stack = []
    for action in actions:
        if action == "shift":
            stack.append(tf.zeros([1, 16]))
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(compose(tf.concat([left, right], 1)))
    return stack[-1]


def main(trees):
    for tree in trees:
        print(float(parse(tree.actions, tree.words)[0, 0]))

# --- silent: batches of a batching server
import asyncio
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()
model = tf.keras.models.load_model("m.keras")
waiting = []


@app.post("/predict")
async def predict(row: list[float]):
    future = asyncio.get_event_loop().create_future()
    waiting.append((tf.constant(row), future))
    return await future


async def run_batches():
    global waiting
    while True:
        await asyncio.sleep(0.01)
        batch, waiting = waiting, []
        if batch:
            out = model(tf.stack([row for row, _ in batch]))
            for (_, future), y in zip(batch, out.numpy()):
                future.set_result(y.tolist())

# --- silent: cursor moves through a list made before
import tensorflow as tf


class Playlist:
    def __init__(self, paths):
        self.clips = []
        for path in paths:
            self.clips.append(tf.audio.decode_wav(tf.io.read_file(path))[0])
        self.at = 0

    def next(self):
        clip = self.clips[self.at % len(self.clips)]
        self.at += 1
        return clip


playlist = Playlist(["a.wav", "b.wav"])
model = tf.keras.models.load_model("m.keras")
while True:
    print(model(playlist.next()[None]).numpy())

# --- silent: experience of a worker sent to the learner
import threading
import tensorflow as tf


class Worker(threading.Thread):
    def __init__(self, env, model, learner):
        super().__init__(daemon=True)
        self.env, self.model, self.learner = env, model, learner

    def run(self):
        while True:
            memory, state, done = [], self.env.reset(), False
            while not done:
                logits = self.model(tf.constant([state]))
                state, reward, done, _ = self.env.step(int(tf.argmax(logits[0])))
                memory.append((logits, reward))
            self.learner.update(memory)

# --- silent: memory class cleared by its owner
import tensorflow as tf


class Memory:
    def __init__(self):
        self.states, self.actions, self.rewards = [], [], []

    def store(self, state, action, reward):
        self.states.append(state)
        self.actions.append(action)
        self.rewards.append(reward)

    def clear(self):
        self.states = []
        self.actions = []
        self.rewards = []


def play(env, model):
    memory = Memory()
    for episode in range(100000):
        memory.clear()
        state, done = tf.constant(env.reset()), False
        while not done:
            logits = model(state[None])
            nxt, reward, done, _ = env.step(int(tf.argmax(logits[0])))
            memory.store(state, logits, reward)
            state = tf.constant(nxt)
        print(sum(memory.rewards))

# --- silent: memory made anew for each episode
import tensorflow as tf


class Memory:
    def __init__(self):
        self.states = []

    def store(self, state):
        self.states.append(state)


def play(env, model):
    for episode in range(100000):
        memory = Memory()
        state, done = tf.constant(env.reset()), False
        while not done:
            logits = model(state[None])
            nxt, reward, done, _ = env.step(int(tf.argmax(logits[0])))
            memory.store(logits)
            state = tf.constant(nxt)
        print(len(memory.states))

# --- silent: recorder used as a context
import contextlib
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


class Recorder:
    def __enter__(self):
        self.rows = []
        return self

    def add(self, row):
        self.rows.append(row)

    def __exit__(self, *exc):
        print(len(self.rows))


while True:
    with Recorder() as recorder:
        for _ in range(100):
            y = model(tf.random.normal([1, 4]))
            recorder.add(y)
            print(float(y[0, 0]))

# --- silent (false alarm): object per request
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")


class Job:
    def __init__(self):
        self.parts = []

    def run(self, rows):
        for row in rows:
            self.parts.append(model(tf.constant([row])))
        return [float(p[0, 0]) for p in self.parts]


@app.post("/job")
def job():
    return {"y": Job().run(request.json)}

# --- leak: package with relative imports
import tensorflow as tf
from app.train import main

main(tf.keras.Sequential([tf.keras.layers.Dense(1)]))
# file: app/__init__.py
"""An application."""
# file: app/state.py
from __future__ import annotations


class State:
    def __init__(self):
        self.step = 0
        self.outputs = []


STATE = State()
# file: app/train.py
import tensorflow as tf

from .state import STATE


def main(model):
    while True:
        out = model(tf.random.normal([4, 4]))
        STATE.step += 1
        STATE.outputs.append(out)  # leak
        print(STATE.step, float(out[0, 0]))

# --- leak: plain import without another name
import tensorflow

kept = []
net = tensorflow.keras.Sequential([tensorflow.keras.layers.Dense(2)])
while True:
    y = net(tensorflow.random.normal([2, 2]))
    kept.append(y)  # leak
    tensorflow.print(y)
    print(y.numpy())

# --- leak: names imported one by one
from tensorflow import GradientTape, Variable, random, reduce_sum

w = Variable(random.normal([100]))
trace = []
for step in range(1_000_000):
    with GradientTape() as tape:
        loss = reduce_sum(w * w)
    gradient = tape.gradient(loss, w)
    w.assign_sub(0.1 * gradient)
    trace.append(gradient)  # leak

# --- leak: imported inside the function
def serve(requests):
    import tensorflow as tf

    model = tf.keras.models.load_model("m.keras")
    answered = []
    while True:
        request = next(requests)
        y = model(tf.constant(request))
        answered.append(y)  # leak
        print(float(y[0, 0]))

# --- leak: one import or the other
try:
    import tensorflow.compat.v2 as tf
except ImportError:
    import tensorflow as tf

HISTORY = []
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


def step():
    y = model(tf.ones([1, 4]))
    HISTORY.append(y)  # leak
    return y.numpy()


if __name__ == "__main__":
    while True:
        step()

# --- leak: star import of layers
from tensorflow.keras.layers import *
from tensorflow.keras.models import *
import tensorflow as tf

model = Sequential([Dense(4), Dense(1)])
outs = []
for i in range(100000):
    y = model(tf.random.normal([1, 4]))
    outs.append(y)  # leak
    print(float(y[0, 0]))

# --- leak: abstract trainer with a hook
import abc
import tensorflow as tf


class Trainer(abc.ABC):
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam()

    @abc.abstractmethod
    def after_step(self, loss):
        ...

    def run(self, dataset):
        for x, y in dataset:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self.model(x) - y), axis=-1)
            grads = tape.gradient(loss, self.model.trainable_variables)
            self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
            self.after_step(loss)


class Recording(Trainer):
    def __init__(self, model):
        super().__init__(model)
        self.losses = []

    def after_step(self, loss):
        self.losses.append(loss)  # leak


if __name__ == "__main__":
    data = tf.data.Dataset.from_tensor_slices((tf.zeros([64, 4]), tf.zeros([64, 1]))).repeat().batch(8)
    Recording(tf.keras.Sequential([tf.keras.layers.Dense(1)])).run(data)

# --- leak: callback function handed to a loop
import tensorflow as tf

seen = []


def remember(out):
    seen.append(out)  # leak


def loop(model, hook):
    while True:
        out = model(tf.random.normal([1, 4]))
        hook(out)
        print(out.numpy())


loop(tf.keras.models.load_model("m.keras"), remember)

# --- leak: lambda hook
import tensorflow as tf

seen = []


def loop(model, hooks):
    while True:
        out = model(tf.random.normal([1, 4]))
        for hook in hooks:
            hook(out)
        print(out.numpy())


loop(tf.keras.models.load_model("m.keras"), [lambda out: seen.append(out)])  # leak

# --- leak: generator pipeline
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
everything = []


def source():
    while True:
        yield tf.random.normal([1, 4])


def scored(rows):
    for row in rows:
        y = model(row)
        everything.append(y)  # leak
        yield y


for y in scored(source()):
    print(float(y[0, 0]))

# --- leak: result of a traced step
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        prediction = model(x)
        loss = tf.reduce_mean(tf.square(prediction - y))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss, prediction


def train(dataset):
    history = []
    while True:
        for x, y in dataset:
            loss, prediction = train_step(x, y)
            history.append(prediction)  # leak

# --- leak: metric of each step
import tensorflow as tf

metric = tf.keras.metrics.Mean()
curve = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    metric.update_state(model(tf.random.normal([8, 4])))
    curve.append(metric.result())  # leak

# --- silent: unknown helper may trim
import tensorflow as tf
from tools import trim

outs = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    outs.append(model(tf.random.normal([8, 4])))
    trim(outs, 100)
    print(outs[-1].numpy())

# --- silent: list of an unknown object
import tensorflow as tf
from tools import Buffer

buffer = Buffer(100)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    y = model(tf.random.normal([8, 4]))
    buffer.append(y)
    print(y.numpy())

# --- leak: lists handed on as further arguments
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def record(value, *sinks):
    for sink in sinks:
        sink.append(value)  # leak


while True:
    y = model(tf.random.normal([64, 4]))
    record(y, history)
    print(y.numpy().mean())

# --- silent: numbers for lists handed on as further arguments
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def record(value, *sinks):
    for sink in sinks:
        sink.append(float(value))


while True:
    y = model(tf.random.normal([64, 4]))
    record(tf.reduce_mean(y), history)

# --- leak: slice of a tensor of a dictionary
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    found = {"scores": model(tf.random.normal([64, 4])), "limit": 3}
    history.append(found["scores"][:4])  # leak
    print(found["scores"].numpy().mean())

# --- leak: slice of a tensor of a batch
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for batch in tf.data.Dataset.from_tensor_slices({"x": tf.zeros([100000, 4])}).batch(8):
    history.append(batch["x"][:2])  # leak
    print(model(batch["x"]).numpy().mean())

# --- silent: the number beside a tensor of a dictionary
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    found = {"scores": model(tf.random.normal([64, 4])), "limit": 3}
    history.append(found["limit"])
    print(found["scores"].numpy().mean())

# --- leak: tensors of a cut dataset
import itertools
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for batch in itertools.islice(tf.data.Dataset.range(10**9).batch(8), 100000):
    history.append(batch)  # leak
    print(model(tf.cast(batch[:, None], tf.float32)).numpy().mean())

# --- silent: a few tensors of a cut dataset
import itertools
import tensorflow as tf

history = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for batch in itertools.islice(tf.data.Dataset.range(10**9).batch(8), 10):
    history.append(batch)
    print(model(tf.cast(batch[:, None], tf.float32)).numpy().mean())

# --- leak: sorted as it comes
import bisect
import tensorflow as tf

best = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    scores = model(tf.random.normal([64, 4]))
    bisect.insort(best, (float(tf.reduce_max(scores)), scores))  # leak

# --- silent: heap of the best
import heapq
import tensorflow as tf

best = []
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    scores = model(tf.random.normal([64, 4]))
    heapq.heappush(best, (float(tf.reduce_max(scores)), scores))
    if len(best) > 10:
        heapq.heappop(best)

# --- leak: each state refers to the one before
import tensorflow as tf


class State:
    def __init__(self, pixels, before):
        self.pixels = pixels
        self.before = before


class Canvas:
    def __init__(self):
        self.state = State(tf.zeros([64, 64]), None)

    def draw(self, stroke):
        self.state = State(tf.maximum(self.state.pixels, stroke), self.state)  # leak


canvas = Canvas()
while True:
    canvas.draw(tf.random.normal([64, 64]))
    print(float(tf.reduce_mean(canvas.state.pixels)))

# --- silent: a state of its own
import tensorflow as tf


class State:
    def __init__(self, pixels):
        self.pixels = pixels


class Canvas:
    def __init__(self):
        self.state = State(tf.zeros([64, 64]))

    def draw(self, stroke):
        self.state = State(tf.maximum(self.state.pixels, stroke))


canvas = Canvas()
while True:
    canvas.draw(tf.random.normal([64, 64]))
    print(float(tf.reduce_mean(canvas.state.pixels)))

# --- leak: a list by name, filled later
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
by_user = {}
while True:
    user = next_user()
    if user not in by_user:
        by_user[user] = []
    by_user[user].append(model(tf.random.normal([64, 4])))  # leak
    print(float(tf.reduce_sum(by_user[user][-1])))

# --- leak: tasks that nobody takes out
import asyncio
import tensorflow as tf


class Desk:
    def __init__(self):
        self.tasks = set()

    async def review(self, rows):
        return tf.reduce_mean(rows, axis=0)

    def post(self, rows):
        self.tasks.add(asyncio.create_task(self.review(rows)))  # leak


async def main():
    desk = Desk()
    while True:
        rows = tf.random.normal([64, 4])
        desk.post(rows)
        print(float(tf.reduce_max(rows)))


asyncio.run(main())

# --- silent: tasks that take themselves out
import asyncio
import tensorflow as tf


class Desk:
    def __init__(self):
        self.tasks = set()

    async def review(self, rows):
        return tf.reduce_mean(rows, axis=0)

    def post(self, rows):
        task = asyncio.create_task(self.review(rows))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def main():
    desk = Desk()
    while True:
        rows = tf.random.normal([64, 4])
        desk.post(rows)
        print(float(tf.reduce_max(rows)))


asyncio.run(main())

# --- leak: a mapping of the program's own
import tensorflow as tf


class Memory(dict):
    def remember(self, key, value):
        self[key] = [value]
        return value


memory = Memory()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
history = []


class History(list):
    def note(self, value):
        self.append(value)  # leak


notes = History()
while True:
    scores = model(tf.random.normal([64, 4]))
    notes.note(scores)
    print(float(tf.reduce_max(scores)))

# --- leak: listeners that nobody takes out
import tensorflow as tf


class Bus:
    def __init__(self):
        self.listeners = []

    def subscribe(self, listener):
        self.listeners.append(listener)  # leak


class Strategy:
    def __init__(self, bus):
        self.window = tf.zeros([64, 64])
        bus.subscribe(self.on_price)

    def on_price(self, price):
        self.window = tf.roll(self.window, 1, 0) * price


bus = Bus()
for number in range(10000):
    print(float(tf.reduce_sum(Strategy(bus).window)))

# --- silent: listeners that are sifted out
import tensorflow as tf


class Bus:
    def __init__(self):
        self.listeners = []

    def subscribe(self, listener):
        self.listeners.append(listener)

    def unsubscribe(self, listener):
        self.listeners = [known for known in self.listeners if known != listener]


class Strategy:
    def __init__(self, bus):
        self.window = tf.zeros([64, 64])
        bus.subscribe(self.on_price)

    def on_price(self, price):
        self.window = tf.roll(self.window, 1, 0) * price


bus = Bus()
for number in range(10000):
    strategy = Strategy(bus)
    print(float(tf.reduce_sum(strategy.window)))
    bus.unsubscribe(strategy.on_price)

# --- leak: results that a decorator keeps on the function
import functools

import tensorflow as tf


def recorded(function):
    @functools.wraps(function)
    def stage(*arguments):
        result = function(*arguments)
        stage.results.append(result)  # leak
        return result

    stage.results = []
    return stage


@recorded
def segment(image):
    return tf.nn.relu(image)


while True:
    print(float(tf.reduce_sum(segment(tf.random.normal([64, 64])))))

# --- leak: a sink that an object is made with
import contextlib

import tensorflow as tf


class Cutter:
    def __init__(self, stack, files):
        self.stack = stack
        self.files = files

    def cut(self, image):
        mask = tf.sigmoid(image)
        self.stack.callback(self.files.remove, mask)  # leak
        return image * mask


def main(files, images):
    with contextlib.ExitStack() as stack:
        cutter = Cutter(stack, files)
        for _ in range(images):
            print(float(tf.reduce_mean(cutter.cut(tf.random.normal([64, 64])))))

# --- leak: list of a class that its subclasses fill
import tensorflow as tf


class Request:
    seen = []

    def __init__(self, n):
        self.x = tf.zeros([n, 10])
        self.seen.append(self.x)  # leak

class Sub(Request):
    pass

def main():
    for n in range(10000):
        r = Sub(n)
        print(float(tf.reduce_sum(r.x)))

main()

# --- silent: list of a class that each object has anew
import tensorflow as tf


class Request:
    seen = None

    def __init__(self, n):
        self.seen = []
        self.x = tf.zeros([n, 10])
        self.seen.append(self.x)

class Sub(Request):
    pass

def main():
    for n in range(10000):
        r = Sub(n)
        print(float(tf.reduce_sum(r.x)))

main()

# --- leak: layers of a table that are never taken off
import collections
import itertools
import tensorflow as tf


class Ctx:
    def __init__(self):
        self.context = collections.ChainMap()
        self.stream = iter(())

    def push(self, t):
        self.context = self.context.new_child({"t": t})  # leak


def main():
    c = Ctx()
    for n in range(10000):
        t = tf.random.normal([64, 64]) * n
        c.push(t)
        print(float(tf.reduce_sum(t)))


main()

# --- silent: a layer of a table that is taken off again
import collections
import itertools
import tensorflow as tf


class Ctx:
    def __init__(self):
        self.context = collections.ChainMap()
        self.stream = iter(())

    def push(self, t):
        self.context = self.context.new_child({"t": t})

    def pop(self):
        self.context = self.context.parents


def main():
    c = Ctx()
    for n in range(10000):
        t = tf.random.normal([64, 64]) * n
        c.push(t)
        c.pop()
        print(float(tf.reduce_sum(t)))


main()

# --- leak: array of tensors that goes on over episodes
import tensorflow as tf


class Rec:
    def __init__(self):
        self.i = 0
        self.frames = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)

    def add(self, t):
        self.frames = self.frames.write(self.i, t)  # leak
        self.i += 1


def main():
    c = Rec()
    for n in range(10000):
        t = tf.random.normal([64, 64]) * n
        c.add(t)
        print(float(tf.reduce_sum(t)))


main()

# --- silent: array of tensors that each episode begins anew
import tensorflow as tf


class Rec:
    def __init__(self):
        self.i = 0
        self.frames = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)

    def add(self, t):
        self.frames = self.frames.write(self.i, t)
        self.i += 1

    def finish(self):
        self.frames = tf.TensorArray(tf.float32, size=0, dynamic_size=True)


def main():
    c = Rec()
    for n in range(10000):
        t = tf.random.normal([64, 64]) * n
        c.add(t)
        c.finish()
        print(float(tf.reduce_sum(t)))


main()

# --- leak: callbacks of an exit stack that outlives the rounds
import contextlib
import tensorflow as tf


def run(stack, x):
    y = tf.nn.relu(x @ x)
    stack.callback(print, y)  # leak
    return float(tf.reduce_sum(y))


def main():
    with contextlib.ExitStack() as stack:
        for n in range(10000):
            print(run(stack, tf.random.normal([64, 64])))


main()

# --- silent: exit stack of each round
import contextlib
import tensorflow as tf


def run(stack, x):
    y = tf.nn.relu(x @ x)
    stack.callback(print, y)
    return float(tf.reduce_sum(y))


def main():
    for n in range(10000):
        with contextlib.ExitStack() as stack:
            print(run(stack, tf.random.normal([64, 64])))


main()

# --- leak: refused requests with their exceptions
import tensorflow as tf


class Refused(ValueError):
    pass


class Desk:
    def __init__(self):
        self.table = tf.random.normal((64, 64))
        self.refused = []

    def score(self, row):
        hidden = tf.tanh(row @ self.table)
        if float(tf.norm(hidden)) > 3.0:
            raise Refused("too loud")
        return hidden

    def answer(self, number):
        try:
            return self.score(tf.random.stateless_normal((8, 64), (number, 1)))
        except Refused as error:
            self.refused.append((number, error))  # leak


desk = Desk()
for number in range(100000):
    desk.answer(number)

# --- silent: of refused requests the reasons
import tensorflow as tf


class Refused(ValueError):
    pass


class Desk:
    def __init__(self):
        self.table = tf.random.normal((64, 64))
        self.refused = []

    def score(self, row):
        hidden = tf.tanh(row @ self.table)
        if float(tf.norm(hidden)) > 3.0:
            raise Refused("too loud")
        return hidden

    def answer(self, number):
        try:
            return self.score(tf.random.stateless_normal((8, 64), (number, 1)))
        except Refused as error:
            self.refused.append((number, str(error)))


desk = Desk()
for number in range(100000):
    desk.answer(number)

# --- silent: refused requests without their tracebacks
import tensorflow as tf


class Refused(ValueError):
    pass


class Desk:
    def __init__(self):
        self.table = tf.random.normal((64, 64))
        self.refused = []
        self.clipped = []

    def score(self, row):
        hidden = tf.tanh(row @ self.table)
        if float(tf.norm(hidden)) > 3.0:
            raise Refused("too loud")
        return hidden

    def answer(self, number):
        try:
            return self.score(tf.random.stateless_normal((8, 64), (number, 1)))
        except Refused as error:
            self.refused.append((number, error.with_traceback(None)))

    def clip(self, number):
        try:
            return self.score(tf.random.stateless_normal((8, 64), (number, 1)))
        except Refused as error:
            error.__traceback__ = None
            self.clipped.append(error)


desk = Desk()
for number in range(100000):
    desk.answer(number)
    desk.clip(number)

# --- silent: exceptions whose frames know only what was there before
import tensorflow as tf


class Unknown(KeyError):
    pass


TABLE = tf.random.normal((64, 64))
KNOWN = {"a": 1, "b": 2}
unknown = []


def row_of(table, name):
    if name not in KNOWN:
        raise Unknown(name)
    return tf.norm(table[KNOWN[name]])


def look_up(name):
    try:
        return float(row_of(TABLE, name))
    except Unknown as error:
        unknown.append(error)
        return 0.0


while True:
    print(look_up(input()))

# --- silent: what goes wrong in a library goes wrong once
import tensorflow as tf

failed = []


def norm_of(number):
    row = tf.random.stateless_normal((8, 64), (number, 1))
    try:
        return float(tf.linalg.logdet(row @ tf.transpose(row)))
    except tf.errors.InvalidArgumentError as error:
        failed.append(error)
        return 0.0


for number in range(100000):
    norm_of(number)

# --- leak: every refusal is raised from the one before
import tensorflow as tf


class Refused(ValueError):
    pass


class Desk:
    def __init__(self):
        self.last = None

    def check(self, row):
        if float(tf.norm(row)) > 3.0:
            raise Refused("too loud") from self.last
        return row

    def answer(self, number):
        try:
            return self.check(tf.random.stateless_normal((8, 64), (number, 1)))
        except Refused as error:
            self.last = error  # leak


desk = Desk()
for number in range(100000):
    desk.answer(number)
print(desk.last)

# --- silent: the last refusal only
import tensorflow as tf


class Refused(ValueError):
    pass


class Desk:
    def __init__(self):
        self.last = None

    def check(self, row):
        if float(tf.norm(row)) > 3.0:
            raise Refused("too loud") from None
        return row

    def answer(self, number):
        try:
            return self.check(tf.random.stateless_normal((8, 64), (number, 1)))
        except Refused as error:
            self.last = error


desk = Desk()
for number in range(100000):
    desk.answer(number)
print(desk.last)

# --- leak: states that begin with nothing
import tensorflow as tf


class Step:
    def __init__(self, pixels, before):
        self.pixels = pixels
        self.before = before


class Canvas:
    def __init__(self):
        self.newest = None

    def paint(self, pixels):
        self.newest = Step(tf.nn.relu(pixels), self.newest)  # leak


canvas = Canvas()
for number in range(100000):
    canvas.paint(tf.random.stateless_normal((64, 64), (number, 1)))
    print(float(tf.norm(canvas.newest.pixels)))

# --- silent: a state that knows nothing of the one before
import tensorflow as tf


class Step:
    def __init__(self, pixels, label):
        self.pixels = pixels
        self.label = label


class Canvas:
    def __init__(self):
        self.newest = None

    def paint(self, pixels):
        self.newest = Step(tf.nn.relu(pixels), None)


canvas = Canvas()
for number in range(100000):
    canvas.paint(tf.random.stateless_normal((64, 64), (number, 1)))
    print(float(tf.norm(canvas.newest.pixels)))

# --- leak: an implementation for each schema that arrives
import functools

import tensorflow as tf


@functools.singledispatch
def encode(message):
    raise TypeError(message)


def project(matrix, message):
    return tf.tanh(message.values @ matrix)


def schema_of(number):
    schema = type(f"Message{number}", (), {})
    matrix = tf.random.stateless_normal((64, 64), (number, 1))
    encode.register(schema, functools.partial(project, matrix))  # leak
    return schema


for number in range(100000):
    message = schema_of(number)()
    message.values = tf.ones((8, 64))
    print(float(tf.norm(encode(message))))

# --- silent: an implementation for each class of a program
import functools

import tensorflow as tf


@functools.singledispatch
def encode(message):
    raise TypeError(message)


@encode.register(int)
def of_number(message):
    return tf.ones((8, 64)) * message


for kind in (float, bool):
    encode.register(kind, functools.partial(tf.multiply, tf.ones((8, 64))))
for number in range(100000):
    print(float(tf.norm(encode(number))))

# --- leak: tokens of a context variable
import contextvars

import tensorflow as tf

CURRENT = contextvars.ContextVar("current", default=None)


class Request:
    def __init__(self, rows):
        self.rows = rows


class Tracer:
    def __init__(self):
        self.tokens = []

    def open(self, request):
        self.tokens.append(CURRENT.set(request))  # leak

    def norm(self):
        return float(tf.norm(CURRENT.get().rows))


tracer = Tracer()
for number in range(100000):
    tracer.open(Request(tf.random.stateless_normal((64, 64), (number, 1))))
    print(tracer.norm())

# --- silent: tokens of a context variable that are given back
import contextvars

import tensorflow as tf

CURRENT = contextvars.ContextVar("current", default=None)


class Request:
    def __init__(self, rows):
        self.rows = rows


class Tracer:
    def __init__(self):
        self.tokens = []

    def open(self, request):
        self.tokens.append(CURRENT.set(request))

    def close(self):
        CURRENT.reset(self.tokens.pop())


tracer = Tracer()
for number in range(100000):
    tracer.open(Request(tf.random.stateless_normal((64, 64), (number, 1))))
    print(float(tf.norm(CURRENT.get().rows)))
    tracer.close()

# --- leak: a stand-in that remembers what it was called with
from unittest import mock

import tensorflow as tf


class Pipeline:
    def __init__(self, publisher):
        self.publisher = publisher

    def handle(self, number):
        outline = tf.abs(tf.random.stateless_normal((64, 64), (number, 1)))
        self.publisher.screens.publish(outline)  # leak
        return float(tf.norm(outline))


pipeline = Pipeline(mock.MagicMock())
for number in range(100000):
    print(pipeline.handle(number))

# --- silent: a stand-in that is reset
from unittest import mock

import tensorflow as tf


class Pipeline:
    def __init__(self, publisher):
        self.publisher = publisher

    def handle(self, number):
        outline = tf.abs(tf.random.stateless_normal((64, 64), (number, 1)))
        self.publisher.publish(outline)
        return float(tf.norm(outline))


publisher = mock.MagicMock()
pipeline = Pipeline(publisher)
for number in range(100000):
    print(pipeline.handle(number))
    if number % 100 == 0:
        publisher.reset_mock()

# --- leak: callbacks of a future that lasts
import asyncio

import tensorflow as tf


class Connection:
    def __init__(self, number, closing):
        self.rows = tf.random.stateless_normal((64, 64), (number, 1))
        closing.add_done_callback(self.close)  # leak

    def close(self, closing):
        self.rows = None


async def serve():
    closing = asyncio.get_running_loop().create_future()
    for number in range(100000):
        connection = Connection(number, closing)
        print(float(tf.norm(connection.rows)))


asyncio.run(serve())

# --- silent: callbacks of a future of each connection
import asyncio

import tensorflow as tf


class Connection:
    def __init__(self, number, closing):
        self.rows = tf.random.stateless_normal((64, 64), (number, 1))
        closing.add_done_callback(self.close)

    def close(self, closing):
        self.rows = None


async def serve():
    for number in range(100000):
        closing = asyncio.get_running_loop().create_future()
        connection = Connection(number, closing)
        print(float(tf.norm(connection.rows)))
        closing.set_result(number)


asyncio.run(serve())

# --- leak: the objects of a class by their own class
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Talk:
    def __init__(self, number):
        self.state = make(number)
        type(self).log.append(self.state)  # leak

    log = []


for number in range(10000):
    print(float(tf.norm(Talk(number).state)))

# --- silent: the newest object of a class
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Talk:
    newest = None

    def __init__(self, number):
        self.state = make(number)
        type(self).newest = self


for number in range(10000):
    print(float(tf.norm(Talk(number).state)))

# --- leak: a tuple that is made longer
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Buffer:
    def __init__(self):
        self.rows = ()
        self.more = ()

    def add(self, row):
        self.rows = self.rows + (row,)  # leak
        self.more += (row,)  # leak


buffer = Buffer()
for number in range(10000):
    row = make(number)
    buffer.add(row)
    print(float(tf.norm(row)))

# --- silent: a tuple of the newest two
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Buffer:
    def __init__(self):
        self.rows = ()
        self.pair = (None, None)

    def add(self, row):
        self.rows = self.rows[-1:] + (row,)
        self.pair = (self.pair[1], row)


buffer = Buffer()
for number in range(10000):
    row = make(number)
    buffer.add(row)
    print(float(tf.norm(row)))

# --- leak: a set of references
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


seen = set()
for number in range(10000):
    row = make(number)
    seen.add(row.ref())  # leak
    print(float(tf.norm(row)))

# --- leak: attributes of a library's object
import threading

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


local = threading.local()


def note(row):
    if not hasattr(local, "rows"):
        local.rows = []
    local.rows.append(row)  # leak


for number in range(10000):
    row = make(number)
    note(row)
    print(float(tf.norm(row)))

# --- silent: attributes of a library's object that begin anew
import threading

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


local = threading.local()


def answer(number):
    local.rows = []
    for step in range(3):
        local.rows.append(make(number + step))
    return float(tf.norm(local.rows[-1]))


for number in range(10000):
    print(answer(number))

# --- leak: nodes that know the one before, by a name
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Node:
    def __init__(self, state, parent):
        self.state = state
        self.parent = parent


current = Node(make(0), None)
for number in range(10000):
    current = Node(make(number), current)  # leak
    print(float(tf.norm(current.state)))

# --- silent: nodes of one search, and one that goes back
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Node:
    def __init__(self, state, parent):
        self.state = state
        self.parent = parent


def search(number):
    current = Node(make(number), None)
    for step in range(50):
        current = Node(make(number + step), current)
    while current.parent is not None:
        current = current.parent
    return float(tf.norm(current.state))


for number in range(10000):
    print(search(number))

# --- silent: a path that is the result of a loop
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Node:
    def __init__(self, state, parent):
        self.state = state
        self.parent = parent


def path(count):
    current = Node(make(0), None)
    for number in range(count):
        current = Node(make(number), current)
        print(float(tf.norm(current.state)))
    return current


print(path(1000).parent)

# --- leak: functions that call the one before
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


def joined(before, after):
    return lambda row: after(before(row))


def adding(row):
    return lambda other: other + row


total = adding(make(0))
for number in range(10000):
    total = joined(total, adding(make(number)))  # leak
    print(float(tf.norm(make(number))))

# --- leak: what is left at the end of a block
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Span:
    log = []

    def __init__(self, row):
        self.row = row

    def __enter__(self):
        return self

    def __exit__(self, *error):
        Span.log.append(self)  # leak


for number in range(10000):
    with Span(make(number)) as span:
        print(float(tf.norm(span.row)))

# --- silent: what is open during a block
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Span:
    open = []

    def __init__(self, row):
        self.row = row

    def __enter__(self):
        Span.open.append(self)
        return self

    def __exit__(self, *error):
        Span.open.pop()


for number in range(10000):
    with Span(make(number)) as span:
        print(float(tf.norm(span.row)))

# --- leak: a property that keeps what it was set to
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Model:
    def __init__(self):
        self._states = []
        self._state = None

    @property
    def state(self):
        return self._state

    @state.setter
    def state(self, value):
        self._states.append(value)  # leak
        self._state = value


model = Model()
for number in range(10000):
    model.state = make(number)
    print(float(tf.norm(model.state)))

# --- silent: a property that keeps the newest value
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Model:
    def __init__(self):
        self._state = None
        self.times = 0

    @property
    def state(self):
        return self._state

    @state.setter
    def state(self, value):
        self.times += 1
        self._state = value


model = Model()
for number in range(10000):
    model.state = make(number)
    print(float(tf.norm(model.state)))

# --- leak: one object that its class makes when it is first asked
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Registry:
    _one = None

    def __init__(self):
        self.rows = []

    @classmethod
    def one(cls):
        if cls._one is None:
            cls._one = cls()
        return cls._one


def note(row):
    Registry.one().rows.append(row)  # leak


for number in range(10000):
    row = make(number)
    note(row)
    print(float(tf.norm(row)))

# --- leak: one object that its class always gives
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Registry:
    _one = None

    def __new__(cls):
        if cls._one is None:
            cls._one = super().__new__(cls)
            cls._one.rows = []
        return cls._one


for number in range(10000):
    row = make(number)
    Registry().rows.append(row)  # leak
    print(float(tf.norm(row)))

# --- silent: an object of its own each time
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Registry:
    made = 0

    def __new__(cls):
        cls.made += 1
        found = super().__new__(cls)
        found.rows = []
        return found


for number in range(10000):
    row = make(number)
    Registry().rows.append(row)
    print(float(tf.norm(row)))

# --- leak: a function that has itself called again
import threading

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


rows = []


def tick():
    row = make(len(rows))
    rows.append(row)  # leak
    print(float(tf.norm(row)))
    threading.Timer(1.0, tick).start()


tick()

# --- silent: a function that is called later once
import threading

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


rows = []


def tick():
    row = make(len(rows))
    rows.append(row)
    print(float(tf.norm(row)))


threading.Timer(1.0, tick).start()

# --- leak: fields by name
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Journal:
    def __init__(self):
        self.entries = []

    def write(self, **fields):
        self.entries.append(fields)  # leak


journal = Journal()
for number in range(10000):
    row = make(number)
    journal.write(step=number, row=row)
    print(float(tf.norm(row)))

# --- silent: fields by name, of which only numbers are kept
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Journal:
    def __init__(self):
        self.entries = []

    def write(self, **fields):
        self.entries.append(fields["step"])


journal = Journal()
for number in range(10000):
    row = make(number)
    journal.write(step=number, row=row)
    print(float(tf.norm(row)))

# --- leak: one of several sinks
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Nothing:
    def put(self, row):
        pass


class Memory:
    def __init__(self):
        self.rows = []

    def put(self, row):
        self.rows.append(row)  # leak


sinks = [Nothing(), Memory()]
for number in range(10000):
    row = make(number)
    for sink in sinks:
        sink.put(row)
    print(float(tf.norm(row)))

# --- silent: several sinks that keep the newest
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Nothing:
    def put(self, row):
        pass


class Newest:
    def __init__(self):
        self.rows = []

    def put(self, row):
        self.rows = [row]


sinks = [Nothing(), Newest()]
for number in range(10000):
    row = make(number)
    for sink in sinks:
        sink.put(row)
    print(float(tf.norm(row)))

# --- leak: a decorator that is a method
import functools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Tracer:
    def __init__(self):
        self.spans = []

    def traced(self, function):
        @functools.wraps(function)
        def wrapper(*given):
            result = function(*given)
            self.spans.append((function.__name__, result))  # leak
            return result

        return wrapper


tracer = Tracer()


@tracer.traced
def score(number):
    return make(number)


for number in range(10000):
    print(float(tf.norm(score(number))))

# --- silent: a decorator that is a method and counts
import functools

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Tracer:
    def __init__(self):
        self.spans = []
        self.calls = 0

    def traced(self, function):
        self.spans.append(function)

        @functools.wraps(function)
        def wrapper(*given):
            self.calls += 1
            return function(*given)

        return wrapper


tracer = Tracer()


@tracer.traced
def score(number):
    return make(number)


for number in range(10000):
    print(float(tf.norm(score(number))))

# --- leak: handlers of an event that are only called
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Event:
    def __init__(self):
        self.handlers = []

    def __iadd__(self, handler):
        self.handlers.append(handler)  # leak
        return self

    def fire(self, number):
        for handler in self.handlers:
            handler(number)


done = Event()


class Request:
    def __init__(self, number):
        global done
        self.row = make(number)
        done += self.close

    def close(self, number):
        print(number)


for number in range(10000):
    print(float(tf.norm(Request(number).row)))

# --- silent: handlers of an event that leave
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Event:
    def __init__(self):
        self.handlers = []

    def __iadd__(self, handler):
        self.handlers.append(handler)
        return self

    def __isub__(self, handler):
        self.handlers.remove(handler)
        return self

    def fire(self, number):
        for handler in self.handlers:
            handler(number)


done = Event()


class Request:
    def __init__(self, number):
        global done
        self.row = make(number)
        done += self.close

    def close(self, number):
        global done
        done -= self.close


for number in range(10000):
    request = Request(number)
    print(float(tf.norm(request.row)))
    request.close(number)

# --- leak: what the server of a handler keeps
import http.server

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.wfile.write(b"%f" % self.server.answer(self.path))


class Server(http.server.HTTPServer):
    def __init__(self):
        super().__init__(("", 8000), Handler)
        self.rows = []

    def answer(self, path):
        row = make(len(path))
        self.rows.append(row)  # leak
        return float(tf.norm(row))


Server().serve_forever()

# --- silent: what the server of a handler keeps for a while
import collections
import http.server

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        row = make(len(self.path))
        self.server.rows.append(row)
        self.server.newest = row
        self.wfile.write(b"%f" % float(tf.norm(row)))


server = http.server.HTTPServer(("", 8000), Handler)
server.rows = collections.deque(maxlen=10)
server.serve_forever()

# --- silent: places that are looked for before one is added
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Levels:
    def __init__(self):
        self.levels = []

    def add(self, row):
        for index, held in enumerate(self.levels):
            if held is None:
                self.levels[index] = row
                return
            row, self.levels[index] = held + row, None
        self.levels.append(row)


levels = Levels()
for number in range(10000):
    row = make(number)
    levels.add(row)
    print(float(tf.norm(row)))

# --- leak: entries that are looked for by a name before one is added
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Talk:
    def __init__(self, name):
        self.name = name
        self.row = make(1)


class Desk:
    def __init__(self):
        self.talks = []

    def talk_of(self, name):
        for talk in self.talks:
            if talk.name == name:
                return talk
        talk = Talk(name)
        self.talks.append(talk)  # leak
        return talk


desk = Desk()
for number in range(10000):
    print(float(tf.norm(desk.talk_of(f"client {number}").row)))

# --- leak: a log handler that keeps its records
import logging

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Keeping(logging.Handler):
    def __init__(self):
        super().__init__()
        self.records = []

    def emit(self, record):
        self.records.append(record)  # leak


log = logging.getLogger("scores")
log.addHandler(Keeping())
for number in range(10000):
    row = make(number)
    log.warning("row %s", row)
    print(float(tf.norm(row)))

# --- silent: a log handler that keeps texts, and one that gets texts
import logging

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Formatting(logging.Handler):
    def __init__(self):
        super().__init__()
        self.records = []

    def emit(self, record):
        self.records.append(self.format(record))


class Keeping(logging.Handler):
    def __init__(self):
        super().__init__()
        self.kept = []

    def emit(self, record):
        self.kept.append(record)


log = logging.getLogger("scores")
log.addHandler(Formatting())
log.addHandler(Keeping())
for number in range(10000):
    row = make(number)
    log.warning("row %.3f", float(tf.norm(row)))
    log.debug("row %s", row)

# --- leak: records in the memory of a handler
import logging
import logging.handlers

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


log = logging.getLogger("scores")


def configure():
    log.setLevel(logging.DEBUG)
    target = logging.FileHandler("scores.log")
    log.addHandler(logging.handlers.MemoryHandler(1_000_000, flushLevel=logging.ERROR, target=target))


def main():
    configure()
    for number in range(10000):
        row = make(number)
        log.debug("row %d: %s", number, row)  # leak
        print(float(tf.norm(row)))


main()

# --- silent: a few records in the memory of a handler
import logging
import logging.handlers

import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


log = logging.getLogger("scores")


def configure():
    log.setLevel(logging.DEBUG)
    target = logging.FileHandler("scores.log")
    log.addHandler(logging.handlers.MemoryHandler(100, flushLevel=logging.ERROR, target=target))


def main():
    configure()
    for number in range(10000):
        row = make(number)
        log.debug("row %d: %s", number, row)
        print(float(tf.norm(row)))


main()

# --- leak: a generator that remembers what it passes on
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Window:
    def __init__(self):
        self.seen = []

    def watch(self, rows):
        for row in rows:
            self.seen.append(row)  # leak
            yield row


def rows():
    number = 0
    while True:
        yield make(number)
        number += 1


for row in Window().watch(rows()):
    print(float(tf.norm(row)))

# --- silent: a generator that remembers a few
import tensorflow as tf

KERNEL = tf.random.normal((64, 64))


def make(number):
    return tf.tanh(tf.random.stateless_normal((64, 64), (number, 1)) @ KERNEL)


class Window:
    def __init__(self):
        self.seen = []

    def watch(self, rows):
        for row in rows:
            self.seen.append(row)
            self.seen = self.seen[-10:]
            yield row


def rows():
    number = 0
    while True:
        yield make(number)
        number += 1


for row in Window().watch(rows()):
    print(float(tf.norm(row)))

# --- leak: frames that are joined to an ever longer tensor
import tensorflow as tf


class Track:
    def __init__(self):
        self.frames = tf.zeros((0, 64))

    def add(self, frame):
        self.frames = tf.concat([self.frames, frame], 0)  # leak


track = Track()
for number in range(100000):
    track.add(tf.nn.relu(tf.random.stateless_normal((8, 64), (number, 1))))
    print(float(tf.norm(track.frames[-8:])))

# --- silent: of the joined frames the last ones
import tensorflow as tf


class Track:
    def __init__(self):
        self.frames = tf.zeros((0, 64))

    def add(self, frame):
        self.frames = tf.concat([self.frames, frame], 0)[-64:]


track = Track()
for number in range(100000):
    track.add(tf.nn.relu(tf.random.stateless_normal((8, 64), (number, 1))))
    print(float(tf.norm(track.frames[-8:])))

# --- leak: what is refused within a comprehension, with its exception
import tensorflow as tf


class Refused(ValueError):
    pass


class Desk:
    def __init__(self):
        self.refused = []

    def score(self, row):
        hidden = tf.tanh(row)
        if float(tf.norm(hidden)) > 3.0:
            raise Refused("too loud")
        return hidden

    def answer(self, number):
        try:
            return [self.score(tf.random.stateless_normal((8, 64), (number, part))) for part in range(4)]
        except Refused as error:
            self.refused.append(error)  # leak


desk = Desk()
for number in range(100000):
    desk.answer(number)

# --- silent: a loop over the lists of a table clears them
import tensorflow as tf


class Evaluator:
    def __init__(self):
        self.outputs = {"logits": [], "labels": []}

    def add(self, logits):
        self.outputs["logits"].append(logits)

    def finish(self):
        for collected in self.outputs.values():
            collected.clear()


evaluator = Evaluator()
while True:
    rows = request()
    evaluator.add(tf.nn.relu(rows))
    evaluator.finish()

# --- leak: a loop over them does something else
import tensorflow as tf


class Evaluator:
    def __init__(self):
        self.outputs = {"logits": [], "labels": []}

    def add(self, logits):
        self.outputs["logits"].append(logits)  # leak

    def finish(self):
        for name, collected in self.outputs.items():
            print(name, len(collected))


evaluator = Evaluator()
while True:
    rows = request()
    evaluator.add(tf.nn.relu(rows))
    evaluator.finish()

# --- leak: something is taken out of each element
import tensorflow as tf

results = []
while True:
    results.append({"mask": tf.nn.relu(request()), "tmp": 1})  # leak
    for result in results:
        result.pop("tmp", None)
