# ruff: noqa

# --- leak: a module's counter
import tensorflow as tf

calls = 0


@tf.function
def scaled(x):
    return x / calls  # leak


def count():
    global calls
    calls += 1


# --- leak: a counter of the object
import tensorflow as tf


class Schedule:
    def __init__(self):
        self.step = 0

    @tf.function
    def rate(self, base):
        return base / (1.0 + self.step)  # leak

    def advance(self):
        self.step += 1


# --- silent: a constant of the module
import tensorflow as tf

SCALE = 3


@tf.function
def scaled(x):
    return x / SCALE


# --- silent: a variable
import tensorflow as tf

calls = tf.Variable(0.0)


@tf.function
def scaled(x):
    return x / calls


def count():
    calls.assign_add(1.0)


# --- silent: the counter is read outside
import tensorflow as tf

calls = 0


@tf.function
def scaled(x, divisor):
    return x / divisor


def count(x):
    global calls
    calls += 1
    return scaled(x, tf.constant(float(calls)))
