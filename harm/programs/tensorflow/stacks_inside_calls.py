r"""Prints its own call stack inside layers, functions, Python functions, callbacks and session hooks.

lanes = ["tf2", "tf215", "tf1"]

[[filters]]
pattern = "__autograph_generated_file\\w+\\.py|tmp\\w+\\.py"
why = "files that AutoGraph writes have random names"
"""
import sys

import numpy
import tensorflow as tf


def stack(what):
    frame, found = sys._getframe(1), []
    while frame:
        found.append("%s:%s:%d" % (frame.f_code.co_filename.rsplit("/", 1)[-1], frame.f_code.co_name, frame.f_lineno))
        frame = frame.f_back
    print(what, len(found), "\n   ".join(found))


class Look(tf.keras.layers.Layer):
    def call(self, x):
        stack("layer")
        return x


class Tell(tf.keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        stack("callback")

    def on_predict_batch_end(self, batch, logs=None):
        stack("predict callback")


model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,)), Look()])
model.compile("sgd", "mse")
model.fit(numpy.ones([4, 2]), numpy.ones([4, 1]), verbose=0, callbacks=[Tell()])
model.predict(numpy.ones([4, 2]), verbose=0, callbacks=[Tell()])
if tf.executing_eagerly():
    Look()(tf.ones([1]))
    tf.function(lambda x: stack("function"))(tf.constant(1))
    tf.py_function(lambda: stack("py_function"), [], [])
    tf.data.Dataset.range(2).map(lambda x: (stack("map"), x)[1])
with tf.Graph().as_default(), tf.compat.v1.Session() as session:

    class Hook:
        def __len__(self):
            stack("feed")
            return 1

        def __array__(self, dtype=None, copy=None):
            stack("array")
            return numpy.ones([1], "float32")

    x = tf.compat.v1.placeholder(tf.float32, [1])
    session.run(x, {x: Hook()})
