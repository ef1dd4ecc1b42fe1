"""Functions that AutoGraph converts: loops, conditions, breaks, nested functions, lambdas, recursion, generators.

lanes = ["tf2", "tf215"]
"""
import functools
import time

import tensorflow as tf
from graphs import show_graph


def collatz(x):
    steps = 0
    while x > 1:
        if x % 2 == 0:
            x = x // 2
        else:
            x = 3 * x + 1
        steps += 1
        if steps > 1000:
            break
    return steps


def total(items):
    result = 0.0
    for item in items:
        if item < 0:
            continue
        result += item
    return result


def nested(x):
    def inner(y):
        if y > 0:
            return y * 2
        return -y

    return inner(x) + (lambda z: z + 1 if z > 2 else z)(x)


def decorated(function):
    @functools.wraps(function)
    def wrapper(*words, **named):
        return function(*words, **named) + 1

    return wrapper


@decorated
def wrapped(x):
    for i in tf.range(3):
        x += tf.cast(i, x.dtype)
    return x


class Thing:
    scale = 2.0

    def method(self, x):
        return tf.reduce_sum(x) * self.scale if tf.reduce_sum(x) > 0 else x[0]

    def __call__(self, x):
        if tf.reduce_sum(x) > 1:
            return x * 2
        return x


thing = Thing()
for name, function, argument in [
    ("collatz", collatz, tf.constant(27)),
    ("total", total, tf.constant([1.0, -2.0, 3.0])),
    ("nested", nested, tf.constant(5.0)),
    ("wrapped", wrapped, tf.constant(5.0)),
    ("method", thing.method, tf.constant([1.0, 2.0])),
    ("object", thing, tf.constant([1.0, 2.0])),
    ("partial", functools.partial(total), tf.constant([1.0])),
]:
    converted = tf.function(function)
    print(name, converted(argument).numpy(), converted.experimental_get_tracing_count())
    show_graph(name, converted.get_concrete_function(argument).graph.as_graph_def())
print(tf.autograph.to_code(collatz)[:400])
step = tf.function(total)
start = time.monotonic()
while time.monotonic() - start < 1.5:
    step(tf.constant([1.0, 2.0, 3.0]))
