"""Four threads predict, train functions and read variables at the same time: all results.

lanes = ["tf2", "tf1"]
"""
import threading

import numpy
import tensorflow as tf
from graphs import bits
from habit import threads

results, errors = {}, []
if tf.__version__.startswith("2"):
    tf.keras.utils.set_random_seed(4)
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
    call = tf.function(lambda x: model(x))

    def answer(x):
        return call(tf.constant(x)).numpy()
else:
    tf.compat.v1.set_random_seed(4)
    x_ = tf.compat.v1.placeholder(tf.float32, [None, 4])
    y_ = tf.compat.v1.layers.dense(x_, 3)
    session = tf.compat.v1.Session()
    session.run(tf.compat.v1.global_variables_initializer())

    def answer(x):
        return session.run(y_, {x_: x})


def work(number):
    try:
        out = [answer(numpy.full([2, 4], number + i / 100, "float32")) for i in range(300)]
        results[number] = bits(out)
    except Exception as error:
        errors.append(repr(error))


workers = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(sorted(results.items()), errors, threads())
