# ruff: noqa
# fmt: off
"""TL201: a Python number or string makes `tf.function` trace again."""

# --- leak: step number of a training loop
import tensorflow as tf


@tf.function
def train_step(x, step):
    return x * tf.cast(step, tf.float32)


x = tf.ones([4])
for step in range(10000):
    train_step(x, step)  # leak

# --- leak: decayed learning rate
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])


@tf.function(jit_compile=True)
def update(gradient, rate):
    weights.assign_sub(rate * gradient)


rate = 0.1
while True:
    update(tf.ones([2]), rate)  # leak
    rate *= 0.999

# --- leak: enumerated batches
from tensorflow import function as tf_function
import tensorflow as tf


@tf_function
def log_step(loss, index):
    tf.print(index, loss)


dataset = tf.data.Dataset.range(100000).batch(8)
for index, batch in enumerate(dataset):
    log_step(tf.reduce_sum(batch), index)  # leak

# --- leak: method of a class with its own counter
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.step = 0
        self.weight = tf.Variable(0.0)

    @tf.function
    def _apply(self, value, step):
        self.weight.assign(value / (step + 1))

    def train(self, values):
        for value in values:
            self._apply(tf.convert_to_tensor(value), self.step)  # leak
            self.step += 1


Trainer().train(read_values())

# --- leak: wall clock
import time
import tensorflow as tf


@tf.function
def stamp(values, now):
    return values + now


while True:
    emit(stamp(tf.zeros([3]), time.time()))  # leak

# --- leak: request parameter
from flask import Flask, request
import tensorflow as tf

app = Flask(__name__)


@tf.function
def scale(values, gain):
    return values * gain


@app.route("/scale", methods=["POST"])
def handle():
    values = tf.constant(request.json["values"])
    gain = float(request.args["gain"])
    return str(scale(values, gain).numpy())  # leak

# --- leak: annealed exploration of an agent
import random
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(2)])


@tf.function
def act(state, epsilon):
    if epsilon > 0.5:
        return tf.random.uniform([], 0, 2, tf.int64)
    return tf.argmax(model(state), axis=1)[0]


def run(env, episodes):
    epsilon = 1.0
    for episode in range(episodes):
        state, done = env.reset(), False
        while not done:
            action = act(tf.constant(state[None]), epsilon)  # leak
            state, _, done, _ = env.step(int(action))
        epsilon = max(0.01, epsilon * 0.995)


run(make_env(), 100000)

# --- leak: text of each request
import tensorflow as tf


@tf.function
def tokenize(text):
    return tf.strings.split(text)


for number in range(100000):
    tokenize(f"document {number}")  # leak

# --- leak: keyword argument with a random number
import random
import tensorflow as tf


@tf.function(autograph=False)
def rotate(image, *, angle):
    return tf.image.rot90(image) * angle


image = tf.zeros([8, 8, 3])
for _ in range(5000):
    rotate(image, angle=random.random())  # leak

# --- leak: wrapped by a call
import itertools
import tensorflow as tf


def noise(scale):
    return tf.random.normal([3]) * scale


compiled = tf.function(noise)
for step in itertools.count():
    compiled(1.0 / (step + 1))  # leak

# --- leak: traced helper of another file
from steps import clip
import tensorflow as tf

limit = 10.0
for batch in read_batches():
    clip(tf.constant(batch), limit)  # leak
    limit = limit * 0.99
# file: steps.py
import tensorflow as tf


@tf.function
def clip(values, limit):
    return tf.clip_by_value(values, -limit, limit)

# --- leak: helper of a package that exports it again
import tensorflow as tf
from losses import weighted

for step in range(1, 50000):
    weighted(tf.ones([2]), step / 50000)  # leak
# file: losses/__init__.py
from .weighted import weighted
# file: losses/weighted.py
import tensorflow as tf


@tf.function(experimental_follow_type_hints=True)
def weighted(loss, weight):
    return tf.reduce_sum(loss) * weight

# --- leak: async worker
import asyncio
import tensorflow as tf


@tf.function
def advance(state, dt):
    return state + dt


async def simulate():
    state = tf.zeros([100])
    clock = 0.0
    while True:
        await asyncio.sleep(0.1)
        clock += 0.1
        state = advance(state, clock)  # leak


asyncio.run(simulate())

# --- leak: value read back from a tensor
import tensorflow as tf


@tf.function
def adapt(weights, loss):
    return weights - 0.1 * loss


weights = tf.ones([10])
for step in range(10000):
    loss = float(tf.reduce_sum(weights))
    weights = adapt(weights, loss)  # leak

# --- leak: argument through a partial function
from functools import partial
import tensorflow as tf


@tf.function
def mix(a, b, ratio):
    return a * ratio + b * (1 - ratio)


blend = partial(mix, tf.ones([4]), tf.zeros([4]))
for i in range(1000):
    blend(i / 1000)  # leak

# --- leak: decorator made by a partial
import functools
import tensorflow as tf

compiled = functools.partial(tf.function, autograph=False)


@compiled
def shift(x, offset):
    return x + offset


for offset in range(4096):
    shift(tf.zeros([2]), offset)  # leak

# --- leak: numbers from a generator
import tensorflow as tf


def schedule():
    rate = 1.0
    while True:
        rate *= 0.99
        yield rate


@tf.function
def step(rate):
    return tf.random.normal([2]) * rate


for rate in schedule():
    step(rate)  # leak

# --- leak: keras model with a traced step
import tensorflow as tf
from tensorflow.keras import layers as L


class Gan(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.generator = L.Dense(10)

    @tf.function
    def train_generator(self, noise, step):
        return tf.reduce_mean(self.generator(noise)) / (step + 1)


def main(steps):
    gan = Gan()
    for step in range(steps):
        gan.train_generator(tf.random.normal([8, 4]), step)  # leak


main(100000)

# --- leak: comprehension
import tensorflow as tf


@tf.function
def power(base, exponent):
    return base ** exponent


values = [float(power(tf.constant(2.0), n)) for n in range(500)]  # leak

# --- leak: structured argument with a number
import tensorflow as tf


@tf.function
def render(camera):
    return camera["position"] * camera["zoom"]


position = tf.zeros([3])
for frame in range(10000):
    render({"position": position, "zoom": frame * 0.1})  # leak

# --- silent: tensor instead of a number
import tensorflow as tf


@tf.function
def train_step(x, step):
    return x * tf.cast(step, tf.float32)


x = tf.ones([4])
for step in range(10000):
    train_step(x, tf.constant(step))

# --- silent: range of tensorflow
import tensorflow as tf


@tf.function
def train_step(x, step):
    return x * tf.cast(step, tf.float32)


for step in tf.range(10000):
    train_step(tf.ones([4]), step)

# --- silent: a few epochs
import tensorflow as tf


@tf.function
def evaluate(epoch, data):
    return tf.reduce_sum(data) * epoch


for epoch in range(20):
    print(evaluate(epoch, tf.ones([3])))


def fit(num_epochs):
    for epoch in range(num_epochs):
        evaluate(epoch, tf.ones([3]))


fit(100)

# --- silent: flag with two values
import tensorflow as tf


@tf.function
def step(x, training, log):
    return x if training else -x


for i in range(100000):
    step(tf.ones([2]), training=True, log=i % 100 == 0)
    step(tf.ones([2]), training=False, log=False)

# --- silent: remainder takes few values
import tensorflow as tf


@tf.function
def phase(x, index):
    return tf.roll(x, index, 0)


for i in range(100000):
    phase(tf.range(8), i % 8)

# --- silent: signature turns the number into a tensor
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.int32)])
def scale(x, n):
    return x * tf.cast(n, tf.float32)


for n in range(10000):
    scale(tf.ones([3]), n)

# --- silent: state in a variable
import tensorflow as tf

rate = tf.Variable(0.1)


@tf.function
def update(x):
    return x * rate


for i in range(10000):
    rate.assign(0.1 * 0.99 ** i)
    update(tf.ones([2]))

# --- silent: one configuration value from the command line
import argparse
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--alpha", type=float, default=0.1)
args = parser.parse_args()


@tf.function
def update(x, alpha, units):
    return x * alpha + units


for batch in read_batches():
    update(tf.constant(batch), args.alpha, 32)

# --- silent: layers by number
import tensorflow as tf


@tf.function
def project(x, layer):
    return x * (layer + 1)


def forward(x, num_layers):
    for layer in range(num_layers):
        x = project(x, layer)
    return x


for batch in tf.data.Dataset.range(1000).batch(4):
    forward(tf.cast(batch, tf.float32), 12)

# --- silent: plain function with a number
import tensorflow as tf


def scale(x, n):
    return inner(x, tf.constant(n, tf.float32))


@tf.function
def inner(x, n):
    return x * n


for n in range(10000):
    scale(tf.ones([2]), n)

# --- silent: number array
import numpy as np
import tensorflow as tf


@tf.function
def scale(x, factor):
    return x * factor


for i in range(10000):
    scale(np.ones(4, np.float32), np.array(i, np.float32))
    scale(np.ones(4, np.float32), np.float32(i))

# --- silent: values from a short list
import tensorflow as tf


@tf.function
def resize(x, size):
    return tf.image.resize(x, [size, size])


for batch in read_batches():
    for size in (64, 128, 256):
        resize(tf.constant(batch), size)

# --- silent: called inside another trace
import tensorflow as tf


@tf.function
def step(x, i):
    return x + tf.cast(i, tf.float32)


@tf.function
def steps(x):
    for i in tf.range(100):
        x = step(x, i)
    return x


while True:
    steps(tf.zeros([3]))

# --- silent: traced once through its concrete function
import tensorflow as tf


@tf.function
def score(x, k):
    return tf.math.top_k(x, k).indices


concrete = score.get_concrete_function(tf.TensorSpec([None]), 5)
for values in read_rows():
    print(concrete(tf.constant(values)))

# --- silent: functions run eagerly
import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def step(x, i):
    return x + i


for i in range(10000):
    step(tf.zeros([2]), i)

# --- silent: wrapped once per number of a finite table
import tensorflow as tf

SCALES = {"small": 0.5, "large": 2.0}


@tf.function
def zoom(x, scale):
    return x * scale


for name, image in read_images():
    zoom(tf.constant(image), SCALES[name])

# --- silent: new function per call that is dropped
import tensorflow as tf


def evaluate(weights, step):
    @tf.function
    def loss(x):
        return tf.reduce_sum(x * weights) + step

    return loss(tf.ones([3]))


for step in range(1000):
    print(float(evaluate(tf.ones([3]), step)))

# --- leak: progress bar around a range
from tqdm import tqdm
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in tqdm(range(10000)):
    train(tf.ones([2]), step)  # leak

# --- leak: progress bar with a range of its own
import tqdm
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in tqdm.trange(10000):
    train(tf.ones([2]), step)  # leak

# --- leak: enumerated progress bar over a data set
from tqdm.auto import tqdm
import tensorflow as tf


@tf.function
def train(x, step):
    return tf.cast(x, tf.float32) * step


dataset = tf.data.Dataset.range(100000).batch(8)
for step, x in enumerate(tqdm(dataset), start=1):
    train(x, step)  # leak

# --- leak: counted by the program itself
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


def main():
    global_step = 0
    for epoch in range(10):
        for batch in read_batches():
            train(tf.constant(batch), global_step)  # leak
            global_step += 1


main()

# --- leak: arguments of another module's function
import tensorflow as tf
from trainer import Trainer

trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1)]))
for x in read_batches():
    trainer.step(tf.constant(x))
# file: trainer.py
import tensorflow as tf


class Base:
    def __init__(self, model):
        self.model = model
        self.temperature = 1.0

    def step(self, x):
        self.temperature *= 0.999
        return self._step(x, self.temperature)  # leak


class Trainer(Base):
    @tf.function
    def _step(self, x, temperature):
        return self.model(x) / temperature

# --- leak: number of a request body
import json
from http.server import BaseHTTPRequestHandler
import tensorflow as tf


@tf.function
def top(scores, k):
    return tf.math.top_k(scores, k).indices


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = top(tf.constant(body["scores"]), body["k"])  # leak
        self.wfile.write(str(found.numpy()).encode())

# --- leak: beta schedule of a variational model
import tensorflow as tf


class Vae(tf.keras.Model):
    @tf.function
    def train_on(self, x, beta):
        return tf.reduce_mean(x) * beta


def fit(model, dataset, warmup):
    step = 0
    for x in dataset:
        beta = min(1.0, step / warmup)
        model.train_on(x, beta)  # leak
        step += 1


fit(Vae(), tf.data.Dataset.range(100).batch(2), 10000)

# --- leak: thread worker
import threading
import time
import tensorflow as tf


@tf.function
def interpolate(a, b, t):
    return a + (b - a) * t


def animate():
    begin = time.time()
    while True:
        show(interpolate(tf.zeros([3]), tf.ones([3]), time.time() - begin))  # leak


threading.Thread(target=animate).start()

# --- leak: number in a tuple
import tensorflow as tf


@tf.function
def update(pair):
    x, n = pair
    return x * n


for n in range(1, 5000):
    update((tf.ones([2]), n))  # leak

# --- silent: capped number
import tensorflow as tf


@tf.function
def unroll(x, depth):
    for _ in range(depth):
        x = x * 2.0
    return x


for step in range(10000):
    unroll(tf.ones([2]), min(step, 4))

# --- silent: stage of a curriculum
import tensorflow as tf


@tf.function
def train(x, stage):
    return x * (stage + 1)


for step in range(10000):
    train(tf.ones([2]), step // 1000)

# --- silent: comparison of the step
import tensorflow as tf


@tf.function
def train(x, warm):
    return x * 0.1 if warm else x


for step in range(10000):
    train(tf.ones([2]), step < 100)
    train(tf.ones([2]), bool(step > 5000))
    train(tf.ones([2]), "warm" if step < 100 else "hot")

# --- silent: random choice of a few
import random
import tensorflow as tf


@tf.function
def rotate(x, k):
    return tf.image.rot90(x, k)


for _ in range(10000):
    rotate(tf.zeros([4, 4, 1]), random.choice([0, 1, 2, 3]))
    rotate(tf.zeros([4, 4, 1]), random.randint(0, 3))
    rotate(tf.zeros([4, 4, 1]), random.randrange(4))

# --- silent: index counted by the data set
import tensorflow as tf


@tf.function
def train(x, index):
    return x * index


for index, x in tf.data.Dataset.range(1000).enumerate():
    train(x, index)

# --- leak: hundreds of epochs by a constant
import tensorflow as tf

EPOCHS = 500


@tf.function
def train(x, epoch):
    return x * epoch


for epoch in range(EPOCHS):
    train(tf.ones([2]), epoch)  # leak

# --- leak: from the first of hundreds of epochs on
import tensorflow as tf


@tf.function
def train(x, epoch):
    return x * tf.cast(epoch, tf.float32)


def fit(x):
    epochs = 200
    for epoch in range(1, epochs + 1):
        train(x, epoch)  # leak


fit(tf.ones([2]))

# --- silent: as many epochs as the caller wants
import tensorflow as tf


@tf.function
def train(x, epoch):
    return x * tf.cast(epoch, tf.float32)


def fit(x, epochs):
    for epoch in range(epochs):
        train(x, epoch)


# --- silent: hundreds of epochs as tensors
import tensorflow as tf

EPOCHS = 500


@tf.function
def train(x, epoch):
    return x * epoch


for epoch in range(EPOCHS):
    train(tf.ones([2]), tf.constant(epoch, tf.float32))

# --- leak: stage of a curriculum without end
import itertools
import tensorflow as tf


@tf.function
def train(x, stage):
    return x * (stage + 1)


for step in itertools.count():
    train(tf.ones([2]), step // 1000)  # leak

# --- silent: counted by the condition and passed as a tensor
import tensorflow as tf


@tf.function
def train(x, step):
    return x * tf.cast(step, tf.float32)


step = 0
while (step := step + 1) < 100000:
    train(tf.ones([2]), tf.constant(step))

# --- leak: numbers of a cut iterator
import itertools
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in itertools.islice(itertools.count(), 100000):
    train(tf.ones([2]), step)  # leak

# --- leak: numbers as long as a condition holds
import itertools
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in itertools.takewhile(lambda n: running(), itertools.count()):
    train(tf.ones([2]), step)  # leak

# --- silent: a few numbers of an endless iterator
import itertools
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in itertools.islice(itertools.count(), 5):
    train(tf.ones([2]), step)

# --- silent: epochs by a name in capitals
import tensorflow as tf

EPOCHS = 50


@tf.function
def train(x, epoch):
    return x * epoch


for epoch in range(EPOCHS):
    train(tf.ones([2]), epoch)

# --- silent: conversion under another name
import tensorflow as tf


@tf.function
def train(x, step):
    return x * tf.cast(step, tf.float32)


for i in range(10000):
    step = tf.convert_to_tensor(i, dtype=tf.int64)
    train(tf.ones([2]), step)
    train(tf.ones([2]), tf.cast(i, tf.int32))
    train(tf.ones([2]), tf.Variable(i))

# --- silent: method that reads its own counter
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.count = 0

    @tf.function
    def step(self, x):
        return x * 2.0

    def run(self, batches):
        for batch in batches:
            self.count += 1
            self.step(tf.constant(batch))
            if self.count % 100 == 0:
                print(self.count)


Trainer().run(read_batches())

# --- silent: iterator handed to a traced epoch
import tensorflow as tf


@tf.function
def train_epoch(iterator, steps):
    for _ in tf.range(steps):
        tf.print(next(iterator))


dataset = tf.data.Dataset.range(1000).repeat()
for epoch in range(1000):
    train_epoch(iter(dataset), 100)

# --- silent: names of two phases
import tensorflow as tf


@tf.function
def step(x, phase):
    return x


def run(phase, batches):
    for batch in batches:
        step(tf.constant(batch), phase)


for epoch in range(1000):
    run("train", read_batches())
    run("validate", read_batches())

# --- silent: scalar of numpy read from a variable
import numpy as np
import tensorflow as tf

optimizer = tf.keras.optimizers.Adam()


@tf.function
def log(step):
    tf.print(step)


while True:
    train_somehow(optimizer)
    log(optimizer.iterations)

# --- silent: adversarial training as taught
import os
import time
import tensorflow as tf
from tensorflow.keras import layers

BATCH_SIZE, EPOCHS, noise_dim = 256, 50, 100
(train_images, _), (_, _) = tf.keras.datasets.mnist.load_data()
train_images = (train_images.reshape(-1, 28, 28, 1).astype("float32") - 127.5) / 127.5
train_dataset = tf.data.Dataset.from_tensor_slices(train_images).shuffle(60000).batch(BATCH_SIZE)


def make_generator_model():
    model = tf.keras.Sequential()
    model.add(layers.Dense(7 * 7 * 256, use_bias=False, input_shape=(100,)))
    model.add(layers.Reshape((7, 7, 256)))
    return model


def make_discriminator_model():
    model = tf.keras.Sequential()
    model.add(layers.Conv2D(64, (5, 5), strides=(2, 2), padding="same"))
    model.add(layers.Flatten())
    model.add(layers.Dense(1))
    return model


generator, discriminator = make_generator_model(), make_discriminator_model()
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator_optimizer = tf.keras.optimizers.Adam(1e-4)
discriminator_optimizer = tf.keras.optimizers.Adam(1e-4)
checkpoint = tf.train.Checkpoint(generator=generator, discriminator=discriminator)
seed = tf.random.normal([16, noise_dim])


@tf.function
def train_step(images):
    noise = tf.random.normal([BATCH_SIZE, noise_dim])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        generated = generator(noise, training=True)
        real, fake = discriminator(images, training=True), discriminator(generated, training=True)
        gen_loss = cross_entropy(tf.ones_like(fake), fake)
        disc_loss = cross_entropy(tf.ones_like(real), real) + cross_entropy(tf.zeros_like(fake), fake)
    gen_gradients = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_gradients = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_gradients, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_gradients, discriminator.trainable_variables))


def generate_and_save_images(model, epoch, test_input):
    predictions = model(test_input, training=False)
    for i in range(predictions.shape[0]):
        draw(predictions[i, :, :, 0] * 127.5 + 127.5)


def train(dataset, epochs):
    for epoch in range(epochs):
        start = time.time()
        for image_batch in dataset:
            train_step(image_batch)
        generate_and_save_images(generator, epoch + 1, seed)
        if (epoch + 1) % 15 == 0:
            checkpoint.save(file_prefix=os.path.join("ckpt", "model"))
        print("Time for epoch {} is {} sec".format(epoch + 1, time.time() - start))


train(train_dataset, EPOCHS)

# --- silent: actor and critic as taught
import collections
import statistics
import numpy as np
import tensorflow as tf
import tqdm
from typing import List, Tuple


class ActorCritic(tf.keras.Model):
    def __init__(self, num_actions: int, num_hidden_units: int):
        super().__init__()
        self.common = tf.keras.layers.Dense(num_hidden_units, activation="relu")
        self.actor = tf.keras.layers.Dense(num_actions)
        self.critic = tf.keras.layers.Dense(1)

    def call(self, inputs: tf.Tensor) -> Tuple[tf.Tensor, tf.Tensor]:
        x = self.common(inputs)
        return self.actor(x), self.critic(x)


model = ActorCritic(2, 128)
optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)


def run_episode(initial_state: tf.Tensor, model: tf.keras.Model, max_steps: int) -> List[tf.Tensor]:
    values = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    state = initial_state
    for t in tf.range(max_steps):
        state = tf.expand_dims(state, 0)
        action_logits_t, value = model(state)
        values = values.write(t, tf.squeeze(value))
        state, reward, done = tf.numpy_function(env_step, [tf.random.categorical(action_logits_t, 1)], [tf.float32] * 3)
        if tf.cast(done, tf.bool):
            break
    return values.stack()


@tf.function
def train_step(initial_state, model, optimizer, gamma: float, max_steps_per_episode: int) -> tf.Tensor:
    with tf.GradientTape() as tape:
        values = run_episode(initial_state, model, max_steps_per_episode)
        loss = tf.reduce_sum(values) * gamma
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


episodes_reward: collections.deque = collections.deque(maxlen=100)
t = tqdm.trange(10000)
for i in t:
    initial_state = tf.constant(env.reset()[0], dtype=tf.float32)
    episode_reward = int(train_step(initial_state, model, optimizer, 0.99, 500))
    episodes_reward.append(episode_reward)
    running_reward = statistics.mean(episodes_reward)
    t.set_postfix(episode_reward=episode_reward, running_reward=running_reward)

# --- silent: distributed steps
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD()
    test_loss = tf.keras.metrics.Mean(name="test_loss")


def step_fn(inputs):
    x, y = inputs
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


@tf.function
def distributed_train_step(inputs):
    losses = strategy.run(step_fn, args=(inputs,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


dataset = strategy.experimental_distribute_dataset(make_dataset())
for epoch in range(1000):
    total_loss, num_batches = 0.0, 0
    for x in dataset:
        total_loss += distributed_train_step(x)
        num_batches += 1
    print(f"Epoch {epoch + 1}, Loss: {total_loss / num_batches}")
    test_loss.reset_state()

# --- silent: agents of a library
import tensorflow as tf
from tf_agents.agents.dqn import dqn_agent
from tf_agents.replay_buffers import tf_uniform_replay_buffer
from tf_agents.utils import common

agent = dqn_agent.DqnAgent(time_step_spec, action_spec, q_network=q_net, optimizer=tf.keras.optimizers.Adam())
agent.initialize()
agent.train = common.function(agent.train)
agent.train_step_counter.assign(0)
replay_buffer = tf_uniform_replay_buffer.TFUniformReplayBuffer(agent.collect_data_spec, 1, max_length=100000)
iterator = iter(replay_buffer.as_dataset(sample_batch_size=64, num_steps=2).prefetch(3))
returns = []
for _ in range(20000):
    collect_step(train_env, agent.collect_policy, replay_buffer)
    experience, unused_info = next(iterator)
    train_loss = agent.train(experience).loss
    step = agent.train_step_counter.numpy()
    if step % 200 == 0:
        print("step = {0}: loss = {1}".format(step, train_loss))
    if step % 1000 == 0:
        returns.append(float(compute_avg_return(eval_env, agent.policy, 10)))

# --- silent: custom loop with metrics and summaries
import datetime
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10)])
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam()
train_acc = keras.metrics.SparseCategoricalAccuracy()
writer = tf.summary.create_file_writer("logs/" + datetime.datetime.now().strftime("%Y%m%d"))


@tf.function
def train_step(x, y, training=True):
    with tf.GradientTape() as tape:
        logits = model(x, training=training)
        loss_value = loss_fn(y, logits)
    grads = tape.gradient(loss_value, model.trainable_weights)
    optimizer.apply_gradients(zip(grads, model.trainable_weights))
    train_acc.update_state(y, logits)
    return loss_value


def main(epochs, dataset):
    best = 0.0
    history = {"loss": [], "accuracy": []}
    for epoch in range(epochs):
        for step, (x, y) in enumerate(dataset):
            loss_value = train_step(x, y)
            if step % 200 == 0:
                print("Training loss at step %d: %.4f" % (step, float(loss_value)))
            with writer.as_default():
                tf.summary.scalar("loss", loss_value, step=optimizer.iterations)
        accuracy = float(train_acc.result())
        history["loss"].append(float(loss_value))
        history["accuracy"].append(accuracy)
        if accuracy > best:
            best = accuracy
            model.save_weights("best.weights.h5")
        train_acc.reset_state()
    return history


main(10, tf.data.Dataset.from_tensor_slices(load()).batch(64))

# --- silent: rate read from a schedule
import tensorflow as tf

schedule = tf.keras.optimizers.schedules.CosineDecay(0.1, 10000)


@tf.function
def update(x, rate):
    return x * rate


for step in range(10000):
    update(tf.ones([2]), schedule(step))

# --- leak: arguments of a tuple and one more
import tensorflow as tf


@tf.function
def train(x, y, step):
    return (x + y) * step


def run(batches):
    for step, batch in enumerate(batches):
        pair = (tf.constant(batch[0]), tf.constant(batch[1]))
        train(*pair, step)  # leak


run(read_batches())

# --- leak: keyword arguments by a dictionary
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in range(10000):
    arguments = {"x": tf.ones([2]), "step": step}
    train(**arguments)  # leak

# --- leak: compiled in the constructor
import tensorflow as tf


class Trainer:
    def __init__(self, model, compiled=True):
        self.model = model
        self.step = 0
        self.train_step = self._train_step
        if compiled:
            self.train_step = tf.function(self._train_step)

    def _train_step(self, x, rate):
        return tf.reduce_sum(self.model(x)) * rate

    def run(self, dataset):
        for x in dataset:
            self.step += 1
            self.train_step(x, 1.0 / self.step)  # leak


Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1)])).run(tf.data.Dataset.range(1000).batch(2))

# --- leak: name bound to the compiled function under a switch
import argparse
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--eager", action="store_true")
parser.add_argument("--steps", type=int)
args = parser.parse_args()


def train_step(x, step):
    return x * step


if not args.eager:
    train_step = tf.function(train_step)
for step in range(args.steps):
    train_step(tf.ones([2]), step)  # leak

# --- leak: below another decorator
import functools
import tensorflow as tf


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(function)
        return function(*args, **kwargs)

    return wrapper


@logged
@tf.function
def train(x, step):
    return x * step


for step in range(10000):
    train(tf.ones([2]), step)  # leak

# --- leak: method under another name
import tensorflow as tf


class Model:
    @tf.function
    def advance(self, x, dt):
        return x + dt


def simulate(model, duration):
    advance = model.advance
    x, t = tf.zeros([3]), 0.0
    while t < duration:
        x = advance(x, t)  # leak
        t += 0.01
    return x


print(simulate(Model(), 1000.0))

# --- leak: assigned expression
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


step = 0
while (step := step + 1) < 100000:
    train(tf.ones([2]), step)  # leak

# --- silent: switch that is never on
import tensorflow as tf


class Trainer:
    @tf.function
    def train(self, x, verbose=False, scale=1.0):
        return x * scale

    def run(self, batches):
        for index, batch in enumerate(batches):
            self.train(tf.constant(batch), verbose=index == 0)


Trainer().run(read_batches())

# --- silent: number kept in a data class field
from dataclasses import dataclass
import tensorflow as tf


@dataclass
class Config:
    rate: float = 0.1
    steps: int = 100000


@tf.function
def train(x, rate):
    return x * rate


def main(config):
    for step in range(config.steps):
        train(tf.ones([2]), config.rate)


main(Config())

# --- silent: a request body as tensors
import json
from http.server import BaseHTTPRequestHandler
import tensorflow as tf


@tf.function
def top(scores, k):
    return tf.math.top_k(scores, k).indices


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = top(tf.constant(body["scores"]), tf.constant(body["k"]))
        self.wfile.write(str(found.numpy()).encode())

# --- silent: keyword arguments by a dictionary of tensors
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in range(10000):
    arguments = {"x": tf.ones([2]), "step": tf.constant(step, tf.float32)}
    train(**arguments)

# --- leak: arguments by a list
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in range(10000):
    train(*[tf.ones([2]), step])  # leak

# --- silent: arguments by a list of tensors
import tensorflow as tf


@tf.function
def train(x, step):
    return x * step


for step in range(10000):
    train(*[tf.ones([2]), tf.constant(step, tf.float32)])

# --- silent: below another decorator and with tensors
import functools
import tensorflow as tf


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(function)
        return function(*args, **kwargs)

    return wrapper


@logged
@tf.function
def train(x, step):
    return x * step


for step in range(10000):
    train(tf.ones([2]), tf.constant(step, tf.float32))

# --- leak: numbers within a named tuple
import math
from typing import NamedTuple
import tensorflow as tf


class Knobs(NamedTuple):
    temperature: float
    clip: float = 5.0


@tf.function
def improve(rows, knobs):
    return tf.reduce_mean(tf.clip_by_value(rows / knobs.temperature, -knobs.clip, knobs.clip))


def schedule(step):
    return Knobs(temperature=math.exp(-0.01 * step))


for step in range(10000):
    print(float(improve(tf.random.normal([64, 4]), schedule(step))))  # leak

# --- silent: a named tuple of tensors
from typing import NamedTuple
import tensorflow as tf


class Knobs(NamedTuple):
    temperature: tf.Tensor
    clip: float = 5.0


@tf.function
def improve(rows, knobs):
    return tf.reduce_mean(tf.clip_by_value(rows / knobs.temperature, -knobs.clip, knobs.clip))


for step in range(10000):
    print(float(improve(tf.random.normal([64, 4]), Knobs(tf.constant(0.1 * step)))))

# --- leak: drawn by a generator of its own, in a structure
import random

import tensorflow as tf


def draw(rng):
    return {"colour": {"contrast": round(rng.uniform(0.7, 1.4), 3)}, "shift": (rng.uniform(-5, 6), 0)}


@tf.function
def view(images, options):
    return images * options["colour"]["contrast"] + options["shift"][0]


rng = random.Random(3)
while True:
    print(view(tf.ones([2, 2]), draw(rng)).numpy())  # leak

# --- silent: drawn by a generator of its own from a few numbers
import random

import tensorflow as tf


@tf.function
def view(images, shift):
    return images + shift


rng = random.Random(3)
while True:
    print(view(tf.ones([2, 2]), rng.randint(0, 5)).numpy())

# --- leak: a number that each call of a method changes
import tensorflow as tf


class Schedule:
    def __init__(self):
        self.value = 5.0

    def step(self):
        self.value = max(0.1, self.value * 0.999)
        return self.value


@tf.function
def sample(logits, temperature):
    return tf.random.categorical(logits / temperature, 1)


schedule = Schedule()
while True:
    print(sample(tf.zeros([2, 5]), schedule.step()).numpy())  # leak

# --- silent: a number that each call of a method changes, of an object that each round makes
import tensorflow as tf


class Schedule:
    def __init__(self):
        self.value = 5.0

    def step(self):
        self.value = max(0.1, self.value * 0.999)
        return self.value


@tf.function
def sample(logits, temperature):
    return tf.random.categorical(logits / temperature, 1)


while True:
    print(sample(tf.zeros([2, 5]), Schedule().step()).numpy())

# --- silent: a number that each call of a method changes between a few values
import tensorflow as tf


class Turn:
    def __init__(self):
        self.value = 0

    def step(self):
        self.value = (self.value + 1) % 4
        return self.value


@tf.function
def turned(image, times):
    return tf.image.rot90(image, times)


turn = Turn()
while True:
    print(turned(tf.zeros([5, 5, 1]), turn.step()).numpy())

# --- leak: share of the rounds that the command line orders
import argparse

import tensorflow as tf


class Curriculum:
    def __init__(self, phases):
        self.phases = phases

    def phase(self, index):
        return {"noise": 0.05 + 0.6 * (index + 1) / self.phases}


@tf.function
def step(rows, phase):
    return tf.reduce_mean(rows * phase["noise"])


parser = argparse.ArgumentParser()
parser.add_argument("--phases", type=int, default=900)
args = parser.parse_args()
curriculum = Curriculum(args.phases)
for index in range(args.phases):
    print(step(tf.ones([4]), curriculum.phase(index)).numpy())  # leak
