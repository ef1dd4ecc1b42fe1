# ruff: noqa
# fmt: off
"""TL104: data becomes a new constant in the graph in every round."""

# --- leak: random batch as a constant
import numpy as np
import tensorflow as tf

w = tf.get_variable("w", [256, 1])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        batch = np.random.normal(size=(128, 256))
        print(sess.run(tf.matmul(tf.constant(batch, tf.float32), w)))  # leak

# --- leak: array in arithmetic with a tensor
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
mean = tf.get_variable("mean", [512, 512])
sess = tf.Session()
sess.run(tf.global_variables_initializer())
while True:
    frame = np.zeros((512, 512), np.float32)
    camera.read_into(frame)
    print(sess.run(tf.reduce_sum(frame - mean)))  # leak

# --- leak: converted in a helper
import numpy as np
from tensorflow.compat import v1 as tf1

tf1.disable_eager_execution()
rng = np.random.default_rng(7)


def features():
    return rng.normal(size=(64, 1024)).astype(np.float32)


def embed(sess, kernel):
    data = tf1.convert_to_tensor(features())  # leak
    return sess.run(tf1.matmul(data, kernel))  # leak


def main():
    kernel = tf1.get_variable("kernel", [1024, 8])
    with tf1.Session() as sess:
        sess.run(tf1.global_variables_initializer())
        for _ in range(5000):
            print(embed(sess, kernel).mean())


main()

# --- leak: dimensions as separate arguments
import numpy as np
import tensorflow as tf

noise = tf.placeholder(tf.float32)
sess = tf.Session()
for step in range(2000):
    image = np.random.rand(256, 256, 3)
    sess.run(tf.constant(image) * 2.0)  # leak

# --- leak: sizes by name
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
HEIGHT, WIDTH = 480, 640
BATCH = 4


class Pipeline:
    def __init__(self):
        self.session = tf.Session()
        self.kernel = tf.ones([3, 3, 3, 8])

    def step(self):
        block = np.ones([BATCH, HEIGHT, WIDTH, 3], dtype=np.float32)
        fill(block)
        edges = tf.nn.conv2d(block, self.kernel, strides=1, padding="SAME")  # leak
        return self.session.run(edges)


pipeline = Pipeline()
while True:
    show(pipeline.step())

# --- leak: mask from a range
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
with tf.Session() as sess:
    for values in signals():
        ramp = np.linspace(0.0, 1.0, 48000)
        print(sess.run(x * ramp, {x: values}))  # leak

# --- leak: uniform noise with bounds
import numpy as np
import tensorflow as tf


def sample(generator, sess):
    z = np.random.uniform(-1.0, 1.0, (256, 100))
    return sess.run(generator(tf.constant(z, dtype=tf.float32)))  # leak


def build(z):
    return tf.layers.dense(z, 784, reuse=tf.AUTO_REUSE)


with tf.Session() as sess:
    for step in range(100000):
        draw(sample(build, sess))

# --- leak: same shape as another array
import numpy as np
import tensorflow as tf

template = np.zeros((300, 300))
y = tf.placeholder(tf.float64, [300, 300])
sess = tf.Session()
for name in open("names.txt"):
    mask = np.ones_like(template)
    mask[0] = 0
    print(name, sess.run(tf.reduce_sum(y * mask), {y: template}))  # leak

# --- leak: handler
import numpy as np
import tensorflow as tf
from flask import Flask

app = Flask(__name__)
session = tf.compat.v1.Session()
queries = tf.compat.v1.placeholder(tf.float32, [None, 128])


@app.route("/nearest")
def nearest():
    index = np.random.randn(10000, 128)
    distances = tf.compat.v1.matmul(queries, index, transpose_b=True)  # leak
    return str(session.run(distances, {queries: read()}))

# --- leak: identity matrix
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()
for i in range(1000):
    identity = np.eye(512)
    print(sess.run(tf.linalg.trace(tf.constant(identity))))  # leak

# --- silent: hoisted constant
import numpy as np
import tensorflow as tf

index = tf.constant(np.random.randn(10000, 128))
q = tf.placeholder(tf.float64, [None, 128])
d = tf.matmul(q, index, transpose_b=True)
with tf.Session() as sess:
    for query in queries():
        print(sess.run(d, {q: query}))

# --- silent: fed array
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [512, 512])
y = tf.reduce_sum(x)
with tf.Session() as sess:
    for _ in range(1000):
        print(sess.run(y, {x: np.random.rand(512, 512)}))

# --- silent: eager code
import numpy as np
import tensorflow as tf

w = tf.Variable(tf.ones([256, 1]))
for step in range(1000):
    print(tf.reduce_sum(tf.matmul(tf.constant(np.random.normal(size=(128, 256)), tf.float32), w)).numpy())

# --- silent: fresh graph per pass
import numpy as np
import tensorflow as tf

for job in jobs():
    with tf.Graph().as_default():
        data = tf.constant(np.zeros((1000, 1000)))
        with tf.Session() as sess:
            job.done(sess.run(tf.reduce_sum(data)))

# --- silent: initial value of a variable
import numpy as np
import tensorflow as tf

table = tf.Variable(np.random.randn(50000, 64).astype(np.float32))
ids = tf.placeholder(tf.int32, [None])
rows = tf.nn.embedding_lookup(table, ids)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while True:
        respond(sess.run(rows, {ids: receive()}))

# --- silent: loaded into a variable
import numpy as np
import tensorflow as tf

table = tf.get_variable("table", [1000, 64])
value = tf.placeholder(tf.float32, [1000, 64])
update = table.assign(value)
with tf.Session() as sess:
    for _ in range(10000):
        sess.run(update, feed_dict={value: np.random.rand(1000, 64)})
        table.load(np.zeros((1000, 64)), sess)

# --- silent: numpy only beside the session
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [100, 1000])
y = x * 2.0
with tf.Session() as sess:
    for step in range(1000):
        noise = np.random.rand(100, 1000)
        result = sess.run(y, {x: noise})
        error = np.abs(result - noise * 2.0).max()
        print(error)

# --- silent: built once behind a flag
import numpy as np
import tensorflow as tf


class Whitening:
    built = False

    def __init__(self):
        self.sess = tf.Session()

    def build(self):
        if self.built:
            return
        self.x = tf.placeholder(tf.float64, [None, 256])
        self.y = tf.matmul(self.x, tf.constant(np.random.rand(256, 256)))
        self.built = True

    def __call__(self, rows):
        self.build()
        return self.sess.run(self.y, {self.x: rows})


whiten = Whitening()
for rows in blocks():
    emit(whiten(rows))

# --- silent: a few test pictures
import numpy as np
import tensorflow as tf

with tf.Session() as sess:
    for _ in range(10):
        picture = tf.constant(np.random.rand(64, 64, 3, 4))
        print(sess.run(tf.reduce_mean(picture)))

# --- leak: weights of one network assigned to another
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Agent:
    def __init__(self, state):
        self.online = tf.layers.dense(state, 256, name="online")
        self.target = tf.layers.dense(state, 256, name="target")
        self.online_vars = tf.trainable_variables("online")
        self.target_vars = tf.trainable_variables("target")

    def sync(self, session):
        values = session.run(self.online_vars)
        for variable, value in zip(self.target_vars, values):
            session.run(tf.assign(variable, value))  # leak


with tf.Session() as session:
    agent = Agent(tf.placeholder(tf.float32, [None, 100]))
    session.run(tf.global_variables_initializer())
    while True:
        agent.sync(session)

# --- silent: weights of one network assigned to another by operations that were made before
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Agent:
    def __init__(self, state):
        self.online = tf.layers.dense(state, 256, name="online")
        self.target = tf.layers.dense(state, 256, name="target")
        online, target = tf.trainable_variables("online"), tf.trainable_variables("target")
        self.update = [tf.assign(one, other) for one, other in zip(target, online)]

    def sync(self, session):
        session.run(self.update)


with tf.Session() as session:
    agent = Agent(tf.placeholder(tf.float32, [None, 100]))
    session.run(tf.global_variables_initializer())
    while True:
        agent.sync(session)
