# ruff: noqa
# fmt: off
"""TL103: a session is opened for every call (in preview: a cost, no leak)."""

# --- leak: scope per call
import tensorflow as tf

x = tf.placeholder(tf.float32)
y = tf.exp(x)


def score(value):
    with tf.Session() as sess:  # leak
        return sess.run(y, {x: value})


while True:
    respond(score(receive()))

# --- leak: handler opens and closes
from flask import Flask, request
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
app = Flask(__name__)
graph = load_graph("model.pb")


@app.post("/classify")
def classify():
    sess = tf.Session(graph=graph)  # leak
    answer = sess.run("label:0", {"rows:0": request.json["rows"]})
    sess.close()
    return {"label": int(answer)}

# --- leak: map over rows
from tensorflow.compat import v1 as tf1

graph = restore_graph()


def label(rows):
    with tf1.Session(graph=graph) as session:  # leak
        return session.run("label:0", {"rows:0": rows})


for answer in map(label, read_rows()):
    print(answer)

# --- leak: in a helper of another file
from helper import run
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
top = tf.reduce_max(x)
for values in stream():
    print(run(top, {x: values}))
# file: helper.py
import tensorflow as tf


def run(fetch, feed):
    with tf.Session() as sess:  # leak
        return sess.run(fetch, feed)

# --- silent: one session
import tensorflow as tf

x = tf.placeholder(tf.float32)
y = tf.exp(x)
with tf.Session() as sess:
    while True:
        respond(sess.run(y, {x: receive()}))

# --- silent: a graph and a session per pass
import tensorflow as tf

for job in jobs():
    with tf.Graph().as_default() as graph, tf.Session(graph=graph) as sess:
        x = tf.placeholder(tf.float32)
        job.done(sess.run(tf.exp(x), {x: job.value}))

# --- silent: default graph is reset
import tensorflow as tf

for job in jobs():
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32)
    y = tf.exp(x)
    with tf.Session() as sess:
        job.done(sess.run(y, {x: job.value}))

# --- silent: session when it is first needed
import tensorflow as tf


class Lazy:
    def __init__(self, graph):
        self.graph = graph
        self._session = None

    def run(self, rows):
        if self._session is None:
            self._session = tf.Session(graph=self.graph)
        return self._session.run("y:0", {"x:0": rows})


lazy = Lazy(load_graph())
for rows in stream():
    print(lazy.run(rows))

# --- silent: training and then evaluation
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.layers.dense(x, 1)
for phase in ("train", "test"):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(phase, sess.run(y, {x: [[1.0, 2.0]]}))
