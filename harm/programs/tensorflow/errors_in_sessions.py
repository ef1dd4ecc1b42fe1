"""Errors of sessions and graph building: messages with the lines that made the operations, and whole tracebacks.

lanes = ["tf2", "tf1"]
fails = true
"""
import traceback

import tensorflow as tf

v1 = tf.compat.v1
v1.disable_eager_execution()


def report(what, call):
    try:
        call()
    except Exception:
        print(what, traceback.format_exc())


x = v1.placeholder(tf.float32, [2], name="x")
z = v1.debugging.check_numerics(x, "bad number", name="z")
with v1.Session() as session:
    report("fed", lambda: session.run(z))
    report("shape", lambda: session.run(z, {x: [1.0]}))
    report("numerics", lambda: session.run(z, {x: [1.0, float("nan")]}))
    report("fetch", lambda: session.run("missing:0"))
    report("type", lambda: session.run(3))
    report("arguments", lambda: session.run())
    report("graph", lambda: tf.matmul(v1.placeholder(tf.float32, [2, 3]), v1.placeholder(tf.float32, [2, 3])))
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    report("other graph", lambda: session.run(other))
report("closed", lambda: session.run(z, {x: [1.0, 2.0]}))
session.run(z, {x: [1.0, 2.0]})
