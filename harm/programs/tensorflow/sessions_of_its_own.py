"""Subclasses and patches of sessions, models and layers made by the user: overriding run, fit, __call__ and __init__.

lanes = ["tf2", "tf1"]
"""
from unittest import mock

import numpy
import tensorflow as tf

v1, order = tf.compat.v1, []


class Loud(v1.Session):
    def __init__(self, *words, **named):
        order.append("session")
        super().__init__(*words, **named)

    def run(self, *words, **named):
        order.append("run")
        return super().run(*words, **named)

    def close(self):
        order.append("close")
        super().close()

    def __del__(self):
        order.append("del")
        super().__del__()


with tf.Graph().as_default():
    x = v1.placeholder(tf.float32)
    with Loud() as session:
        for number in range(300):
            session.run(x * 2 if number == 0 else x, {x: 1.0})
    original = v1.Session.run
    with mock.patch.object(v1.Session, "run", return_value="mocked"):
        print(v1.Session().run(x))
    print(v1.Session.run is original, v1.Session.run.__name__)
    del session
print(order[:3], order[-2:], order.count("run"))


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def __call__(self, *words, **named):
        order.append("call")
        return super().__call__(*words, **named)

    def call(self, x):
        return self.dense(x)

    def fit(self, *words, **named):
        order.append("fit")
        return super().fit(*words, **named)

    def __setattr__(self, name, value):
        order.append(name) if name == "dense" else None
        super().__setattr__(name, value)


net = Net()
net.compile("sgd", "mse")
net.fit(numpy.ones([8, 2]), numpy.ones([8, 1]), verbose=0)
with mock.patch.object(tf.keras.Model, "predict", autospec=True, return_value=5) as patched:
    print(net.predict(1), patched.call_count)
print(net.predict(numpy.ones([2, 2]), verbose=0).shape, [name for name in order if name in ("call", "fit", "dense")])
real = tf.keras.layers.Layer.__call__
tf.keras.layers.Layer.__call__ = lambda self, *w, **n: order.append("patched") or real(self, *w, **n)
tf.keras.layers.Dense(2)(numpy.ones([1, 2], "float32"))
tf.keras.layers.Layer.__call__ = real
print(order.count("patched"))
