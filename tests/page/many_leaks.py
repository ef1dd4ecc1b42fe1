"""A service that leaks in five ways at once: one short run for the pages of as many families of rules."""

import queue
import time

import numpy as np
import tensorflow as tf

ROUNDS = 70

losses = []
audit = []
models = []
pending = queue.Queue()


@tf.function
def total(values):
    return tf.reduce_sum(values)


def examples():
    yield np.zeros(4, np.float32)


def serve(number):
    values = tf.random.normal([64, 256])
    losses.append(values * 2.0)
    total(values)
    audit.append({"number": number, "words": [f"word {number + i}" for i in range(400)]})
    pending.put(np.full(20_000, number, np.float32))
    for _ in tf.data.Dataset.from_generator(examples, output_signature=tf.TensorSpec([4], tf.float32)):
        pass
    if number % 3 == 0:
        models.append(tf.keras.Sequential([tf.keras.Input([256]), tf.keras.layers.Dense(64)]))


for number in range(ROUNDS):
    serve(number)
    time.sleep(0.03)  # close looks need a moment
