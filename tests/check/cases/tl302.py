# ruff: noqa
# fmt: off
"""TL302: variables are made in every round and kept."""

# --- leak: fast weights of every episode
import tensorflow as tf

slow = tf.Variable(tf.zeros([100, 100]))
snapshots = []
for episode in range(10_000):
    fast = tf.Variable(slow)  # leak
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(fast * tf.random.normal([100, 100]))
    fast.assign_sub(0.1 * tape.gradient(loss, fast))
    snapshots.append(fast)
    print(float(loss))

# --- leak: a metric per evaluation kept in a class
import tensorflow as tf
from tensorflow import keras


class Evaluator:
    def __init__(self, model):
        self.model = model
        self.metrics = []

    def evaluate(self, x, y):
        metric = keras.metrics.AUC()  # leak
        metric.update_state(y, self.model(x))
        self.metrics.append(metric)
        return float(metric.result())


def watch(stream):
    evaluator = Evaluator(keras.models.load_model("m.keras"))
    for x, y in stream:
        print(evaluator.evaluate(x, y))

# --- leak: an optimizer per client in a dictionary
import itertools
import tensorflow as tf
from keras.optimizers import Adam

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizers = {}
for client in itertools.count():
    optimizer = Adam(1e-3)  # leak
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.random.normal([8, 4])))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    optimizers[client] = optimizer

# --- leak: made in the append itself
import tensorflow as tf

noise = []
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
while True:
    noise.append(tf.Variable(tf.random.normal([64, 64])))  # leak
    print(model(noise[-1]).numpy().mean())

# --- leak: module global in a helper
import tensorflow as tf
from masks import new_mask

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
for trial in range(5000):
    mask = new_mask([32, 32])
    print(float(tf.reduce_sum(model(mask * 2.0))))
# file: masks.py
import tensorflow as tf

ALL = []


def new_mask(shape):
    mask = tf.Variable(tf.ones(shape), trainable=False)  # leak
    ALL.append(mask)
    return mask

# --- leak: flask handler keeps a metric per request
import flask
import tensorflow as tf

app = flask.Flask(__name__)
model = tf.keras.models.load_model("m.keras")
metrics = []


@app.post("/check")
def check():
    data = flask.request.json
    m = tf.keras.metrics.MeanSquaredError()  # leak
    m.update_state(data["y"], model(tf.constant(data["x"])))
    metrics.append(m)
    return {"mse": float(m.result())}

# --- leak: records of variable and number
import tensorflow as tf


class Search:
    def __init__(self):
        self.population = []

    def mutate(self, base):
        child = tf.Variable(base + tf.random.normal(base.shape))  # leak
        score = float(tf.reduce_sum(child * child))
        self.population.append((score, child))


search = Search()
start = tf.zeros([256, 256])
for generation in range(100000):
    search.mutate(start)

# --- leak: tuple of optimizer and model weights per task
import argparse
import tensorflow as tf
import keras

parser = argparse.ArgumentParser()
parser.add_argument("--tasks", type=int)
args = parser.parse_args()
net = keras.Sequential([keras.layers.Dense(4)])
history = []
for task in range(args.tasks):
    optimizer = keras.optimizers.SGD(0.1, momentum=0.9)  # leak
    for _ in range(5):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(net(tf.random.normal([8, 8])) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    history.append((task, optimizer))

# --- leak: dictionary of lists of variables
import collections
import tensorflow as tf

by_layer = collections.defaultdict(list)
w = tf.Variable(tf.zeros([512]))
step = 0
while True:
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w - 1.0))
    w.assign_sub(tape.gradient(loss, w))
    copy = tf.Variable(w)  # leak
    by_layer["w"].append(copy)
    step += 1

# --- leak: a variable per request id
import tensorflow as tf
from fastapi import FastAPI
import uuid

app = FastAPI()
STATES = {}
model = tf.keras.models.load_model("rnn.keras")


@app.post("/start")
async def start(row: list):
    key = str(uuid.uuid4())
    state = tf.Variable(model(tf.constant(row)))  # leak
    STATES[key] = state
    return {"key": key}

# --- silent: one variable assigned again
import tensorflow as tf

fast = tf.Variable(tf.zeros([100, 100]))
snapshots = []
for episode in range(10_000):
    fast.assign(tf.random.normal([100, 100]))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(fast * fast)
    fast.assign_sub(0.1 * tape.gradient(loss, fast))
    snapshots.append(float(loss))

# --- silent: made and dropped
import tensorflow as tf

for trial in range(10_000):
    x = tf.Variable(tf.random.normal([10]))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x * x)
    print(tape.gradient(y, x).numpy())

# --- silent: a metric per epoch dropped
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
data = tf.data.Dataset.from_tensor_slices((tf.zeros([8, 2]), tf.zeros([8, 1]))).batch(2)
for epoch in range(1000):
    mean = keras.metrics.Mean()
    for x, y in data:
        mean.update_state(tf.reduce_mean(model(x) - y))
    print(float(mean.result()))

# --- silent: variables of the layers of a network
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.weights = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            self.weights.append(tf.Variable(tf.random.normal([a, b])))

    def __call__(self, x):
        for w in self.weights:
            x = tf.nn.relu(x @ w)
        return x


net = Net([4, 8, 16, 8])
for i in range(1000):
    print(net(tf.zeros([1, 4])).numpy())

# --- silent: a few optimizers by name
import tensorflow as tf

optimizers = {}
for name in ("generator", "critic"):
    optimizers[name] = tf.keras.optimizers.Adam(1e-4)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for step in range(10000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.zeros([2, 2])))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizers["critic"].apply_gradients(zip(grads, model.trainable_variables))

# --- silent: slots made once per variable
import tensorflow as tf


class Momentum:
    def __init__(self):
        self.slots = {}

    def apply(self, grads, variables):
        for g, v in zip(grads, variables):
            if v.ref() not in self.slots:
                self.slots[v.ref()] = tf.Variable(tf.zeros_like(v))
            slot = self.slots[v.ref()]
            slot.assign(0.9 * slot + g)
            v.assign_sub(slot)


opt = Momentum()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for step in range(10000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.zeros([2, 2])))
    opt.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)

# --- silent: bounded history of weights
import collections
import tensorflow as tf

last = collections.deque(maxlen=5)
w = tf.Variable(tf.zeros([10]))
while True:
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * w)
    w.assign_sub(tape.gradient(loss, w))
    last.append(tf.Variable(w))

# --- silent: the same optimizer noted again
import tensorflow as tf

opt = tf.keras.optimizers.SGD()
state = {}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for step in range(10000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.zeros([2, 2])))
    opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    state["opt"] = opt
    state["step"] = step

# --- silent: made lazily once
import tensorflow as tf


class Counter:
    def __init__(self):
        self.made = []
        self.value = None

    def add(self, x):
        if self.value is None:
            self.value = tf.Variable(tf.zeros_like(x))
            self.made.append(self.value)
        self.value.assign_add(x)
        return float(tf.reduce_sum(self.value))


counter = Counter()
while True:
    counter.add(tf.ones([3]))

# --- silent: removed when the client leaves
import tensorflow as tf

STATES = {}


def on_join(client):
    STATES[client] = tf.Variable(tf.zeros([64]))


def on_message(client, x):
    STATES[client].assign_add(x)
    return STATES[client].numpy()


def on_leave(client):
    STATES.pop(client, None)


def serve(events):
    while True:
        kind, client, x = next(events)
        if kind == "join":
            on_join(client)
        elif kind == "leave":
            on_leave(client)
        else:
            on_message(client, x)

# --- silent: metrics of each fold
import tensorflow as tf
import keras

metrics = []
for fold in range(5):
    metric = keras.metrics.Mean()
    for step in range(100):
        metric.update_state(float(step))
    metrics.append(metric)
print([float(m.result()) for m in metrics])

# --- leak: layers made in the loop and kept
import tensorflow as tf

adapters = []
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
for task in range(100_000):
    scale = tf.Variable(tf.ones([4]), name="scale")  # leak
    adapters.append({"task": task, "scale": scale})
    print(float(tf.reduce_sum(model(tf.zeros([1, 4])) * scale)))

# --- leak: object that owns a variable
import tensorflow as tf


class Particle:
    def __init__(self, size):
        self.position = tf.Variable(tf.random.normal([size]))  # leak

    def energy(self):
        return float(tf.reduce_sum(self.position ** 2))


particles = []
while True:
    p = Particle(1000)
    print(p.energy())
    particles.append(p)

# --- leak: from a generator of trials
import tensorflow as tf

kept = []


def trials():
    n = 0
    while True:
        yield n
        n += 1


for n in trials():
    v = tf.Variable(tf.fill([128], float(n)))  # leak
    kept.append(v)
    print(float(tf.reduce_sum(v)))

# --- silent: objects with variables dropped
import tensorflow as tf


class Particle:
    def __init__(self, size):
        self.position = tf.Variable(tf.random.normal([size]))

    def energy(self):
        return float(tf.reduce_sum(self.position ** 2))


energies = []
while True:
    energies.append(Particle(1000).energy())
    if len(energies) > 100:
        energies.pop(0)

# --- silent: metrics of a compile
import tensorflow as tf

METRICS = []
for name in ["precision", "recall", "auc"]:
    METRICS.append(tf.keras.metrics.Mean(name=name))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
while True:
    for m in METRICS:
        m.update_state(model(tf.zeros([1, 4])))
    print([float(m.result()) for m in METRICS])

# --- silent: variables of a population of fixed size
import tensorflow as tf

POPULATION = 50
population = []
for i in range(POPULATION):
    population.append(tf.Variable(tf.random.normal([100])))
while True:
    for p in population:
        p.assign_add(tf.random.normal([100]))
        print(float(tf.reduce_sum(p)))

# --- silent: numpy values of the variable kept
import tensorflow as tf

w = tf.Variable(0.0)
path = []
for step in range(10000):
    with tf.GradientTape() as tape:
        y = tf.square(w - 3.0)
    w.assign_sub(0.1 * tape.gradient(y, w))
    path.append(float(w))

# --- leak: an attribute for each client
import tensorflow as tf


class Shared(tf.Module):
    def __init__(self):
        super().__init__()
        self.base = tf.Variable(tf.random.normal((64, 64)))

    def adapter_for(self, client):
        name = f"adapter_{client}"
        if not hasattr(self, name):
            setattr(self, name, tf.Variable(tf.zeros((64, 8))))  # leak
        return getattr(self, name)


shared = Shared()
for client in range(100000):
    adapter = shared.adapter_for(client)
    print(float(tf.norm(shared.base @ adapter)))

# --- leak: variables among the attributes as a dictionary
import tensorflow as tf


class Shared:
    def open(self, client):
        self.__dict__["adapter_" + str(client)] = tf.Variable(tf.zeros((64, 8)))  # leak


def open_global(client):
    globals()[f"adapter_{client}"] = tf.Variable(tf.zeros((64, 8)))  # leak


shared = Shared()
for client in range(100000):
    shared.open(client)
    open_global(client)
    print(float(tf.norm(getattr(shared, f"adapter_{client}"))))

# --- silent: attributes of clients that leave
import tensorflow as tf


class Shared:
    def open(self, client):
        setattr(self, f"adapter_{client}", tf.Variable(tf.zeros((64, 8))))

    def close(self, client):
        delattr(self, f"adapter_{client}")


shared = Shared()
for client in range(100000):
    shared.open(client)
    print(float(tf.norm(getattr(shared, f"adapter_{client}"))))
    shared.close(client)

# --- silent: the same attribute again and again, and one for each layer
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        for index in range(layers):
            setattr(self, f"w{index}", tf.Variable(tf.random.normal((64, 64))))

    def restart(self):
        setattr(self, "state", tf.Variable(tf.zeros((8, 64))))

    def __call__(self, x):
        for index in range(self.layers):
            x = tf.tanh(x @ getattr(self, f"w{index}"))
        return x


net = Net(5)
for number in range(100000):
    net.restart()
    print(float(tf.norm(net(net.state))))

# --- silent: attributes of an object of one round
import tensorflow as tf


class Settings:
    pass


for number in range(100000):
    settings = Settings()
    for name, value in (("a", 1.0), ("b", 2.0)):
        setattr(settings, name, tf.Variable(value))
    print(float(settings.a + settings.b))

# --- leak: receivers that a signal is to hold
import tensorflow as tf
from blinker import Signal

price_seen = Signal()


class Advisor:
    def __init__(self, customer):
        self.customer = customer
        self.weights = tf.Variable(tf.zeros((64, 64)))  # leak
        price_seen.connect(self.on_price, weak=False)  # leak

    def on_price(self, sender):
        self.weights.assign_add(tf.ones((64, 64)))


for customer in range(100000):
    advisor = Advisor(customer)
    price_seen.send(customer)
    print(float(tf.norm(advisor.weights)))

# --- silent: receivers that a signal holds weakly
import tensorflow as tf
from blinker import Signal

price_seen = Signal()


class Advisor:
    def __init__(self, customer):
        self.customer = customer
        self.weights = tf.Variable(tf.zeros((64, 64)))
        price_seen.connect(self.on_price)

    def on_price(self, sender):
        self.weights.assign_add(tf.ones((64, 64)))


for customer in range(100000):
    advisor = Advisor(customer)
    price_seen.send(customer)
    print(float(tf.norm(advisor.weights)))
