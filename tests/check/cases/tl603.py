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

# --- silent: a watch that starts dead workers again
import queue
import threading
import time

import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
jobs = queue.Queue(maxsize=8)


def work():
    while True:
        print(model.predict(jobs.get()).mean())


def watch(workers):
    while True:
        time.sleep(60)
        present = []
        for worker in workers:
            if worker.is_alive():
                present.append(worker)
            else:
                fresh = threading.Thread(target=work, daemon=True)
                fresh.start()
                present.append(fresh)
        workers = present

# --- leak: a watch that starts a worker for each that it finds busy
import queue
import threading
import time

import tensorflow as tf

model = tf.keras.models.load_model("m.keras")
jobs = queue.Queue(maxsize=8)


def work():
    while True:
        print(model.predict(jobs.get()).mean())


def watch(workers):
    while True:
        time.sleep(1)
        if jobs.full():
            threading.Thread(target=work, daemon=True).start()  # leak

# --- leak: a heartbeat that goes on when its client has failed
import threading

import tensorflow as tf


class Connection:
    def __init__(self):
        self.closed = threading.Event()
        self.beats = 0

    def open(self):
        threading.Thread(target=self.beat, daemon=True).start()  # leak
        return self

    def beat(self):
        while not self.closed.wait(1.0):
            self.beats += 1

    def send(self, row):
        if row is None:
            raise ConnectionResetError("gone")
        return float(tf.reduce_mean(row))

    def close(self):
        self.closed.set()


def serve(rows):
    connection = Connection().open()
    try:
        for row in rows:
            connection.send(row)
        connection.close()
    except ConnectionResetError:
        print("lost")


while True:
    serve([tf.ones([4]), None])

# --- silent: a heartbeat that ends however its client does
import threading

import tensorflow as tf


class Connection:
    def __init__(self):
        self.closed = threading.Event()
        self.beats = 0

    def open(self):
        threading.Thread(target=self.beat, daemon=True).start()
        return self

    def beat(self):
        while not self.closed.wait(1.0):
            self.beats += 1

    def send(self, row):
        if row is None:
            raise ConnectionResetError("gone")
        return float(tf.reduce_mean(row))

    def close(self):
        self.closed.set()


def serve(rows):
    connection = Connection().open()
    try:
        for row in rows:
            connection.send(row)
    except ConnectionResetError:
        print("lost")
    finally:
        connection.close()


while True:
    serve([tf.ones([4]), None])

# --- silent: an event that is set where nobody follows
import threading

import tensorflow as tf


def watch(done):
    while not done.is_set():
        done.wait(1.0)


def handle(server, row):
    done = threading.Event()
    threading.Thread(target=watch, args=(done,), daemon=True).start()
    server.when_sent(lambda: done.set())
    return float(tf.reduce_mean(row))


def main(server):
    while True:
        handle(server, tf.ones([4]))

# --- leak: a watchdog that nobody stops
import threading
import time

import tensorflow as tf


class Watchdog(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.running = True
        self.fed = time.monotonic()

    def feed(self):
        self.fed = time.monotonic()

    def stop(self):
        self.running = False

    def run(self):
        while self.running:
            time.sleep(1)
            print(time.monotonic() - self.fed)


def handle(row):
    dog = Watchdog()
    dog.start()  # leak
    dog.feed()
    return float(tf.reduce_mean(row))


while True:
    handle(tf.ones([4]))

# --- silent: a watchdog that is stopped
import threading
import time

import tensorflow as tf


class Watchdog(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.running = True
        self.fed = time.monotonic()

    def feed(self):
        self.fed = time.monotonic()

    def stop(self):
        self.running = False

    def run(self):
        while self.running:
            time.sleep(1)
            print(time.monotonic() - self.fed)


def handle(row):
    dog = Watchdog()
    dog.start()
    dog.feed()
    try:
        return float(tf.reduce_mean(row))
    finally:
        dog.stop()


while True:
    handle(tf.ones([4]))

# --- leak: pools that wait to be shut down in the end
import contextlib
from concurrent.futures import ThreadPoolExecutor

import tensorflow as tf


def mean(row):
    return float(tf.reduce_mean(row))


class Runner(contextlib.ExitStack):
    def run(self, rows):
        pool = ThreadPoolExecutor(2)  # leak
        self.callback(pool.shutdown)
        return sum(pool.map(mean, rows))


with Runner() as runner:
    while True:
        print(runner.run([tf.ones([4])] * 6))

# --- silent: pools that are shut down at once
import contextlib
from concurrent.futures import ThreadPoolExecutor

import tensorflow as tf


def mean(row):
    return float(tf.reduce_mean(row))


class Runner(contextlib.ExitStack):
    def run(self, rows):
        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(mean, rows))


with Runner() as runner:
    while True:
        print(runner.run([tf.ones([4])] * 6))

# --- leak: queue runners of every evaluation
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def evaluate(path):
    with tf.Graph().as_default():
        names = tf.train.string_input_producer([path])
        _, line = tf.TextLineReader().read(names)
        session = tf.Session()
        tf.train.start_queue_runners(sess=session, coord=tf.train.Coordinator())  # leak
        return session.run(line)


while True:
    print(evaluate("rows.csv"))

# --- silent: queue runners that are stopped
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def evaluate(path):
    with tf.Graph().as_default():
        names = tf.train.string_input_producer([path])
        _, line = tf.TextLineReader().read(names)
        session = tf.Session()
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=session, coord=coordinator)
        found = session.run(line)
        coordinator.request_stop()
        coordinator.join(threads)
        return found


while True:
    print(evaluate("rows.csv"))

# --- silent: queue runners of a session that is left
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def evaluate(path):
    with tf.Graph().as_default():
        names = tf.train.string_input_producer([path])
        _, line = tf.TextLineReader().read(names)
        with tf.Session() as session:
            tf.train.start_queue_runners(sess=session, coord=tf.train.Coordinator())
            return session.run(line)


while True:
    print(evaluate("rows.csv"))

# --- silent: another method closes the writer of each episode
import tensorflow as tf


class Log:
    def __init__(self):
        self.writer = None

    def begin(self, episode):
        self.writer = tf.summary.FileWriter(str(episode))

    def end(self):
        self.writer.close()


log, session = Log(), tf.Session()
step = tf.placeholder(tf.float32, [])
while True:
    log.begin(number())
    session.run(step, {step: 1.0})
    log.end()

# --- leak: another method flushes it only
import tensorflow as tf


class Log:
    def __init__(self):
        self.writer = None

    def begin(self, episode):
        self.writer = tf.summary.FileWriter(str(episode))  # leak

    def end(self):
        self.writer.flush()


log, session = Log(), tf.Session()
step = tf.placeholder(tf.float32, [])
while True:
    log.begin(number())
    session.run(step, {step: 1.0})
    log.end()
