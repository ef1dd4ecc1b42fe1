# ruff: noqa
# fmt: off
"""TL901: Python objects are kept from every round. All but figures are hints."""

# --- leak: losses of an agent that learns in another file
from brain import Brain


def play(env):
    brain = Brain()
    state = env.reset()
    while True:
        state, reward, done, _ = env.step(brain.act(state))
        brain.learn(state, reward)

# file: brain.py
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Brain:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 2))
        self.train = tf.train.AdamOptimizer().minimize(self.loss)
        self.session = tf.Session()
        self.costs = []

    def act(self, state):
        return 0

    def learn(self, state, reward):
        _, cost = self.session.run([self.train, self.loss], {self.x: [state]})
        self.costs.append(cost)  # leak

# --- silent (false alarm): losses of an agent that are cut by the program that uses it
from brain import Brain


def play(env):
    brain = Brain()
    state = env.reset()
    while True:
        state, reward, done, _ = env.step(brain.act(state))
        brain.learn(state, reward)
        brain.costs = brain.costs[-100:]

# file: brain.py
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Brain:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 2))
        self.train = tf.train.AdamOptimizer().minimize(self.loss)
        self.session = tf.Session()
        self.costs = []

    def act(self, state):
        return 0

    def learn(self, state, reward):
        _, cost = self.session.run([self.train, self.loss], {self.x: [state]})
        self.costs.append(cost)

# --- leak: numbers of an endless worker
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
rewards = []


def work(env):
    while True:
        rewards.append(env.step(int(model.predict(env.state())[0].argmax())))  # leak

# --- silent: numbers of an endless worker in a deque with a bound
import collections

import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
rewards = collections.deque(maxlen=100)


def work(env):
    while True:
        rewards.append(env.step(int(model.predict(env.state())[0].argmax())))

# --- silent: losses of a loop that are plotted in the end
import matplotlib.pyplot as plt
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def train(batches, steps):
    losses = []
    for step in range(steps):
        losses.append(model.train_on_batch(*next(batches)))
    plt.plot(losses)
    plt.savefig("losses.png")

# --- leak: losses of a loop of steps within episodes, though they are plotted in the end
import matplotlib.pyplot as plt
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def train(batches, episodes, length):
    losses = []
    for episode in range(episodes):
        for step in range(length):
            losses.append(model.train_on_batch(*next(batches)))  # leak
    plt.plot(losses)
    plt.savefig("losses.png")

# --- silent: few rounds, of which a constant tells
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def train(batches):
    losses = []
    step = 0
    while step < 2000:
        step += 1
        losses.append(model.train_on_batch(*next(batches)))
    print(losses[-1])

# --- leak: many rounds, of which a constant tells
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def train(batches, report):
    losses = []
    step = 0
    frames = 5000000
    while step < frames:
        step += 1
        losses.append(model.train_on_batch(*next(batches)))  # leak
    report(losses)

# --- leak: a method that adds what it computed to a list of its object
import tensorflow as tf


class Scorer:
    def __init__(self):
        self.model = tf.keras.models.load_model("m.keras")
        self.means = []

    def score(self, rows):
        scores = self.model.predict(rows)
        self.means.append(float(scores.mean()))  # leak
        return scores

# --- silent: a method that adds parts to its object and computes nothing
import tensorflow as tf


class Builder:
    def __init__(self):
        self.parts = []

    def dense(self, units):
        self.parts.append(tf.keras.layers.Dense(units))

    def build(self):
        return tf.keras.Sequential(self.parts)

# --- silent: a method whose list a reset empties
import tensorflow as tf


class Scorer:
    def __init__(self):
        self.model = tf.keras.models.load_model("m.keras")
        self.means, self.count = [], 0

    def reset(self):
        self.means, self.count = [], 0

    def score(self, rows):
        scores = self.model.predict(rows)
        self.means.append(float(scores.mean()))
        return scores

# --- leak: a coroutine that remembers everything it is sent
from random import sample as pick

import numpy as np
from keras.models import load_model

model = load_model("m.h5")


def replay(size):
    memory = []
    while True:
        experience = yield pick(memory, size) if size <= len(memory) else None
        memory.append(experience)  # leak

# --- leak: an object that is made once, when it is first needed
import tensorflow as tf


class Player:
    def __init__(self):
        self.model = tf.keras.models.load_model("m.keras")
        self.moves = []

    def move(self, board):
        policy = self.model.predict(board)
        self.moves.append((board, policy.argmax()))  # leak
        return policy.argmax()


def serve(lines):
    player = None
    while True:
        board = next(lines)
        if player is None:
            player = Player()
        print(player.move(board))

# --- silent: an object that is made for every game
import tensorflow as tf


class Player:
    def __init__(self):
        self.moves = []

    def move(self, model, board):
        policy = model.predict(board)
        self.moves.append((board, policy.argmax()))
        return policy.argmax()


def serve(games):
    model = tf.keras.models.load_model("m.keras")
    while True:
        player = Player()
        for board in next(games):
            print(player.move(model, board))

# --- silent: an object of an attribute that another one replaces
import tensorflow as tf


class Segment:
    def __init__(self):
        self.frames = []

    def append(self, frame):
        self.frames.append(frame)


class Recorder:
    def __init__(self):
        self.model = tf.keras.models.load_model("m.keras")
        self.segment = Segment()

    def record(self, frames):
        while True:
            frame = next(frames)
            self.segment.append(self.model.predict(frame).mean())
            if frame.sum() == 0:
                self.segment = Segment()

# --- silent: a list that another file of the program empties
import tensorflow as tf

from store import Store, forget


def serve(rows):
    model = tf.keras.models.load_model("m.keras")
    store = Store()
    while True:
        store.seen.append(float(model.predict(next(rows)).mean()))
        forget(store)

# file: store.py
class Store:
    def __init__(self):
        self.seen = []


def forget(store):
    for name in ("seen",):
        if len(getattr(store, name)) > 100:
            store.seen.clear()

# --- silent: a table that is looked up before it is filled
from flask import Flask, request
import tensorflow as tf

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")
sizes = {}


@app.route("/size", methods=["POST"])
def size():
    board = request.json["board"]
    if board not in sizes:
        sizes[board] = float(model.predict(board).mean())
    return str(sizes[board])

# --- leak: a list that starts anew or is read from a file
import json

import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
path = None

if path is None:
    losses = []
else:
    state = json.load(open(path))
    losses = state["losses"]

while True:
    losses.append(float(model.train_on_batch(*next(batches))))  # leak
    print(losses[-1])

# --- leak: a figure in every epoch
import matplotlib.pyplot as plt
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def show(images, epoch):
    plt.figure(figsize=(10, 10))  # leak
    for i, image in enumerate(images):
        plt.subplot(10, 10, i + 1)
        plt.imshow(image)
    plt.savefig(f"epoch-{epoch}.png")


def train(x, y, epochs):
    for epoch in range(epochs):
        model.fit(x, y)
        show(model.predict(x[:100]), epoch)

# --- silent: a figure in every epoch that is closed
import matplotlib.pyplot as plt
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def show(images, epoch):
    figure, axes = plt.subplots(10, 10)
    for axis, image in zip(axes.ravel(), images):
        axis.imshow(image)
    figure.savefig(f"epoch-{epoch}.png")
    plt.close(figure)


def train(x, y, epochs):
    for epoch in range(epochs):
        model.fit(x, y)
        show(model.predict(x[:100]), epoch)

# --- silent: the same figure in every epoch
import matplotlib.pyplot as plt
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def train(x, y, epochs):
    for epoch in range(epochs):
        model.fit(x, y)
        plt.figure(1)
        plt.clf()
        plt.imshow(model.predict(x[:1])[0])
        plt.savefig(f"epoch-{epoch}.png")

# --- silent: figures that are shown
from matplotlib import pyplot as plt
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def look(rows):
    for row in rows:
        plt.figure()
        plt.imshow(model.predict(row)[0])
        plt.show()

# --- silent: figures of a few layers
import matplotlib.pyplot as plt
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
for layer in model.layers:
    plt.figure()
    plt.hist(layer.get_weights()[0].ravel())
    plt.savefig(layer.name)

# --- leak: whatever is seen in the frames of a video, counted in the end
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def track(video):
    seen = []
    while True:
        frame = video.read()
        if frame is None:
            break
        for box in model.predict(frame):
            seen.append(int(box.argmax()))  # leak
    print(len(set(seen)))

# --- silent: whatever is predicted of a data set
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def test(dataset):
    rows = []
    for x, y in dataset:
        for i in range(x.shape[0]):
            rows.append(float(model.predict(x[i]).mean()))
    return np.mean(np.array(rows))

# --- leak: rewards of episodes that a progress bar counts
import tensorflow as tf
import tqdm

model = tf.keras.models.load_model("m.keras")


def play(env, episodes):
    rewards = []
    for episode in tqdm.tqdm(range(episodes)):
        done = False
        while not done:
            state, reward, done = env.step(int(model.predict(env.state()).argmax()))
            rewards.append(reward)  # leak
    print(sum(rewards) / len(rewards), rewards)

# --- leak: two classes with lists of the same name
import tensorflow as tf


class Actor:
    def __init__(self):
        self.model = tf.keras.models.load_model("actor.keras")
        self.losses = []

    def learn(self, x, y):
        self.losses.append(float(self.model.train_on_batch(x, y)))  # leak


class Critic:
    def __init__(self):
        self.model = tf.keras.models.load_model("critic.keras")
        self.losses = []

    def learn(self, x, y):
        self.losses.append(float(self.model.train_on_batch(x, y)))  # leak


def train(batches):
    actor, critic = Actor(), Critic()
    while True:
        x, y = next(batches)
        actor.learn(x, y)
        critic.learn(x, y)

# --- leak: a list of a module, and another file has one of the same name that it cuts
import tensorflow as tf

from other import recent

model = tf.keras.models.load_model("m.keras")
scores = []


def serve(rows):
    while True:
        scores.append(float(model.predict(next(rows)).mean()))  # leak
        print(recent(scores[-1]))

# file: other.py
def recent(value):
    scores = [value]
    scores.pop()
    return scores

# --- leak: answers in a stream that is never emptied
import io

import tensorflow as tf


class Transcript:
    def __init__(self):
        self.stream = io.BytesIO()
        self.uploaded = 0

    def add(self, answer):
        self.stream.write(answer.numpy().tobytes())  # leak

    def upload(self):
        self.uploaded = self.stream.tell()


transcript = Transcript()
for request in range(100000):
    transcript.add(tf.nn.relu(tf.random.stateless_normal((8, 64), (request, 1))))
    if request % 50 == 49:
        transcript.upload()
print(transcript.uploaded)

# --- silent: a stream that is emptied when it is uploaded
import io

import tensorflow as tf


class Transcript:
    def __init__(self):
        self.stream = io.BytesIO()
        self.uploaded = 0

    def add(self, answer):
        self.stream.write(answer.numpy().tobytes())

    def upload(self):
        self.uploaded = self.stream.tell()
        self.stream.seek(0)
        self.stream.truncate()


transcript = Transcript()
for request in range(100000):
    transcript.add(tf.nn.relu(tf.random.stateless_normal((8, 64), (request, 1))))
    if request % 50 == 49:
        transcript.upload()
print(transcript.uploaded)

# --- silent: a new stream after each upload
import io

import tensorflow as tf


class Transcript:
    def __init__(self):
        self.stream = io.StringIO()
        self.uploaded = 0

    def add(self, answer):
        self.stream.write(str(answer))

    def upload(self):
        self.uploaded = self.stream.tell()
        self.stream = io.StringIO()


transcript = Transcript()
for request in range(100000):
    transcript.add(tf.nn.relu(tf.random.stateless_normal((8, 64), (request, 1))))
    if request % 50 == 49:
        transcript.upload()
print(transcript.uploaded)

# --- silent: a text that a function writes and gives away
import io

import tensorflow as tf


def table():
    out = io.StringIO()
    for number in range(100000):
        out.write(f"{float(tf.norm(tf.random.stateless_normal((8, 64), (number, 1))))}\n")
    return out.getvalue()


print(table())

# --- leak: a report that becomes ever longer
import tensorflow as tf


class Report:
    def __init__(self):
        self.text = ""

    def add(self, number, loss):
        self.text += f"{number}: {loss}\n"  # leak

    def show(self):
        print(self.text[-80:])


report = Report()
for number in range(100000):
    report.add(number, float(tf.norm(tf.random.stateless_normal((8, 64), (number, 1)))))
    report.show()

# --- silent: a report that begins anew when it was shown
import tensorflow as tf


class Report:
    def __init__(self):
        self.text = ""

    def add(self, number, loss):
        self.text += f"{number}: {loss}\n"

    def show(self):
        print(self.text[-80:])
        self.text = ""


report = Report()
for number in range(100000):
    report.add(number, float(tf.norm(tf.random.stateless_normal((8, 64), (number, 1)))))
    report.show()

# --- leak: all entries of a table of the round go into one that lasts
import tensorflow as tf

seen = {}


def score(model, batch):
    return {name: row for name, row in zip(batch["names"], model.predict(batch["rows"]))}


def serve(model, stream):
    while True:
        seen.update(score(model, next(stream)))  # leak


serve(tf.keras.models.load_model("model"), iter([]))

# --- silent: the entries of every round have the same names
import tensorflow as tf

last = {}


def score(model, batch):
    rows = model.predict(batch["rows"])
    return {"mean": float(rows.mean()), "most": float(rows.max())}


def serve(model, stream):
    while True:
        last.update(score(model, next(stream)))


serve(tf.keras.models.load_model("model"), iter([]))

# --- leak: messages are remembered by their numbers
import zmq
import tensorflow as tf

answers = dict()
model = tf.keras.models.load_model("model")
socket = zmq.Context().socket(zmq.REP)
while True:
    message = socket.recv_json()
    answers.update(dict(zip(message["ids"], model.predict(message["rows"]).tolist())))  # leak
    socket.send_json(len(answers))

# --- silent: only the answers to the latest message are there
import zmq
import tensorflow as tf

model = tf.keras.models.load_model("model")
socket = zmq.Context().socket(zmq.REP)
while True:
    message = socket.recv_json()
    answers = dict()
    answers.update(dict(zip(message["ids"], model.predict(message["rows"]).tolist())))
    socket.send_json(len(answers))

# --- leak: what was seen in each frame of a camera
import cv2
import tensorflow as tf

model = tf.keras.models.load_model("model")


def watch(tell):
    camera, seen, number = cv2.VideoCapture(0), {}, 0
    while camera.isOpened():
        good, frame = camera.read()
        if good:
            number += 1
            seen[number] = [{"score": score} for score in model.predict(frame[None])[0].tolist()]  # leak
            if number % 30 == 0:
                tell([seen[index + 1] for index in range(number) if index >= number - 30])
    tell(list(seen.values()))


watch(print)

# --- silent: what was seen in the last frames of a camera
import cv2
import tensorflow as tf

model = tf.keras.models.load_model("model")


def watch(tell):
    camera, seen, number = cv2.VideoCapture(0), {}, 0
    while camera.isOpened():
        good, frame = camera.read()
        if good:
            number += 1
            seen[number] = [{"score": score} for score in model.predict(frame[None])[0].tolist()]
            seen.pop(number - 30, None)
            if number % 30 == 0:
                tell(list(seen.values()))


watch(print)
