r"""py_function, numpy_function and custom gradients: calls, order, gradients, errors.

lanes = ["tf2", "tf215"]

[[filters]]
pattern = "0x[0-9a-f]+|PyFunc\\w*|pyfunc_\\d+"
why = "addresses of objects"
"""
import traceback

import tensorflow as tf

calls = []


def cube(x):
    calls.append(x.shape.as_list())
    return x**3


@tf.custom_gradient
def clipped(x):
    def backward(dy):
        calls.append("backward")
        return tf.clip_by_value(dy, -0.5, 0.5)

    return x * 10, backward


@tf.function
def through(x):
    return clipped(tf.py_function(cube, [x], tf.float32))


for number in range(200):
    x = tf.Variable([1.0, 2.0, float(number)])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(clipped(x))
        z = tf.reduce_sum(tf.py_function(cube, [x], tf.float32))
        u = tf.reduce_sum(through(x)) if number % 50 == 0 else 0.0
        total = y + z + u
    gradient = tape.gradient(total, x)
print(gradient.numpy(), len(calls), calls.count("backward"))


def fails(x):
    raise KeyError("from Python")


try:
    tf.function(lambda x: tf.py_function(fails, [x], tf.float32))(tf.constant(1.0))
except Exception as error:
    print(type(error).__name__, "from Python" in str(error))
print(tf.recompute_grad(lambda v: v * v)(tf.constant(3.0)).numpy())
