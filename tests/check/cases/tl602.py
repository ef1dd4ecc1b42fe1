# ruff: noqa
# fmt: off
"""TL602: a queue without bound fills faster than it is emptied."""

# --- leak: loader thread ahead of training
import queue
import threading
import numpy as np
import tensorflow as tf

batches = queue.Queue()


def load():
    while True:
        batches.put(np.random.rand(32, 224, 224, 3))  # leak


threading.Thread(target=load, daemon=True).start()
model = tf.keras.applications.MobileNet()
while True:
    model.train_on_batch(batches.get(), np.zeros([32]))

# --- leak: predictions for a writer
import queue
import threading
import tensorflow as tf


def store(pending):
    while True:
        row = pending.get()
        with open("out.bin", "ab") as file:
            file.write(row.tobytes())


def main(images):
    pending = queue.Queue()
    threading.Thread(target=store, args=(pending,), daemon=True).start()
    model = tf.keras.models.load_model("m.keras")
    for image in tf.data.Dataset.list_files("*.png").repeat():
        pending.put(model.predict_on_batch(image[None]))  # leak

# --- leak: asyncio queue
import asyncio
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


async def produce(q):
    while True:
        frame = tf.random.normal([1, 64, 64, 3])
        await q.put(frame)  # leak
        await asyncio.sleep(0)


async def consume(q):
    while True:
        frame = await q.get()
        print(model(frame).numpy())


async def main():
    q = asyncio.Queue()
    await asyncio.gather(produce(q), consume(q))


asyncio.run(main())

# --- leak: queue of a class with a thread
import threading
from queue import Queue

import numpy as np
from tensorflow import keras


class Prefetcher:
    def __init__(self, files):
        self.files = files
        self.queue = Queue()
        self.thread = threading.Thread(target=self._fill, daemon=True)
        self.thread.start()

    def _fill(self):
        while True:
            for file in self.files:
                self.queue.put(np.load(file))  # leak

    def __next__(self):
        return self.queue.get()


feed = Prefetcher(["a.npy", "b.npy"])
model = keras.models.load_model("m.keras")
while True:
    model.train_on_batch(next(feed), np.zeros([8]))

# --- leak: thread subclass
import queue
import threading
import numpy as np
import tensorflow as tf

events = queue.Queue()


class Writer(threading.Thread):
    def run(self):
        while True:
            step, histogram = events.get()
            np.save(f"{step}.npy", histogram)


Writer().start()
w = tf.Variable(tf.zeros([1000]))
step = 0
while True:
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * w)
    w.assign_sub(tape.gradient(loss, w))
    events.put((step, w.numpy()))  # leak
    step += 1

# --- leak: simple queue
import threading
from queue import SimpleQueue

import tensorflow as tf

results = SimpleQueue()
model = tf.keras.models.load_model("m.keras")


def work():
    while True:
        out = model(tf.random.normal([1, 4]))
        results.put(out)  # leak


threading.Thread(target=work).start()
while True:
    print(results.get().numpy())

# --- leak: bound of zero is no bound
import queue
import threading
import numpy as np
import tensorflow as tf

q = queue.Queue(maxsize=0)


def reader():
    while True:
        q.put(np.zeros([64, 64]), block=True)  # leak


threading.Thread(target=reader, daemon=True).start()
model = tf.keras.models.load_model("m.keras")
while True:
    print(model.predict(q.get()))

# --- leak: put nowait from a pool
import asyncio
import numpy as np
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


class Camera:
    def __init__(self):
        self.frames = asyncio.Queue()

    async def capture(self):
        while True:
            self.frames.put_nowait(np.zeros([480, 640, 3]))  # leak
            await asyncio.sleep(0.01)

    async def detect(self):
        while True:
            frame = await self.frames.get()
            print(model.predict(frame[None]))


camera = Camera()


async def main():
    await asyncio.gather(camera.capture(), camera.detect())


asyncio.run(main())

# --- silent: bounded
import queue
import threading
import numpy as np
import tensorflow as tf

batches = queue.Queue(maxsize=4)


def load():
    while True:
        batches.put(np.random.rand(32, 8))


threading.Thread(target=load, daemon=True).start()
model = tf.keras.models.load_model("m.keras")
while True:
    model.train_on_batch(batches.get(), np.zeros([32]))

# --- silent: bounded by position
import queue
import threading
import numpy as np
import tensorflow as tf

SIZE = 8
batches = queue.Queue(SIZE)


def load():
    while True:
        batches.put(np.random.rand(32, 8))


threading.Thread(target=load, daemon=True).start()
model = tf.keras.models.load_model("m.keras")
while True:
    model.train_on_batch(batches.get(), np.zeros([32]))

# --- silent: names only
import queue
import threading
import numpy as np
import tensorflow as tf

names = queue.Queue()
model = tf.keras.models.load_model("m.keras")


def work():
    while True:
        print(model.predict(np.load(names.get())))


threading.Thread(target=work).start()
for i in range(100000):
    names.put(f"{i}.npy")

# --- silent: filled before it is used
import queue
import threading
import numpy as np
import tensorflow as tf

jobs = queue.Queue()
for i in range(10):
    jobs.put(np.zeros([4, 4]))


def work():
    model = tf.keras.models.load_model("m.keras")
    while not jobs.empty():
        print(model.predict(jobs.get()))


threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()

# --- silent: one answer per question
import queue
import threading
import numpy as np
import tensorflow as tf

questions, answers = queue.Queue(1), queue.Queue(1)
model = tf.keras.models.load_model("m.keras")


def work():
    while True:
        answers.put(model.predict(questions.get()))


threading.Thread(target=work, daemon=True).start()
while True:
    questions.put(np.zeros([1, 4]))
    print(answers.get())

# --- silent: same thread puts and gets
import queue
import numpy as np
import tensorflow as tf

q = queue.Queue()
model = tf.keras.models.load_model("m.keras")
while True:
    q.put(np.zeros([1, 4]))
    print(model.predict(q.get()))

# --- silent: bounded asyncio queue
import asyncio
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


async def produce(q):
    while True:
        await q.put(tf.random.normal([1, 4]))


async def consume(q):
    while True:
        print(model(await q.get()).numpy())


async def main():
    q = asyncio.Queue(maxsize=16)
    await asyncio.gather(produce(q), consume(q))


asyncio.run(main())

# --- silent: numbers
import queue
import threading
import tensorflow as tf

losses = queue.Queue()
model = tf.keras.models.load_model("m.keras")


def show():
    while True:
        print(losses.get())


threading.Thread(target=show, daemon=True).start()
while True:
    losses.put(float(tf.reduce_mean(model(tf.zeros([1, 4])))))

# --- silent: producer waits for the consumer
import queue
import threading
import numpy as np
import tensorflow as tf

jobs = queue.Queue()
model = tf.keras.models.load_model("m.keras")


def work():
    while True:
        print(model.predict(jobs.get()))
        jobs.task_done()


threading.Thread(target=work, daemon=True).start()
while True:
    jobs.put(np.zeros([1, 4]))
    jobs.join()

# --- leak: frames of a camera thread
import queue
import threading
import cv2
import numpy as np
import tensorflow as tf


class Camera(threading.Thread):
    def __init__(self, out):
        super().__init__(daemon=True)
        self.out = out
        self.capture = cv2.VideoCapture(0)

    def run(self):
        while True:
            ok, frame = self.capture.read()
            self.out.put(np.asarray(frame, np.float32))  # leak


frames = queue.Queue()
Camera(frames).start()
detector = tf.keras.models.load_model("d.keras")
while True:
    print(detector.predict(frames.get()[None]))

# --- leak: pool of producers
import queue
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import tensorflow as tf

q = queue.Queue()


def produce(seed):
    rng = np.random.default_rng(seed)
    while True:
        q.put(rng.normal(size=(64, 64)))  # leak


pool = ThreadPoolExecutor(4)
for seed in range(4):
    pool.submit(produce, seed)
model = tf.keras.models.load_model("m.keras")
while True:
    print(model.predict(q.get()[None]))

# --- silent: put only while there is room
import queue
import threading
import time
import numpy as np
import tensorflow as tf

q = queue.Queue()


def load():
    while True:
        if q.qsize() < 10:
            q.put(np.zeros([32, 8]))
        else:
            time.sleep(0.01)


threading.Thread(target=load, daemon=True).start()
model = tf.keras.models.load_model("m.keras")
while True:
    print(model.predict(q.get()))

# --- silent: a free place is waited for
import queue
import threading
import numpy as np
import tensorflow as tf

q = queue.Queue()
free = threading.Semaphore(8)


def load():
    while True:
        free.acquire()
        q.put(np.zeros([32, 8]))


threading.Thread(target=load, daemon=True).start()
model = tf.keras.models.load_model("m.keras")
while True:
    batch = q.get()
    free.release()
    print(model.predict(batch))

# --- silent: results of few workers
import queue
import threading
import numpy as np
import tensorflow as tf

results = queue.Queue()


def work(i):
    model = tf.keras.models.load_model(f"{i}.keras")
    results.put(model.predict(np.zeros([4, 4])))


threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(np.mean([results.get() for _ in range(4)], axis=0))

# --- leak: a queue that an asynchronous stream fills
import asyncio

import tensorflow as tf

jobs = asyncio.Queue()
model = tf.keras.models.load_model("m.keras")


async def produce(source):
    async for item in source:
        await jobs.put(tf.constant(item))  # leak


async def consume():
    while True:
        print(float(tf.reduce_mean(model(await jobs.get()))))

# --- silent: a queue with a bound that an asynchronous stream fills
import asyncio

import tensorflow as tf

jobs = asyncio.Queue(maxsize=16)
model = tf.keras.models.load_model("m.keras")


async def produce(source):
    async for item in source:
        await jobs.put(tf.constant(item))


async def consume():
    while True:
        print(float(tf.reduce_mean(model(await jobs.get()))))

# --- leak: a table of queues from which nobody takes
import collections
import queue

import numpy as np
import tensorflow as tf


class Undecided(Exception):
    pass


class Broker:
    def __init__(self):
        self.topics = collections.defaultdict(queue.SimpleQueue)

    def set_aside(self, topic, rows):
        self.topics[topic].put(rows)  # leak


def judge(rows):
    margin = float(tf.reduce_mean(tf.constant(rows)))
    if margin < 0.2:
        raise Undecided()
    return margin


def consume(broker):
    rng = np.random.default_rng(0)
    while True:
        rows = rng.normal(size=(100, 50))
        try:
            judge(rows)
        except Undecided:
            broker.set_aside("orders", rows)


consume(Broker())

# --- silent: a table of queues that are kept short
import collections
import queue

import numpy as np
import tensorflow as tf


class Undecided(Exception):
    pass


class Broker:
    def __init__(self):
        self.topics = collections.defaultdict(queue.SimpleQueue)

    def set_aside(self, topic, rows):
        aside = self.topics[topic]
        aside.put(rows)
        while aside.qsize() > 25:
            aside.get_nowait()


def judge(rows):
    margin = float(tf.reduce_mean(tf.constant(rows)))
    if margin < 0.2:
        raise Undecided()
    return margin


def consume(broker):
    rng = np.random.default_rng(0)
    while True:
        rows = rng.normal(size=(100, 50))
        try:
            judge(rows)
        except Undecided:
            broker.set_aside("orders", rows)


consume(Broker())

# --- silent: queues of listeners that go
import asyncio

import numpy as np
import tensorflow as tf


class Broadcaster:
    def __init__(self):
        self.queues = {}

    def subscribe(self, name):
        self.queues[name] = asyncio.Queue()
        return self.queues[name]

    async def publish(self, frame):
        for inbox in list(self.queues.values()):
            await inbox.put(frame)


async def camera(broadcaster):
    rng = np.random.default_rng(71)
    for _ in range(100000):
        await broadcaster.publish(tf.constant(rng.uniform(size=(96, 128))).numpy())
        await asyncio.sleep(0.003)


async def viewer(broadcaster, name, patience):
    inbox = broadcaster.subscribe(name)
    for _ in range(patience):
        await inbox.get()
    del broadcaster.queues[name]


async def main():
    broadcaster = Broadcaster()
    viewers = [viewer(broadcaster, "wall", 40), viewer(broadcaster, "phone", 25)]
    await asyncio.gather(camera(broadcaster), *viewers)


asyncio.run(main())

# --- leak: pictures by priority
import asyncio

import tensorflow as tf


async def camera(inbox):
    while True:
        picture = tf.random.uniform((120, 120, 3))
        inbox.put_nowait((5, picture))  # leak
        await asyncio.sleep(0.01)


async def worker(inbox):
    while True:
        _, picture = await inbox.get()
        print(float(tf.reduce_mean(picture)))


async def main():
    inbox = asyncio.PriorityQueue()
    await asyncio.gather(worker(inbox), camera(inbox))


asyncio.run(main())

# --- leak: a producer that runs until it is told to stop
import queue
import threading

import numpy as np
import tensorflow as tf


def augment(images, ready, stop):
    while not stop.is_set():
        ready.put(np.flip(images, 1))  # leak


def main():
    ready, stop = queue.Queue(), threading.Event()
    threading.Thread(target=augment, args=(np.zeros((8, 32, 32)), ready, stop)).start()
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
    for _ in range(100000):
        print(model(ready.get()).numpy().mean())
    stop.set()


main()

# --- silent: a producer with a bounded queue that runs until it is told to stop
import queue
import threading

import numpy as np
import tensorflow as tf


def augment(images, ready, stop):
    while not stop.is_set():
        ready.put(np.flip(images, 1))


def main():
    ready, stop = queue.Queue(8), threading.Event()
    threading.Thread(target=augment, args=(np.zeros((8, 32, 32)), ready, stop)).start()
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
    for _ in range(100000):
        print(model(ready.get()).numpy().mean())
    stop.set()


main()

# --- silent: a queue from which another file takes
import numpy as np
import tensorflow as tf

from broker import Broker
from operators import look_through

broker = Broker()
for number in range(100000):
    rows = np.random.normal(size=(100, 50))
    if float(tf.reduce_mean(tf.constant(rows))) < 0.2:
        broker.set_aside(rows)
    if number % 50 == 0:
        look_through(broker)

# file: broker.py
import queue


class Broker:
    def __init__(self):
        self.aside = queue.SimpleQueue()

    def set_aside(self, rows):
        self.aside.put(rows)

# file: operators.py
def look_through(broker):
    while not broker.aside.empty():
        print(broker.aside.get().mean())
