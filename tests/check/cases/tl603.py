# ruff: noqa
# fmt: off
"""TL603: threads are started and never end."""

# --- leak: a listener per client
import queue
import threading

import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


class Client:
    def __init__(self):
        self.inbox = queue.Queue(maxsize=8)

    def listen(self):
        while True:
            print(self.inbox.get())


def serve(server):
    while True:
        client = Client()
        threading.Thread(target=client.listen, daemon=True).start()  # leak
        client.inbox.put(float(model.predict(server.accept()).mean()))

# --- silent: a listener per client that ends with it
import queue
import threading

import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


class Client:
    def __init__(self):
        self.inbox = queue.Queue(maxsize=8)

    def listen(self):
        while True:
            answer = self.inbox.get()
            if answer is None:
                return
            print(answer)


def serve(server):
    while True:
        client = Client()
        threading.Thread(target=client.listen, daemon=True).start()
        client.inbox.put(float(model.predict(server.accept()).mean()))
        client.inbox.put(None)

# --- silent: a number of workers that share a queue
import queue
import threading

import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
jobs = queue.Queue(maxsize=8)


def work():
    while True:
        print(model.predict(jobs.get()).mean())


def start(number):
    for _ in range(number):
        threading.Thread(target=work, daemon=True).start()

# --- leak: a thread of an object that every round makes and starts when it is first asked
import threading

import tensorflow as tf


class Api:
    def __init__(self, model):
        self.model = model

    def work(self):
        while True:
            self.model.predict(self.model.inbox.get())


class Net:
    def __init__(self):
        self.api = None

    def ask(self):
        if self.api is None:
            self.api = Api(self)
            threading.Thread(target=self.api.work, daemon=True).start()  # leak
        return self.api


def evaluate():
    while True:
        Net().ask()

# --- leak: a writer of summaries per request
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Responder:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.mean = tf.reduce_mean(self.x)
        self.summary = tf.summary.scalar("mean", self.mean)
        self.session = tf.Session()

    def respond(self, number, rows):
        writer = tf.summary.FileWriter("logs/%d" % number)  # leak
        writer.add_summary(self.session.run(self.summary, {self.x: rows}))
        writer.flush()


def main(requests):
    responder = Responder()
    for number in range(requests):
        responder.respond(number, [1.0])

# --- silent: a writer of summaries per request that is closed
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Responder:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.mean = tf.reduce_mean(self.x)
        self.summary = tf.summary.scalar("mean", self.mean)
        self.session = tf.Session()

    def respond(self, number, rows):
        writer = tf.summary.FileWriter("logs/%d" % number)
        writer.add_summary(self.session.run(self.summary, {self.x: rows}))
        writer.close()


def main(requests):
    responder = Responder()
    for number in range(requests):
        responder.respond(number, [1.0])

# --- silent: a writer of summaries per worker
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Worker:
    def __init__(self, number):
        self.x = tf.placeholder(tf.float32, [None])
        self.summary = tf.summary.scalar("mean_%d" % number, tf.reduce_mean(self.x))
        self.writer = tf.summary.FileWriter("logs/%d" % number)


def main(count):
    workers = []
    for number in range(count):
        workers.append(Worker(number))
    with tf.Session() as session:
        for worker in workers:
            worker.writer.add_summary(session.run(worker.summary, {worker.x: [1.0]}))
