r"""Errors raised in layers, functions and training steps: whole tracebacks, filtered and not.

lanes = ["tf2", "tf215"]
fails = true

[[filters]]
pattern = "__autograph_generated_file\\w+\\.py"
why = "files that AutoGraph writes have random names"
"""
import traceback

import tensorflow as tf


class Bad(tf.keras.layers.Layer):
    def call(self, x):
        if x.shape[-1] == 3:
            raise ValueError("three")
        return x


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.bad = Bad()

    def call(self, x):
        return self.bad(x)


@tf.function
def through(x):
    return net(x)


def report(what, call):
    try:
        call()
    except Exception:
        print(what, traceback.format_exc())


net = Net()
for filtered in (True, False):
    (tf.debugging.enable_traceback_filtering if filtered else tf.debugging.disable_traceback_filtering)()
    report("layer", lambda: net(tf.ones([1, 3])))
    report("function", lambda: through(tf.ones([1, 3])))
    report("predict", lambda: net.predict(tf.ones([1, 3]), verbose=0))
    report("arguments", lambda: net(1, 2, 3, 4, 5))
    report("function arguments", lambda: through())
    report("runtime", lambda: tf.function(lambda x: tf.debugging.assert_positive(x))(tf.constant(-1)))
    report("shapes", lambda: tf.matmul(tf.ones([2, 3]), tf.ones([2, 3])))
    report("dataset", lambda: list(tf.data.Dataset.range(3).map(lambda x: 1 // (x - x))))
net.compile("sgd", "mse")
net.fit(tf.ones([4, 3]), tf.ones([4, 3]), verbose=0)
