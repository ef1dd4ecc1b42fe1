# ruff: noqa
# fmt: off
"""TL102: sessions stay open because something keeps them."""

# --- leak (missed): a session per customer
import tensorflow as tf


class Scorer:
    def __init__(self, graph):
        self.graph = graph
        self.sessions = {}

    def score(self, customer, rows):
        if customer not in self.sessions:
            self.sessions[customer] = tf.Session(graph=self.graph)  # leak
        return self.sessions[customer].run("score:0", {"rows:0": rows})


def serve(graph):
    scorer = Scorer(graph)
    while True:
        request = receive()
        respond(scorer.score(request.customer, request.rows))


serve(load_graph())

# --- leak: list of the sessions of all steps
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32)
y = x + 1.0
opened = []
for step in range(10000):
    sess = tf.Session()  # leak
    opened.append(sess)
    print(sess.run(y, {x: step}))

# --- leak: handler remembers every session
import uuid
from flask import Flask, request
import tensorflow as tf

app = Flask(__name__)
GRAPH = load_graph()
SESSIONS = {}


@app.route("/start", methods=["POST"])
def start():
    key = str(uuid.uuid4())
    SESSIONS[key] = tf.compat.v1.Session(graph=GRAPH)  # leak
    SESSIONS[key].run("init")
    return key

# --- leak: interactive session per evaluation
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
mean = tf.reduce_mean(x)


def evaluate(values):
    sess = tf.InteractiveSession()  # leak
    return mean.eval({x: values})


for day in calendar():
    print(day, evaluate(load(day)))

# --- leak: interactive session in a while loop
from tensorflow.compat import v1 as tf1

tf1.disable_eager_execution()
a = tf1.placeholder(tf1.int32)
b = a * a
while True:
    tf1.InteractiveSession()  # leak
    print(b.eval({a: int(input())}))

# --- leak: kept agents with a session each
import tensorflow as tf


class Actor:
    def __init__(self, graph):
        self.session = tf.Session(graph=graph)  # leak

    def act(self, state):
        return self.session.run("action:0", {"state:0": state})


def self_play(graph):
    league = []
    while True:
        actor = Actor(graph)
        league.append(actor)
        state = reset()
        while not over(state):
            state = step(state, actor.act(state))


self_play(load_graph())

# --- leak: session by setdefault
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
graph = restore()
cache = {}
for request in requests:
    session = cache.setdefault(request.user, tf.Session(graph=graph))  # leak
    request.reply(session.run("y:0", {"x:0": request.x}))

# --- leak: table of a class
import tensorflow as tf


class Registry:
    _sessions = {}

    @classmethod
    def session_for(cls, tenant, graph):
        if tenant not in cls._sessions:
            cls._sessions[tenant] = tf.Session(graph=graph)  # leak
        return cls._sessions[tenant]


def main():
    graph = tf.Graph()
    for message in consumer():
        sess = Registry.session_for(message.tenant, graph)
        sess.run("step")


main()

# --- leak: registry in another file
from http.server import BaseHTTPRequestHandler
import tensorflow as tf
from registry import remember

graph = tf.Graph()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        session = tf.compat.v1.Session(graph=graph)  # leak
        remember(session)
        self.wfile.write(session.run("out:0"))
# file: registry.py
import tensorflow as tf

_known = []


def remember(session):
    _known.append(session)

# --- leak: pair of a session and a number
import collections
import tensorflow as tf

history = collections.deque()


def snapshot(graph, steps):
    for step in range(steps):
        sess = tf.Session(graph=graph)  # leak
        sess.run("train")
        history.append((step, sess))

# --- leak: async handler
import tensorflow as tf
from fastapi import FastAPI, WebSocket

v1 = tf.compat.v1
v1.disable_v2_behavior()
api = FastAPI()
clients = []
probabilities = v1.placeholder(v1.float32, [None]) * 0.5


@api.websocket("/ws")
async def connect(socket: WebSocket):
    await socket.accept()
    sess = v1.Session()  # leak
    clients.append((socket, sess))
    await socket.send_text(str(sess.run(probabilities)))

# --- leak: sessions made by the table itself
import collections
import tensorflow as tf

sessions = collections.defaultdict(tf.Session)  # leak
x = tf.placeholder(tf.float32)
y = tf.exp(x)
for user, value in read_requests():
    respond(sessions[user].run(y, {x: value}))  # leak

# --- leak: attribute of an object that is kept
import tensorflow as tf


class Game:
    pass


games = []


def new_game(graph):
    game = Game()
    game.session = tf.Session(graph=graph)  # leak
    games.append(game)
    return game


def loop(graph):
    while True:
        game = new_game(graph)
        game.session.run("move", {"board:0": board()})

# --- silent: session with a scope per call
import tensorflow as tf

x = tf.placeholder(tf.float32)
y = tf.exp(x)


def score(value):
    with tf.Session() as sess:
        return sess.run(y, {x: value})


while True:
    respond(score(receive()))

# --- silent: dropped sessions
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
graph = load_graph()
for rows in blocks():
    sess = tf.Session(graph=graph)
    print(sess.run("y:0", {"x:0": rows}))

# --- silent: closed in a finally
import tensorflow as tf


def classify(graph, rows):
    sess = tf.Session(graph=graph)
    try:
        return sess.run("label:0", {"rows:0": rows})
    finally:
        sess.close()


for rows in stream():
    classify(GRAPH, rows)

# --- silent: interactive session that is closed
import tensorflow as tf

x = tf.placeholder(tf.float32)
y = tf.sqrt(x)
for value in values():
    session = tf.InteractiveSession()
    print(y.eval({x: value}))
    session.close()

# --- silent: one interactive session
import tensorflow as tf

sess = tf.InteractiveSession()
x = tf.placeholder(tf.float32)
y = tf.sqrt(x)
for value in values():
    print(sess.run(y, {x: value}))

# --- silent: a session per model of a fixed list
import tensorflow as tf

sessions = {}
for name in ["small", "medium", "large"]:
    graph = tf.Graph()
    with graph.as_default():
        tf.train.import_meta_graph(name + ".meta")
    sessions[name] = tf.Session(graph=graph)
    sessions[name].run("init")
while True:
    name, rows = receive()
    respond(sessions[name].run("y:0", {"x:0": rows}))

# --- silent: oldest session is closed
import collections
import tensorflow as tf

LIMIT = 16
sessions = collections.OrderedDict()


def session_for(tenant, graph):
    if tenant in sessions:
        sessions.move_to_end(tenant)
        return sessions[tenant]
    if len(sessions) >= LIMIT:
        _, old = sessions.popitem(last=False)
        old.close()
    sessions[tenant] = tf.Session(graph=graph)
    return sessions[tenant]


for tenant, rows in requests:
    respond(session_for(tenant, GRAPH).run("y:0", {"x:0": rows}))

# --- silent: the last sessions only
import collections
import tensorflow as tf

recent = collections.deque(maxlen=4)
for step in range(100000):
    sess = tf.Session(graph=GRAPH)
    recent.append(sess)
    sess.run("train")

# --- silent: attribute that is replaced
import tensorflow as tf


class Model:
    def reload(self, path):
        self.sess = tf.Session(graph=self.graph)
        self.saver.restore(self.sess, path)
        return self.sess.run("version:0")


model = Model()
while True:
    model.reload(wait_for_checkpoint())

# --- silent: a fixed pool of sessions
import queue
import tensorflow as tf

pool = queue.Queue()
for _ in range(8):
    pool.put(tf.Session(graph=GRAPH))


def score(rows):
    sess = pool.get()
    try:
        return sess.run("y:0", {"x:0": rows})
    finally:
        pool.put(sess)


for rows in stream():
    score(rows)

# --- silent: workers of asynchronous training
import multiprocessing
import threading
import tensorflow as tf

N_WORKERS = multiprocessing.cpu_count()


class Worker:
    def __init__(self, name, net):
        self.name = name
        self.net = net
        self.sess = tf.Session()

    def work(self):
        while not COORD.should_stop():
            self.sess.run(self.net.train, {self.net.s: step()})


COORD = tf.train.Coordinator()
workers = []
for i in range(N_WORKERS):
    workers.append(Worker("W_%i" % i, build(i)))
threads = [threading.Thread(target=worker.work) for worker in workers]
for thread in threads:
    thread.start()
COORD.join(threads)

# --- silent: all are closed after each round
import tensorflow as tf


def evaluate_all(graphs):
    sessions = []
    for graph in graphs:
        sess = tf.Session(graph=graph)
        sessions.append(sess)
        sess.run("warmup")
    scores = [sess.run("score:0") for sess in sessions]
    for sess in sessions:
        sess.close()
    return scores


while True:
    publish(evaluate_all(current_graphs()))

# --- silent: the session of each object goes with the object
import tensorflow as tf


class Evaluation:
    def __init__(self, graph):
        self.sess = tf.Session(graph=graph)

    def run(self):
        return self.sess.run("loss:0")


for step in range(10000):
    print(Evaluation(GRAPH).run())

# --- silent: recorded numbers beside a session
import tensorflow as tf

losses = []
with tf.Session() as sess:
    for step in range(1000):
        loss, = sess.run(["loss:0"])
        losses.append(float(loss))

# --- silent: served models by version with the old ones removed
import tensorflow as tf


class Manager:
    def __init__(self):
        self.sessions = {}

    def load(self, version, path):
        graph = tf.Graph()
        sess = tf.Session(graph=graph)
        with graph.as_default():
            tf.saved_model.loader.load(sess, ["serve"], path)
        self.sessions[version] = sess
        for old in list(self.sessions):
            if old < version:
                self.sessions.pop(old).close()

    def watch(self):
        while True:
            version, path = wait_for_version()
            self.load(version, path)


Manager().watch()

# --- silent: interactive session in a notebook style evaluation
import tensorflow as tf


def evaluate(graph, rows):
    sess = tf.InteractiveSession(graph=graph)
    try:
        return graph.get_tensor_by_name("y:0").eval({"x:0": rows})
    finally:
        sess.close()


for rows in stream():
    print(evaluate(GRAPH, rows))

# --- leak: thread local of short threads is fine but the list is not
import threading
import tensorflow as tf

all_sessions = []


def serve(connection):
    sess = tf.Session(graph=GRAPH)  # leak
    all_sessions.append(sess)
    connection.write(sess.run("y:0", {"x:0": connection.read()}))


while True:
    threading.Thread(target=serve, args=(accept(),)).start()

# --- silent: lists made by the table itself
import collections
import tensorflow as tf

seconds = collections.defaultdict(list)
x = tf.placeholder(tf.float32)
y = tf.exp(x)
with tf.Session() as sess:
    for kind, value in (("a", 1.0), ("b", 2.0)):
        seconds[kind].append(sess.run(y, {x: value}))

# --- silent: pool that is filled first
import tensorflow as tf


class Pool:
    def __init__(self, graph, size):
        self.graph, self.size, self.opened, self.free = graph, size, [], []

    def take(self):
        if len(self.opened) == self.size:
            return self.free.pop()
        session = tf.Session(graph=self.graph)
        self.opened.append(session)
        return session


with tf.Graph().as_default() as graph:
    rows = tf.placeholder(tf.float32, [None, 4])
    total = tf.reduce_sum(rows)
pool = Pool(graph, 4)
while True:
    session = pool.take()
    print(session.run(total, {rows: read_rows()}))
    pool.free.append(session)

# --- leak: sessions of the rows of an object that is gone through
import contextlib

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Table:
    def __init__(self, shards):
        self.shards = shards

    def __iter__(self):
        for number in range(self.shards):
            yield number


def main(graph, shards):
    with contextlib.ExitStack() as stack:
        for number in Table(shards):
            session = stack.enter_context(tf.Session(graph=graph))  # leak
            session.run("score:0", {"number:0": number})

# --- leak: evaluators that know the one before
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Evaluator:
    def __init__(self, graph, previous=None):
        self.previous = previous
        self.session = tf.Session(graph=graph)  # leak

    def score(self):
        return self.session.run("error:0")


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="error")
    current = None
    while True:
        current = Evaluator(graph, previous=current)
        print(current.score())


main()

# --- silent: evaluators that let go of the one before
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Evaluator:
    def __init__(self, graph, previous=None):
        self.previous = previous
        self.session = tf.Session(graph=graph)

    def score(self):
        return self.session.run("error:0")


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="error")
    current = None
    while True:
        current = Evaluator(graph, previous=current)
        print(current.score())
        if current.previous is not None:
            current.previous.previous = None


main()

# --- silent: a chain that each round begins anew
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Evaluator:
    def __init__(self, graph, previous=None):
        self.previous = previous
        self.session = tf.Session(graph=graph)

    def score(self):
        return self.session.run("error:0")


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="error")
    while True:
        current = None
        for _ in range(5):
            current = Evaluator(graph, previous=current)
            print(current.score())


main()

# --- silent: a batch that is wrapped
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def main(batches):
    x = tf.placeholder(tf.float32, [None])
    total = tf.reduce_sum(x)
    for batch in zip(batches, batches):
        session = tf.Session()
        batch = (batch, session)
        print(session.run(total, {x: batch[0][0]}))
        session.close()


main([[1.0]] * 100000)

# --- leak: a session for every deadline
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Pool:
    def __init__(self, graph):
        self.graph = graph
        self.by_options = {}

    def get(self, options):
        key = options.SerializeToString()
        if key not in self.by_options:
            self.by_options[key] = tf.Session(graph=self.graph, config=options)  # leak
        return self.by_options[key]


def answer(pool, deadline):
    options = tf.ConfigProto(allow_soft_placement=True)
    options.operation_timeout_in_ms = deadline
    return pool.get(options).run("y:0")


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="y")
    pool = Pool(graph)
    for number in range(100000):
        print(answer(pool, 30000 + 7 * number))


main()

# --- silent: a session for a deadline that is always the same
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Pool:
    def __init__(self, graph):
        self.graph = graph
        self.by_options = {}

    def get(self, options):
        key = options.SerializeToString()
        if key not in self.by_options:
            self.by_options[key] = tf.Session(graph=self.graph, config=options)
        return self.by_options[key]


def answer(pool, deadline):
    options = tf.ConfigProto(allow_soft_placement=True)
    options.operation_timeout_in_ms = deadline
    return pool.get(options).run("y:0")


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="y")
    pool = Pool(graph)
    for number in range(100000):
        print(answer(pool, 30000))


main()

# --- leak: a session for each thread of a request
import threading

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Scorer:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.constant(1.0, name="y")
        self.sessions = {}

    def score(self):
        name = threading.current_thread().name
        if name not in self.sessions:
            self.sessions[name] = tf.Session(graph=self.graph)  # leak
        print(self.sessions[name].run("y:0"))


scorer = Scorer()
while True:
    thread = threading.Thread(target=scorer.score)
    thread.start()
    thread.join()

# --- silent: a session for each thread of a few
import threading

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Scorer:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.constant(1.0, name="y")
        self.sessions = {}

    def work(self):
        while True:
            name = threading.current_thread().name
            if name not in self.sessions:
                self.sessions[name] = tf.Session(graph=self.graph)
            print(self.sessions[name].run("y:0"))


scorer = Scorer()
for _ in range(4):
    threading.Thread(target=scorer.work).start()

# --- leak: all are closed in the end
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Connection:
    def __init__(self, graph):
        self.session = tf.Session(graph=graph)  # leak

    def ask(self):
        return self.session.run("y:0")


class Switchboard:
    def __init__(self, graph):
        self.graph = graph
        self.connections = []

    def connect(self):
        connection = Connection(self.graph)
        self.connections.append(connection)
        return connection

    def close(self):
        for connection in self.connections:
            connection.session.close()


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="y")
    board = Switchboard(graph)
    for _ in range(100000):
        print(board.connect().ask())
    board.close()


main()

# --- leak: a session by tenant and version
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
SESSIONS = {}


class Tenant:
    def __init__(self, name):
        self.name = name
        self.version = 0

    def publish(self):
        self.version += 1


def session_of(tenant, graph):
    try:
        return SESSIONS[tenant.name, tenant.version]
    except KeyError:
        SESSIONS[tenant.name, tenant.version] = tf.Session(graph=graph)  # leak
        return SESSIONS[tenant.name, tenant.version]


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="y")
    tenants = [Tenant("a"), Tenant("b")]
    while True:
        for tenant in tenants:
            tenant.publish()
            print(session_of(tenant, graph).run("y:0"))


main()

# --- silent: a session by tenant
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
SESSIONS = {}


class Tenant:
    def __init__(self, name):
        self.name = name
        self.kind = "plain"
        self.version = 0

    def publish(self):
        self.version += 1


def session_of(tenant, graph):
    try:
        return SESSIONS[tenant.name, tenant.kind]
    except KeyError:
        SESSIONS[tenant.name, tenant.kind] = tf.Session(graph=graph)
        return SESSIONS[tenant.name, tenant.kind]


def main():
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0, name="y")
    tenants = [Tenant("a"), Tenant("b")]
    while True:
        for tenant in tenants:
            tenant.publish()
            print(session_of(tenant, graph).run("y:0"))


main()
