# ruff: noqa
# fmt: off
"""TL105: worker threads add operations to a shared graph."""

# --- leak: map of a thread pool
from concurrent.futures import ThreadPoolExecutor
import tensorflow as tf

graph = tf.Graph()
with graph.as_default():
    scores = tf.placeholder(tf.float32, [None])
session = tf.Session(graph=graph)


def rank(query):
    with graph.as_default():
        best = tf.nn.top_k(scores, k=5).indices  # leak
        return session.run(best, {scores: query})


with ThreadPoolExecutor(8) as pool:
    for answer in pool.map(rank, queries()):
        print(answer)

# --- leak: tasks are submitted in a loop
import concurrent.futures
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()
x = tf.placeholder(tf.float32, [None])


def normalised(values):
    return sess.run(tf.nn.l2_normalize(x, 0), feed_dict={x: values})  # leak


def main():
    executor = concurrent.futures.ThreadPoolExecutor(max_workers=4)
    for values in stream():
        executor.submit(normalised, values).add_done_callback(publish)


if __name__ == "__main__":
    main()

# --- leak: thread with a loop of its own
import queue
import threading
import tensorflow as tf

jobs = queue.Queue(maxsize=100)
sess = tf.Session()
image = tf.placeholder(tf.uint8, [None, None, 3])


def worker():
    while True:
        picture = jobs.get()
        small = tf.image.resize(image, [64, 64])  # leak
        store(sess.run(small, {image: picture}))
        jobs.task_done()


for _ in range(4):
    threading.Thread(target=worker, daemon=True).start()

# --- leak: subclass of a thread
import threading
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Sampler(threading.Thread):
    def __init__(self, sess, logits):
        super().__init__(daemon=True)
        self.sess = sess
        self.logits = logits

    def run(self):
        while True:
            action = tf.random.categorical(self.logits, 1)  # leak
            act(self.sess.run(action))


sess = tf.Session()
logits = tf.get_variable("logits", [1, 4])
sess.run(tf.global_variables_initializer())
sampler = Sampler(sess, logits)
sampler.start()

# --- leak: pool of the dummy module
from multiprocessing.dummy import Pool
import tensorflow as tf

session = tf.Session()


def decode(path):
    data = tf.read_file(path)  # leak
    return session.run(tf.image.decode_png(data))


pool = Pool(16)
for picture in pool.imap(decode, list_files("images")):
    show(picture)

# --- leak: thread pool of multiprocessing with a method
from multiprocessing.pool import ThreadPool
import tensorflow as tf


class Embedder:
    def __init__(self):
        self.sess = tf.Session()
        self.text = tf.placeholder(tf.string, [None])
        self.pool = ThreadPool(4)

    def embed(self, text):
        hashed = tf.strings.to_hash_bucket_fast(self.text, 1000)  # leak
        return self.sess.run(hashed, {self.text: [text]})

    def embed_all(self, texts):
        return self.pool.map(self.embed, texts)


embedder = Embedder()
for block in blocks():
    write(embedder.embed_all(block))

# --- leak: asynchronous advantage workers
import threading
import tensorflow as tf


class Worker:
    def __init__(self, name, sess, policy, state):
        self.name, self.sess, self.policy, self.state = name, sess, policy, state

    def work(self, coordinator):
        observation = reset()
        while not coordinator.should_stop():
            choice = tf.argmax(self.policy, 1)  # leak
            observation = step(self.sess.run(choice, {self.state: [observation]}))


state = tf.placeholder(tf.float32, [None, 4])
policy = tf.layers.dense(state, 2)
coordinator = tf.train.Coordinator()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    threads = []
    for i in range(8):
        worker = Worker("w%d" % i, sess, policy, state)
        thread = threading.Thread(target=worker.work, args=(coordinator,))
        thread.start()
        threads.append(thread)
    coordinator.join(threads)

# --- leak: thread around a lambda
import threading
import tensorflow as tf


class Player:
    def __init__(self, sess):
        self.sess = sess
        self.board = tf.placeholder(tf.float32, [9])

    def play(self):
        while True:
            move = tf.argmax(self.board)  # leak
            self.sess.run(move, {self.board: board()})


with tf.Session() as sess:
    player = Player(sess)
    job = lambda: player.play()
    thread = threading.Thread(target=job)
    thread.start()

# --- leak: executor of an event loop
import asyncio
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()
x = tf.placeholder(tf.float32, [None])


def score(values):
    return sess.run(tf.sigmoid(x), {x: values})  # leak


async def serve(reader):
    loop = asyncio.get_running_loop()
    while True:
        values = await reader.read()
        answer = await loop.run_in_executor(None, score, values)
        print(answer)


asyncio.run(serve(connect()))

# --- leak: a thread per request
import threading
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
sess = tf.Session()


def answer(connection):
    values = connection.read()
    connection.write(sess.run(tf.reduce_sum(x), {x: values}))  # leak


while True:
    threading.Thread(target=answer, args=(accept(),)).start()

# --- leak: helper of another file builds in the threads
from concurrent.futures import ThreadPoolExecutor
import tensorflow as tf
from pictures import load

with tf.Session() as sess, ThreadPoolExecutor() as executor:
    futures = [executor.submit(load, sess, path) for path in read_paths()]
    for future in futures:
        show(future.result())
# file: pictures.py
import tensorflow as tf


def load(sess, path):
    return sess.run(tf.image.decode_image(tf.io.read_file(path)))  # leak

# --- silent: threads only run
from concurrent.futures import ThreadPoolExecutor
import tensorflow as tf

graph = tf.Graph()
with graph.as_default():
    scores = tf.placeholder(tf.float32, [None])
    best = tf.nn.top_k(scores, k=5).indices
session = tf.Session(graph=graph)
graph.finalize()


def rank(query):
    return session.run(best, {scores: query})


with ThreadPoolExecutor(8) as pool:
    for answer in pool.map(rank, queries()):
        print(answer)

# --- silent: each task has a graph of its own
from concurrent.futures import ThreadPoolExecutor
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def evaluate(job):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None])
        total = tf.reduce_sum(x)
        with tf.Session() as sess:
            return sess.run(total, {x: job.values})


with ThreadPoolExecutor(4) as pool:
    for value in pool.map(evaluate, read_jobs()):
        print(value)

# --- silent: each thread builds once and then runs
import threading
import tensorflow as tf


def worker(number, stop):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None])
        y = tf.nn.softmax(x)
    with tf.Session(graph=graph) as sess:
        while not stop.is_set():
            publish(number, sess.run(y, {x: receive()}))


stop = threading.Event()
threads = [threading.Thread(target=worker, args=(i, stop)) for i in range(4)]
for thread in threads:
    thread.start()

# --- silent: workers build their networks before they work
import threading
import tensorflow as tf


class Worker:
    def __init__(self, name, sess):
        self.sess = sess
        with tf.variable_scope(name):
            self.state = tf.placeholder(tf.float32, [None, 4])
            self.choice = tf.argmax(tf.layers.dense(self.state, 2), 1)

    def work(self):
        observation = reset()
        while True:
            observation = step(self.sess.run(self.choice, {self.state: [observation]}))


sess = tf.Session()
workers = [Worker("w%d" % i, sess) for i in range(8)]
sess.run(tf.global_variables_initializer())
threads = []
for worker in workers:
    thread = threading.Thread(target=lambda: worker.work())
    thread.start()
    threads.append(thread)

# --- silent: queue runners
import tensorflow as tf

names = tf.train.string_input_producer(["a", "b"])
_, record = tf.TFRecordReader().read(names)
batch = tf.train.batch([record], 32)
with tf.Session() as sess:
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coordinator)
    try:
        while not coordinator.should_stop():
            handle(sess.run(batch))
    except tf.errors.OutOfRangeError:
        pass
    finally:
        coordinator.request_stop()
        coordinator.join(threads)

# --- silent: processes instead of threads
from concurrent.futures import ProcessPoolExecutor
import tensorflow as tf


def measure(config):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        return sess.run(tf.reduce_mean(x), {x: config["values"]})


with ProcessPoolExecutor(4) as pool:
    for value in pool.map(measure, configurations()):
        print(value)

# --- silent: eager threads
from concurrent.futures import ThreadPoolExecutor
import tensorflow as tf


def decode(path):
    return tf.image.decode_png(tf.io.read_file(path)).numpy()


with ThreadPoolExecutor(8) as pool:
    for picture in pool.map(decode, list_files()):
        show(picture)

# --- silent: built under a lock when first needed
import threading
import tensorflow as tf

lock = threading.Lock()
sess = tf.Session()
x = tf.placeholder(tf.float32, [None])
total = None


def answer(connection):
    global total
    with lock:
        if total is None:
            total = tf.reduce_sum(x)
    connection.write(sess.run(total, {x: connection.read()}))


while True:
    threading.Thread(target=answer, args=(accept(),)).start()

# --- silent: thread feeds a queue of the graph
import threading
import tensorflow as tf

value = tf.placeholder(tf.float32, [])
fifo = tf.FIFOQueue(100, tf.float32)
enqueue = fifo.enqueue(value)
mean = tf.reduce_mean(fifo.dequeue_many(10))


def feed(sess):
    while True:
        sess.run(enqueue, {value: read_sensor()})


with tf.Session() as sess:
    threading.Thread(target=feed, args=(sess,), daemon=True).start()
    while True:
        print(sess.run(mean))

# --- leak: to a thread and back
import asyncio
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
sess = tf.Session()
x = tf.placeholder(tf.float32, [None])


def score(values):
    return sess.run(tf.nn.softmax(x), {x: values})  # leak


async def main(source):
    async for values in source:
        print(await asyncio.to_thread(score, values))


asyncio.run(main(connect()))

# --- leak (missed): thread class with a target in its constructor
import threading
import tensorflow as tf


class Actor(threading.Thread):
    def __init__(self, graph, sess, logits):
        threading.Thread.__init__(self, target=self.play)
        self.graph, self.sess, self.logits = graph, sess, logits

    def play(self):
        with self.graph.as_default():
            while True:
                act(self.sess.run(tf.multinomial(self.logits, 1)))  # leak


graph = tf.get_default_graph()
logits = tf.get_variable("logits", [1, 4])
with tf.Session() as sess:
    actors = [Actor(graph, sess, logits) for _ in range(4)]
    for actor in actors:
        actor.start()

# --- leak: worker method started by its own object
import queue
import threading
import tensorflow as tf


class Batcher:
    def __init__(self):
        self.requests = queue.Queue(64)
        self.session = tf.Session()
        self.x = tf.placeholder(tf.float32, [None, 2])
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self._thread.start()

    def _loop(self):
        while True:
            rows, done = self.requests.get()
            total = tf.reduce_sum(self.x, 1)  # leak
            done(self.session.run(total, {self.x: rows}))

    def submit(self, rows, done):
        self.requests.put((rows, done))

# --- silent: session and graph for each thread that only runs
import threading
import tensorflow as tf

local = threading.local()


def session():
    if not hasattr(local, "session"):
        local.session = tf.Session(graph=GRAPH)
    return local.session


def serve(connection):
    while True:
        rows = connection.read()
        connection.write(session().run("y:0", {"x:0": rows}))


for connection in listen():
    threading.Thread(target=serve, args=(connection,)).start()
