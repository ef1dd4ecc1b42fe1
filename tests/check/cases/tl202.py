# ruff: noqa
# fmt: off
"""TL202: each new shape makes `tf.function` trace again."""

# --- leak: growing history
import tensorflow as tf


@tf.function
def smooth(values):
    return tf.reduce_mean(values)


history = []
for step in range(5000):
    history.append(float(step))
    if len(history) > 100000:
        history.pop(0)
    smooth(tf.constant(history))  # leak

# --- leak: concatenated sequence of a decoder
import tensorflow as tf


@tf.function
def next_token(tokens):
    return tf.argmax(tf.one_hot(tokens, 10), axis=-1)[:, -1:]


tokens = tf.zeros([1, 1], tf.int64)
while True:
    token = next_token(tokens)  # leak
    tokens = tf.concat([tokens, token], axis=1)

# --- leak: random length
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)


@tf.function
def pool(rows):
    return tf.reduce_max(rows, axis=0)


for _ in range(100000):
    length = rng.integers(1, 5000)
    pool(rng.normal(size=(length, 16)))  # leak

# --- leak: prefix of an array
import numpy as np
import tensorflow as tf

data = np.random.rand(10000, 4)


@tf.function
def fit(rows):
    return tf.reduce_sum(rows)


for n in range(1, 10000):
    fit(data[:n])  # leak

# --- leak: zeros of a counted size
import itertools
import tensorflow as tf


@tf.function(autograph=False)
def encode(x):
    return tf.cumsum(x)


for n in itertools.count(1):
    encode(tf.zeros([n]))  # leak

# --- leak: sentence by sentence
import tensorflow as tf
from tensorflow.keras import layers as L

embedding = L.Embedding(1000, 8)


@tf.function
def encode(tokens):
    return tf.reduce_mean(embedding(tokens), axis=1)


def vectors(path):
    with open(path) as lines:
        for line in lines:
            tokens = [hash(word) % 1000 for word in line.split()]
            yield encode(tf.constant([tokens])).numpy()  # leak


for vector in vectors("corpus.txt"):
    print(vector)

# --- leak: method of a class over a growing buffer
import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.buffer = np.zeros((0, 4), np.float32)

    @tf.function
    def value(self, states):
        return tf.reduce_sum(states, axis=1)

    def observe(self, state):
        self.buffer = np.concatenate([self.buffer, state[None]])
        return self.value(self.buffer)  # leak


agent = Agent()
while True:
    agent.observe(receive())

# --- leak: random crop
import random
import tensorflow as tf


@tf.function
def blur(image):
    return tf.nn.avg_pool2d(image[None], 3, 1, "SAME")[0]


image = tf.zeros([1024, 1024, 3])
for _ in range(20000):
    height = random.randint(16, 1024)
    blur(tf.image.random_crop(image, [height, 512, 3]))  # leak

# --- leak (missed): list grows as an argument
import tensorflow as tf


@tf.function
def total(parts):
    return tf.add_n(parts)


parts = []
while len(parts) < 100000:
    parts.append(tf.ones([2]))
    total(parts)  # leak

# --- leak: list grows without an end as an argument
import tensorflow as tf


@tf.function
def total(parts):
    return tf.add_n(parts)


parts = []
for _ in range(100000):
    parts.append(tf.ones([2]))
    total(parts)  # leak

# --- leak: handler with as many rows as were sent
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
weights = tf.ones([4, 1])


@tf.function
def score(rows):
    return tf.matmul(rows, weights)


@app.route("/score", methods=["POST"])
def handle():
    count = int(request.args["count"])
    rows = tf.zeros([count, 4])
    return str(score(rows).numpy())  # leak

# --- leak: traced helper of another file
import numpy as np
import tensorflow as tf
from model import forward

for size in range(1, 3000):
    forward(np.ones((size, 8), np.float32))  # leak
# file: model.py
import tensorflow as tf


@tf.function
def forward(x):
    return tf.nn.relu(x)

# --- leak: stacked rows of a generator
import random
import numpy as np
import tensorflow as tf


def episodes():
    while True:
        steps = random.randint(1, 2000)
        yield np.random.rand(steps, 4), np.random.rand(steps)


@tf.function
def train(states, rewards):
    return tf.reduce_sum(states) * tf.reduce_sum(rewards)


for states, rewards in episodes():
    train(tf.constant(states), tf.constant(rewards))  # leak

# --- silent: open dimension in a signature
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def smooth(values):
    return tf.reduce_mean(values)


for n in range(1, 10000):
    smooth(tf.zeros([n]))

# --- silent: retracing is reduced
import tensorflow as tf


@tf.function(reduce_retracing=True)
def smooth(values):
    return tf.reduce_mean(values)


for n in range(1, 10000):
    smooth(tf.zeros([n]))

# --- silent: older name of the option
import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def smooth(values):
    return tf.reduce_mean(values)


for n in range(1, 10000):
    smooth(tf.zeros([n]))

# --- silent: batches of one size
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


dataset = tf.data.Dataset.range(100000).batch(32, drop_remainder=True)
for batch in dataset:
    train(batch)

# --- silent: window of one size
import numpy as np
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


data = np.random.rand(100000, 4)
for start in range(0, 100000, 64):
    train(data[start:start + 64])

# --- silent: padded to one size
import numpy as np
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


for sentence in read_sentences():
    tokens = [len(word) for word in sentence]
    padded = np.zeros((1, 128), np.int32)
    padded[0, :len(tokens)] = tokens[:128]
    train(padded)

# --- silent: padded by keras
import tensorflow as tf
from tensorflow.keras.preprocessing.sequence import pad_sequences


@tf.function
def train(x):
    return tf.reduce_mean(x)


for sentences in read_sentences():
    tokens = [[len(word) for word in sentence] for sentence in sentences]
    train(tf.constant(pad_sequences(tokens, maxlen=64)))

# --- silent: bucketed lengths
import numpy as np
import tensorflow as tf

BUCKETS = [32, 64, 128, 256]


@tf.function
def train(x):
    return tf.reduce_mean(x)


for sentence in read_sentences():
    size = min(bucket for bucket in BUCKETS if bucket >= len(sentence))
    train(np.zeros((1, size), np.int32))

# --- silent: the last hundred values
import collections
import tensorflow as tf


@tf.function
def smooth(values):
    return tf.reduce_mean(values)


recent = collections.deque([0.0] * 100, maxlen=100)
for value in read_values():
    recent.append(value)
    smooth(tf.constant(list(recent)))

# --- silent: full batches only
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


batch = []
for value in read_values():
    batch.append(value)
    if len(batch) == 32:
        train(tf.constant(batch))
        batch = []

# --- silent: plain function without a trace
import tensorflow as tf


def smooth(values):
    return tf.reduce_mean(values)


for n in range(1, 10000):
    smooth(tf.zeros([n]))

# --- silent: images are resized first
import tensorflow as tf


@tf.function
def classify(image):
    return tf.reduce_mean(image)


def load(path):
    image = tf.image.decode_jpeg(tf.io.read_file(path))
    return tf.image.resize(image, [224, 224])


for path in list_files():
    print(float(classify(load(path))))

# --- silent: a few sizes
import tensorflow as tf


@tf.function
def classify(image):
    return tf.reduce_mean(image)


for size in [32, 64, 128]:
    classify(tf.zeros([size, size, 3]))
for scale in range(1, 9):
    classify(tf.zeros([scale * 32, scale * 32, 3]))

# --- silent: slice of one length from a random place
import random
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


data = tf.random.normal([100000])
for _ in range(10000):
    start = random.randrange(99000)
    train(data[start:start + 1000])

# --- silent: padded batches of a data set with a signature for the model
import tensorflow as tf

dataset = tf.data.Dataset.from_generator(read, tf.int64, [None]).padded_batch(32)


@tf.function(input_signature=(tf.TensorSpec([None, None], tf.int64),))
def train(x):
    return tf.reduce_mean(x)


for batch in dataset:
    train(batch)

# --- silent: growing list that is not handed over
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


losses = []
for batch in tf.data.Dataset.range(10000).batch(4, drop_remainder=True):
    losses.append(float(train(tf.cast(batch, tf.float32))))

# --- leak: progress bar over sizes
from tqdm import trange
import tensorflow as tf


@tf.function
def encode(x):
    return tf.cumsum(x)


for n in trange(1, 5000):
    encode(tf.ones([n]))  # leak

# --- leak (missed): beam grows in a helper
import tensorflow as tf


@tf.function
def score(sequence):
    return tf.reduce_sum(sequence)


def extend(sequence):
    return tf.concat([sequence, tf.ones([1])], axis=0)


sequence = tf.ones([1])
while True:
    sequence = extend(sequence)
    score(sequence)  # leak

# --- leak (missed): attribute list of an episode
import tensorflow as tf


class Learner:
    def __init__(self):
        self.rewards = []

    @tf.function
    def loss(self, rewards):
        return tf.reduce_sum(rewards)

    def observe(self, reward):
        self.rewards.append(reward)
        return self.loss(tf.constant(self.rewards))  # leak

    def reset(self):
        self.rewards.clear()


learner = Learner()
while True:
    learner.observe(receive())

# --- leak: ragged rows
import random
import tensorflow as tf


@tf.function
def train(rows):
    return tf.reduce_sum(rows)


while True:
    size = random.randrange(1, 100000)
    rows = tf.random.uniform((size, 3))
    train(rows)  # leak

# --- silent: rolling frames
import numpy as np
import tensorflow as tf


@tf.function
def q_values(state):
    return tf.reduce_mean(state)


state = np.zeros((84, 84, 4), np.float32)
while True:
    q_values(state[None])
    frame = observe()
    state = np.append(state[:, :, 1:], frame[:, :, None], axis=2)

# --- silent: rolling window of a tensor
import tensorflow as tf


@tf.function
def forecast(window):
    return tf.reduce_mean(window)


window = tf.zeros([24])
for step in range(10000):
    value = forecast(window)
    window = tf.concat([window[1:], [value]], axis=0)

# --- silent: cut to the last values
import tensorflow as tf


@tf.function
def forecast(window):
    return tf.reduce_mean(window)


window = tf.zeros([24])
for step in range(10000):
    value = forecast(window)
    window = tf.concat([window, [value]], axis=0)[-24:]

# --- silent: sample of a replay buffer
import random
import numpy as np
import tensorflow as tf


@tf.function
def train(states):
    return tf.reduce_mean(states)


buffer = []
for step in range(100000):
    buffer.append(observe())
    if len(buffer) > 10000:
        buffer.pop(0)
    if step > 1000:
        train(tf.constant(random.sample(buffer, 32)))
        index = np.random.choice(len(buffer), 32)
        train(np.array([buffer[i] for i in index]))

# --- silent: last batch is smaller
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


for epoch in range(1000):
    for batch in tf.data.Dataset.range(1001).shuffle(100).batch(32):
        train(batch)

# --- silent: rows gathered per round
import tensorflow as tf


@tf.function
def train(x):
    return tf.reduce_mean(x)


while True:
    batch = []
    for _ in range(32):
        batch.append(observe())
    train(tf.constant(batch))

# --- silent: truncated text
import tensorflow as tf


@tf.function
def encode(x):
    return tf.reduce_sum(x)


for line in open("corpus.txt"):
    tokens = [hash(word) % 1000 for word in line.split()][:64]
    tokens = tokens + [0] * (64 - len(tokens))
    encode(tf.constant(tokens))

# --- silent: ragged rows with a signature
import tensorflow as tf


@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
def encode(x):
    return tf.reduce_sum(x)


for n in range(1, 10000):
    encode(tf.ragged.constant([[1] * n]))

# --- silent: text one character after the other
import tensorflow as tf


class OneStep(tf.keras.Model):
    def __init__(self, model, chars_from_ids, ids_from_chars, temperature=1.0):
        super().__init__()
        self.temperature = temperature
        self.model = model
        self.chars_from_ids = chars_from_ids
        self.ids_from_chars = ids_from_chars

    @tf.function
    def generate_one_step(self, inputs, states=None):
        ids = self.ids_from_chars(tf.strings.unicode_split(inputs, "UTF-8")).to_tensor()
        logits, states = self.model(inputs=ids, states=states, return_state=True)
        logits = logits[:, -1, :] / self.temperature
        return self.chars_from_ids(tf.squeeze(tf.random.categorical(logits, 1), axis=-1)), states


one_step_model = OneStep(build_model(), chars_from_ids, ids_from_chars)
states = None
next_char = tf.constant(["ROMEO:"])
result = [next_char]
for n in range(1000):
    next_char, states = one_step_model.generate_one_step(next_char, states=states)
    result.append(next_char)
result = tf.strings.join(result)
print(result[0].numpy().decode("utf-8"))

# --- silent: transformer with open dimensions
import tensorflow as tf

train_step_signature = [
    tf.TensorSpec(shape=(None, None), dtype=tf.int64),
    tf.TensorSpec(shape=(None, None), dtype=tf.int64),
]


@tf.function(input_signature=train_step_signature)
def train_step(inp, tar):
    tar_inp, tar_real = tar[:, :-1], tar[:, 1:]
    with tf.GradientTape() as tape:
        predictions, _ = transformer([inp, tar_inp], training=True)
        loss = loss_function(tar_real, predictions)
    gradients = tape.gradient(loss, transformer.trainable_variables)
    optimizer.apply_gradients(zip(gradients, transformer.trainable_variables))
    train_loss(loss)


for epoch in range(EPOCHS):
    train_loss.reset_states()
    for (batch, (inp, tar)) in enumerate(train_batches):
        train_step(inp, tar)
        if batch % 50 == 0:
            print(f"Epoch {epoch + 1} Batch {batch} Loss {train_loss.result():.4f}")

# --- silent: episodes are padded before training
import numpy as np
import tensorflow as tf

MAX = 500


@tf.function
def learn(states, mask):
    return tf.reduce_sum(states * mask)


def pad(rows):
    out = np.zeros((MAX, 4), np.float32)
    mask = np.zeros((MAX, 1), np.float32)
    out[: len(rows)] = rows
    mask[: len(rows)] = 1.0
    return out, mask


for episode in range(100000):
    states = []
    state, done = env.reset(), False
    while not done:
        states.append(state)
        state, reward, done, _ = env.step(env.action_space.sample())
    learn(*pad(states))

# --- leak (missed): batches padded to their longest element
import tensorflow as tf


@tf.function
def train(tokens):
    return tf.reduce_sum(tokens)


dataset = tf.data.Dataset.from_generator(read_sentences, tf.int64, tf.TensorShape([None])).padded_batch(32)
for tokens in dataset:
    train(tokens)  # leak

# --- leak: compiled only by a constant that is off
import tensorflow as tf

USE_XLA = False


@tf.function(jit_compile=USE_XLA)
def encode(x):
    return tf.cumsum(x)


for n in range(1, 10000):
    encode(tf.ones([n]))  # leak

# --- leak: letters of a line that was typed
import tensorflow as tf


@tf.function
def encode(codes):
    return tf.reduce_sum(codes)


while True:
    line = input()
    print(int(encode(tf.constant([ord(letter) for letter in line]))))  # leak

# --- silent: batches padded to one shape
import tensorflow as tf


@tf.function
def train(tokens):
    return tf.reduce_sum(tokens)


dataset = tf.data.Dataset.from_generator(read_sentences, tf.int64, tf.TensorShape([None]))
for tokens in dataset.padded_batch(32, padded_shapes=[64], drop_remainder=True):
    train(tokens)

# --- silent: letters of a line cut to one length
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def encode(codes):
    return tf.reduce_sum(codes)


while True:
    line = input()
    print(int(encode(tf.constant([ord(letter) for letter in line]))))
