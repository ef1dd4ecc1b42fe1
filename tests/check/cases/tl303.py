# ruff: noqa
# fmt: off
"""TL303: a gradient tape keeps everything it recorded."""

# --- leak: one tape around the training loop
import tensorflow as tf

w = tf.Variable(tf.zeros([10]))
batches = tf.data.Dataset.from_tensor_slices(tf.random.normal([1000, 10]))
with tf.GradientTape(persistent=True) as tape:  # leak
    for x in batches:
        loss = tf.reduce_mean(tf.square(w - x))
        g = tape.gradient(loss, w)
        w.assign_sub(0.1 * g)

# --- leak: tapes kept in a list
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
tapes = []
for step in range(10000):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(model(tf.random.normal([8, 4])))
    grads = tape.gradient(loss, model.trainable_variables)
    tapes.append(tape)  # leak
    print(float(loss))

# --- leak: tapes kept in an attribute
import tensorflow as tf


class Learner:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam()
        self.records = []

    def step(self, x):
        tape = tf.GradientTape(persistent=True)
        with tape:
            loss = tf.reduce_mean(self.model(x))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.records.append((float(loss), tape))  # leak


learner = Learner()
while True:
    learner.step(tf.random.normal([8, 4]))

# --- leak: tape around the loop in a function
import argparse
import tensorflow as tf


def train(model, optimizer, steps):
    with tf.GradientTape(persistent=True) as tape:  # leak
        for _ in range(steps):
            x = tf.random.normal([8, 4])
            loss = tf.reduce_mean(tf.square(model(x)))
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1000)
    args = parser.parse_args()
    train(tf.keras.Sequential([tf.keras.layers.Dense(1)]), tf.keras.optimizers.Adam(), args.steps)

# --- leak: tape around an endless loop of an agent
import tensorflow as tf


class Agent:
    def __init__(self):
        self.q = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.opt = tf.keras.optimizers.Adam()

    def run(self, env):
        state = env.reset()
        with tf.GradientTape(persistent=True) as tape:  # leak
            while True:
                q = self.q(tf.constant([state]))
                state, reward, done, _ = env.step(int(tf.argmax(q[0])))
                loss = tf.square(reward - tf.reduce_max(q))
                grads = tape.gradient(loss, self.q.trainable_variables)
                self.opt.apply_gradients(zip(grads, self.q.trainable_variables))


if __name__ == "__main__":
    import gym

    Agent().run(gym.make("CartPole-v1"))

# --- leak: tapes by step in a dictionary
import tensorflow as tf

TAPES = {}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def forward(step, x):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(model(x))
    TAPES[step] = tape  # leak
    return loss


step = 0
while True:
    loss = forward(step, tf.zeros([4, 4]))
    grads = TAPES[step].gradient(loss, model.trainable_variables)
    step += 1

# --- leak: gradients taken in a helper under the tape
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD()


def update(tape, loss):
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))


def train(dataset):
    with tf.GradientTape(persistent=True) as tape:  # leak
        for x, y in dataset:
            loss = tf.reduce_mean(tf.square(model(x) - y))
            update(tape, loss)

# --- leak: tapes kept by a dataclass record
import dataclasses
import itertools
import tensorflow as tf


@dataclasses.dataclass
class Record:
    step: int
    tape: tf.GradientTape


history = []
w = tf.Variable(1.0)
for step in itertools.count():
    with tf.GradientTape(persistent=True) as t:
        y = w * w
    w.assign_sub(0.1 * t.gradient(y, w))
    history.append(Record(step, t))  # leak

# --- leak: two tapes around the loop of a gan
import tensorflow as tf
import keras

G = keras.Sequential([keras.layers.Dense(2)])
D = keras.Sequential([keras.layers.Dense(1)])
g_opt, d_opt = keras.optimizers.Adam(), keras.optimizers.Adam()


def train(real_batches):
    with tf.GradientTape(persistent=True) as g_tape, tf.GradientTape(persistent=True) as d_tape:  # leak
        for real in real_batches:
            fake = G(tf.random.normal([32, 8]))
            d_loss = tf.reduce_mean(D(fake)) - tf.reduce_mean(D(real))
            g_loss = -tf.reduce_mean(D(fake))
            d_opt.apply_gradients(zip(d_tape.gradient(d_loss, D.trainable_variables), D.trainable_variables))
            g_opt.apply_gradients(zip(g_tape.gradient(g_loss, G.trainable_variables), G.trainable_variables))

# --- leak: handler keeps the tape of its explanation
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")
explanations = []


@app.route("/explain", methods=["POST"])
def explain():
    x = tf.constant(request.json["x"])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = model(x)
    explanations.append(tape)  # leak
    return {"saliency": tape.gradient(y, x).numpy().tolist()}

# --- silent: a tape per step
import tensorflow as tf

w = tf.Variable(tf.zeros([10]))
for x in tf.data.Dataset.from_tensor_slices(tf.random.normal([1000, 10])):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(w - x))
    w.assign_sub(0.1 * tape.gradient(loss, w))

# --- silent: recurrent network unrolled under the tape
import tensorflow as tf

cell = tf.keras.layers.LSTMCell(8)
opt = tf.keras.optimizers.Adam()
for step in range(1000):
    x = tf.random.normal([4, 50, 8])
    with tf.GradientTape() as tape:
        state = [tf.zeros([4, 8]), tf.zeros([4, 8])]
        loss = 0.0
        for t in range(x.shape[1]):
            out, state = cell(x[:, t], state)
            loss += tf.reduce_mean(out)
    grads = tape.gradient(loss, cell.trainable_variables)
    opt.apply_gradients(zip(grads, cell.trainable_variables))

# --- silent: persistent tape deleted in the step
import tensorflow as tf

G = tf.keras.Sequential([tf.keras.layers.Dense(2)])
D = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()
for step in range(100000):
    with tf.GradientTape(persistent=True) as tape:
        fake = G(tf.random.normal([8, 8]))
        score = tf.reduce_mean(D(fake))
    g = tape.gradient(score, G.trainable_variables)
    d = tape.gradient(score, D.trainable_variables)
    opt.apply_gradients(zip(g, G.trainable_variables))
    del tape

# --- silent: loss of a whole set under one tape
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
data = tf.data.Dataset.from_tensor_slices(tf.random.normal([100, 4])).batch(10)
opt = tf.keras.optimizers.SGD()
for epoch in range(10):
    with tf.GradientTape() as tape:
        total = 0.0
        for x in data:
            total += tf.reduce_mean(model(x))
    grads = tape.gradient(total, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))

# --- silent: inner steps of meta learning
import tensorflow as tf

w = tf.Variable(tf.zeros([4]))
opt = tf.keras.optimizers.Adam()
for task in range(1000):
    with tf.GradientTape() as outer:
        fast = tf.identity(w)
        for _ in range(5):
            with tf.GradientTape() as inner:
                inner.watch(fast)
                loss = tf.reduce_sum(tf.square(fast - 1.0))
            fast = fast - 0.1 * inner.gradient(loss, fast)
        final = tf.reduce_sum(tf.square(fast - 1.0))
    opt.apply_gradients([(outer.gradient(final, w), w)])

# --- silent: gradient penalty with two tapes
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()


@tf.function
def train_step(real, fake):
    with tf.GradientTape() as tape:
        mixed = (real + fake) / 2.0
        with tf.GradientTape() as inner:
            inner.watch(mixed)
            score = critic(mixed)
        norm = tf.norm(inner.gradient(score, mixed))
        loss = tf.reduce_mean(score) + tf.square(norm - 1.0)
    grads = tape.gradient(loss, critic.trainable_variables)
    opt.apply_gradients(zip(grads, critic.trainable_variables))
    return loss


for step in range(10000):
    print(float(train_step(tf.zeros([4, 4]), tf.ones([4, 4]))))

# --- silent: replaced in an attribute
import tensorflow as tf


class Learner:
    def __init__(self):
        self.tape = None
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])

    def forward(self, x):
        with tf.GradientTape(persistent=True) as self.tape:
            return self.model(x)

    def backward(self, loss):
        return self.tape.gradient(loss, self.model.trainable_variables)


learner = Learner()
while True:
    learner.backward(learner.forward(tf.zeros([1, 4])))

# --- silent: rows of a jacobian
import tensorflow as tf


def jacobian(model, x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = model(x)
    rows = []
    for i in range(y.shape[-1]):
        rows.append(tape.gradient(y, x))
    return tf.stack(rows)


model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
while True:
    print(jacobian(model, tf.random.normal([1, 4])).numpy())

# --- silent: episode under one tape then one update
import tensorflow as tf
import gym

env = gym.make("CartPole-v1")
policy = tf.keras.Sequential([tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam()
for episode in range(5000):
    state, done = env.reset(), False
    with tf.GradientTape() as tape:
        loss = 0.0
        while not done:
            logits = policy(tf.constant([state]))
            state, reward, done, _ = env.step(int(tf.argmax(logits[0])))
            loss -= reward * tf.reduce_max(logits)
    opt.apply_gradients(zip(tape.gradient(loss, policy.trainable_variables), policy.trainable_variables))

# --- silent: the last tapes only
import collections
import tensorflow as tf

tapes = collections.deque(maxlen=2)
w = tf.Variable(1.0)
while True:
    with tf.GradientTape(persistent=True) as tape:
        y = w * w
    w.assign_sub(tape.gradient(y, w))
    tapes.append(tape)

# --- leak (missed): entered by hand before the loop
import tensorflow as tf

w = tf.Variable(tf.zeros([10]))
tape = tf.GradientTape(persistent=True)
tape.__enter__()  # leak
for step in range(10000):
    loss = tf.reduce_mean(tf.square(w - 1.0))
    w.assign_sub(0.1 * tape.gradient(loss, w))

# --- leak: tapes of a class with an endless stream
import tensorflow as tf


class Explainer:
    tapes = {}

    def __init__(self, model):
        self.model = model
        self.count = 0

    def explain(self, x):
        self.count += 1
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = self.model(x)
        self.tapes[self.count] = tape  # leak
        return tape.gradient(y, x)


explainer = Explainer(tf.keras.models.load_model("m.keras"))
while True:
    print(explainer.explain(tf.random.normal([1, 4])).numpy())

# --- silent: integrated gradients
import tensorflow as tf

model = tf.keras.models.load_model("m.keras")


def integrated(x, steps=50):
    total = tf.zeros_like(x)
    for alpha in tf.linspace(0.0, 1.0, steps):
        with tf.GradientTape() as tape:
            point = alpha * x
            tape.watch(point)
            y = model(point)
        total += tape.gradient(y, point)
    return total / steps


while True:
    print(integrated(tf.random.normal([1, 4])).numpy())

# --- silent: layers in a loop under the tape
import tensorflow as tf

blocks = [tf.keras.layers.Dense(8) for _ in range(50)]
opt = tf.keras.optimizers.Adam()
for step in range(1000):
    with tf.GradientTape() as tape:
        x = tf.random.normal([4, 8])
        for block in blocks:
            x = block(x)
        loss = tf.reduce_mean(x)
    variables = [v for b in blocks for v in b.trainable_variables]
    opt.apply_gradients(zip(tape.gradient(loss, variables), variables))

# --- silent: tape stopped while it trains the critic
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()
for step in range(1000):
    for _ in range(5):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(critic(tf.random.normal([4, 8])))
        opt.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))

# --- leak: variables are changed by a helper
import tensorflow as tf


def descend(variables, gradients):
    for variable, gradient in zip(variables, gradients):
        variable.assign_sub(0.05 * gradient)


policy = make_policy()
with tf.GradientTape(persistent=True) as tape:  # leak
    for number in range(10000):
        loss = tf.reduce_mean(tf.square(policy(observe())))
        descend(policy.variables(), tape.gradient(loss, policy.variables()))

# --- silent: a tape for each round, and variables changed by a helper
import tensorflow as tf


def descend(variables, gradients):
    for variable, gradient in zip(variables, gradients):
        variable.assign_sub(0.05 * gradient)


policy = make_policy()
for number in range(10000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(policy(observe())))
    descend(policy.variables(), tape.gradient(loss, policy.variables()))

# --- leak: generators that wait with their tapes
import tensorflow as tf

weights = tf.Variable(tf.random.normal((64, 64)))


def episode(start):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(start)
        loss = tf.reduce_mean(tf.tanh(start @ weights))
    yield tape.gradient(loss, weights)
    yield tape.gradient(loss, start)


class Scheduler:
    def __init__(self):
        self.parked = {}

    def advance(self, number):
        run = episode(tf.random.stateless_normal((8, 64), (number, 1)))
        weights.assign_sub(0.1 * next(run))
        self.parked[number] = run  # leak


scheduler = Scheduler()
for number in range(100000):
    scheduler.advance(number)

# --- silent: generators that are asked for the rest
import tensorflow as tf

weights = tf.Variable(tf.random.normal((64, 64)))


def episode(start):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(start)
        loss = tf.reduce_mean(tf.tanh(start @ weights))
    yield tape.gradient(loss, weights)
    yield tape.gradient(loss, start)


class Scheduler:
    def __init__(self):
        self.parked = {}

    def advance(self, number):
        run = episode(tf.random.stateless_normal((8, 64), (number, 1)))
        weights.assign_sub(0.1 * next(run))
        self.parked[number] = run

    def finish(self, number):
        return next(self.parked.pop(number))


scheduler = Scheduler()
for number in range(100000):
    scheduler.advance(number)
    scheduler.finish(number)
