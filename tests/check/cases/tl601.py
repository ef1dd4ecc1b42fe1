# ruff: noqa

# --- leak: a thread that builds once
import threading

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32)
session = tf.Session()


def worker():
    doubled = x * 2.0  # leak
    print(session.run(doubled, {x: 1.0}))


for _ in range(4):
    threading.Thread(target=worker).start()


# --- silent: threads that only run
import threading

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32)
doubled = x * 2.0
session = tf.Session()


def worker():
    print(session.run(doubled, {x: 1.0}))


for _ in range(4):
    threading.Thread(target=worker).start()
