# ruff: noqa
# fmt: off
"""TL208: XLA compiles the function anew for every shape."""

# --- leak: open dimension in the signature
import tensorflow as tf

weights = tf.ones([64])


@tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None, 64])])
def score(rows):
    return tf.linalg.matvec(rows, weights)


for n in range(1, 10000):
    score(tf.zeros([n, 64]))  # leak

# --- leak: growing sequence
import tensorflow as tf


@tf.function(jit_compile=True)
def decode(tokens):
    return tf.reduce_sum(tokens, axis=1, keepdims=True)


tokens = tf.zeros([1, 1])
while True:
    token = decode(tokens)  # leak
    tokens = tf.concat([tokens, token], axis=1)

# --- leak: older name of the option
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(3)


@tf.function(experimental_compile=True)
def pool(x):
    return tf.reduce_max(x)


for _ in range(100000):
    pool(rng.normal(size=rng.integers(1, 4000)))  # leak

# --- leak: wrapped by a call
import numpy as np
import tensorflow as tf


def energy(points):
    return tf.reduce_sum(points ** 2)


fast = tf.function(energy, jit_compile=True)
data = np.random.rand(5000, 3)
for n in range(1, 5000):
    fast(data[:n])  # leak

# --- leak: partial decorator
import functools
import tensorflow as tf


@functools.partial(tf.function, jit_compile=True)
def encode(x):
    return tf.cumsum(x)


n = 1
while True:
    encode(tf.ones([n]))  # leak
    n += 1

# --- leak: method with relaxed shapes
import numpy as np
import tensorflow as tf


class Model:
    def __init__(self):
        self.kernel = tf.Variable(tf.ones([8, 8]))

    @tf.function(jit_compile=True, reduce_retracing=True)
    def forward(self, x):
        return tf.matmul(x, self.kernel)

    def serve(self):
        count = 0
        while True:
            count += 1
            self.forward(np.ones((count, 8), np.float32))  # leak


Model().serve()

# --- leak: helper of another file
import tensorflow as tf
from kernels import histogram

values = []
for value in range(20000):
    values.append(float(value))
    histogram(tf.constant(values))  # leak
print(values)
# file: kernels.py
import tensorflow as tf


@tf.function(jit_compile=True)
def histogram(x):
    return tf.histogram_fixed_width(x, [0.0, 1.0])

# --- leak: generator of episodes
import numpy as np
import tensorflow as tf

rng = np.random.default_rng()


def episodes():
    while True:
        length = rng.integers(10, 5000)
        yield rng.normal(size=(length, 4))


@tf.function(jit_compile=True)
def returns(rewards):
    return tf.cumsum(rewards, reverse=True)


for episode in episodes():
    returns(tf.constant(episode))  # leak

# --- leak: as many rows as a handler gets
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()


@tf.function(jit_compile=True)
def total(x):
    return tf.reduce_sum(x)


@app.get("/total")
def handle(count: int):
    return float(total(tf.ones([count])))  # leak

# --- leak: keyword argument
import itertools
import tensorflow as tf


@tf.function(jit_compile=True)
def attend(query, memory):
    return tf.matmul(query, memory, transpose_b=True)


query = tf.ones([1, 8])
for size in itertools.count(1):
    attend(query, memory=tf.ones([size, 8]))  # leak

# --- silent: padded
import tensorflow as tf


@tf.function(jit_compile=True, input_signature=[tf.TensorSpec([1024, 64])])
def score(rows):
    return tf.reduce_sum(rows, axis=1)


for rows in requests:
    padded = tf.pad(rows, [[0, 1024 - len(rows)], [0, 0]])
    answer(score(padded)[: len(rows)])

# --- silent: one size
import tensorflow as tf


@tf.function(jit_compile=True)
def step(x):
    return x * 2.0


for _ in range(100000):
    step(tf.random.normal([32, 8]))

# --- silent: compiled for whole batches
import tensorflow as tf


@tf.function(jit_compile=True)
def step(x):
    return tf.reduce_mean(x)


for batch in tf.data.Dataset.range(100000).batch(64, drop_remainder=True):
    step(batch)

# --- silent: windows
import numpy as np
import tensorflow as tf


@tf.function(jit_compile=True)
def step(x):
    return tf.reduce_mean(x)


data = np.random.rand(100000)
for i in range(len(data) - 256):
    step(data[i:i + 256])

# --- silent: switched off and with a signature
import tensorflow as tf


@tf.function(jit_compile=False, input_signature=[tf.TensorSpec([None])])
def step(x):
    return tf.reduce_mean(x)


for n in range(1, 10000):
    step(tf.zeros([n]))

# --- silent: a few sizes
import tensorflow as tf


@tf.function(jit_compile=True)
def step(x):
    return tf.reduce_mean(x)


for size in (32, 64, 128):
    step(tf.zeros([size, size]))

# --- silent: powers of two up to a limit
import tensorflow as tf


@tf.function(jit_compile=True)
def step(x):
    return tf.reduce_mean(x)


SIZES = [2 ** k for k in range(10)]
for rows in read_rows():
    size = next(size for size in SIZES if size >= len(rows))
    step(tf.zeros([size]))

# --- silent: compiled model with batches
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse", jit_compile=True)
model.fit(tf.ones([100, 4]), tf.ones([100, 1]), batch_size=10, epochs=100)

# --- silent: length of a fixed buffer
import collections
import numpy as np
import tensorflow as tf


@tf.function(jit_compile=True)
def step(x):
    return tf.reduce_mean(x)


buffer = collections.deque(maxlen=64)
for value in read_values():
    buffer.append(value)
    if len(buffer) == buffer.maxlen:
        step(np.array(buffer))

# --- silent: truncated and padded in a helper
import numpy as np
import tensorflow as tf


def fixed(rows, size=128):
    out = np.zeros((size, 4), np.float32)
    rows = rows[:size]
    out[: len(rows)] = rows
    return out


@tf.function(jit_compile=True)
def step(x):
    return tf.reduce_mean(x)


while True:
    step(fixed(receive()))
