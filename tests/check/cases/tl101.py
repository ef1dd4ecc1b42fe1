# ruff: noqa
# fmt: off
"""TL101: operations are added to a graph in every round."""

# --- leak: constant in a module level loop
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()
for i in range(1000):
    print(sess.run(tf.constant(i) * 2))  # leak

# --- leak: worker class with a session attribute
import queue
import tensorflow as tf


class Scorer:
    def __init__(self, path):
        self.sess = tf.Session()
        self.rows = tf.placeholder(tf.float32, [None, 8])
        self.weights = tf.get_variable("w", [8, 1])
        tf.train.Saver().restore(self.sess, path)

    def score(self, rows):
        logits = tf.matmul(self.rows, self.weights)  # leak
        return self.sess.run(tf.sigmoid(logits), feed_dict={self.rows: rows})


def work(jobs: queue.Queue, scorer: Scorer):
    while True:
        job = jobs.get()
        job.answer(scorer.score(job.rows))


work(queue.Queue(maxsize=10), Scorer("model.ckpt"))

# --- leak: flask handler opens a session over the default graph
from flask import Flask, jsonify, request
from tensorflow.compat import v1 as tf1

tf1.disable_eager_execution()
app = Flask(__name__)


@app.route("/celsius", methods=["POST"])
def celsius():
    with tf1.Session() as session:
        scaled = (tf1.constant(request.json["value"]) - 32.0) / 1.8  # leak
        return jsonify(value=float(session.run(scaled)))


app.run()

# --- leak: async handler of fastapi
import tensorflow as tf
from fastapi import FastAPI

tf1 = tf.compat.v1
tf1.disable_v2_behavior()
app = FastAPI()
session = tf1.Session()
logits = tf1.placeholder(tf1.float32, [None, 10])


@app.post("/predict")
async def predict(body: dict):
    probabilities = session.run(tf1.nn.softmax(logits), {logits: body["rows"]})  # leak
    return {"label": int(probabilities[0].argmax())}

# --- leak: http server handler
from http.server import BaseHTTPRequestHandler, HTTPServer
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()
x = tf.placeholder(tf.float32, [None])


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers["Content-Length"])
        values = [float(v) for v in self.rfile.read(size).split()]
        answer = sess.run(tf.reduce_max(x), {x: values})  # leak
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(answer).encode())


HTTPServer(("", 8000), Handler).serve_forever()

# --- leak: operation in a helper of another file
import tensorflow as tf

from helper import normalise

images = tf.placeholder(tf.float32, [None, 28, 28, 1])
with tf.Session() as sess:
    step = 0
    while step < 100000:
        batch = read_batch(step)
        clean = sess.run(normalise(images), {images: batch})
        write(clean)
        step += 1
# file: helper.py
import tensorflow as tf


def normalise(images):
    return tf.image.per_image_standardization(images)  # leak

# --- leak: helper exported again by a package
import tensorflow.compat.v1 as tf

from vision import crop

tf.disable_eager_execution()
frame = tf.placeholder(tf.uint8, [None, None, 3])


def main():
    with tf.Session() as sess:
        for path in video_frames():
            show(sess.run(crop(frame), feed_dict={frame: load(path)}))


if __name__ == "__main__":
    main()
# file: vision/__init__.py
from vision.ops import crop

__all__ = ["crop"]
# file: vision/ops.py
import tensorflow.compat.v1 as tf


def crop(frame):
    return tf.image.central_crop(frame, 0.8)  # leak

# --- leak: learning rate assigned in the training loop
import tensorflow as tf

rate = tf.Variable(0.1, trainable=False)
x = tf.placeholder(tf.float32, [None, 4])
w = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(20000):
        if step % 100 == 0:
            sess.run(tf.assign(rate, 0.1 * 0.99 ** step))  # leak
        sess.run(train, feed_dict={x: next_batch()})

# --- leak: variable method assigns
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
counter = tf.get_variable("counter", [], initializer=tf.zeros_initializer())
sess = tf.Session()
sess.run(tf.global_variables_initializer())
while True:
    sess.run(counter.assign_add(1.0))  # leak

# --- leak: saver for every checkpoint
import argparse
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=100000)
args = parser.parse_args()

x = tf.placeholder(tf.float32, [None, 3])
y = tf.layers.dense(x, 1)
train_op = tf.train.AdamOptimizer().minimize(tf.reduce_mean(y))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(args.steps):
        sess.run(train_op, {x: sample()})
        if step % 1000 == 0:
            saver = tf.train.Saver()  # leak
            saver.save(sess, "ckpt/model", global_step=step)

# --- leak: get next in the loop
import tensorflow as tf

dataset = tf.data.TextLineDataset("lines.txt").repeat()
iterator = dataset.make_one_shot_iterator()
with tf.Session() as sess:
    while True:
        try:
            line = sess.run(iterator.get_next())  # leak
        except tf.errors.OutOfRangeError:
            break
        print(line)

# --- leak: minimize in the loop
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable([[1.0], [2.0]])
loss = tf.reduce_sum(tf.matmul(x, w))
optimizer = tf.train.GradientDescentOptimizer(0.01)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(5000):
    sess.run(optimizer.minimize(loss), {x: [[1.0, 2.0]]})  # leak

# --- leak: summary op per validation
import tensorflow as tf


class Trainer(object):
    def __init__(self, model, log_dir):
        self.model = model
        self.sess = tf.Session()
        self.writer = tf.summary.FileWriter(log_dir, self.sess.graph)

    def fit(self, batches):
        for step, (x, y) in enumerate(batches):
            _, loss = self.sess.run([self.model.train_op, self.model.loss], {self.model.x: x, self.model.y: y})
            summary = tf.summary.scalar("validation/loss", loss)  # leak
            self.writer.add_summary(self.sess.run(summary), step)

# --- leak: comprehension over readings
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def smooth(readings):
    with tf.Session() as sess:
        return [sess.run(tf.square(reading)) for reading in readings]  # leak

# --- leak: map with a lambda
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
sess = tf.Session()
total = sum(map(lambda value: sess.run(tf.sqrt(value)), read_values()))  # leak

# --- leak: endless count
import itertools
import tensorflow as tf

state = tf.placeholder(tf.float32, [1, 4])
q_values = tf.layers.dense(state, 2)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
observation = env.reset()
for step in itertools.count():
    action = sess.run(tf.argmax(q_values, axis=1), {state: [observation]})[0]  # leak
    observation, reward, done, _ = env.step(action)
    if done:
        observation = env.reset()

# --- leak: endless iterator of the language
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
noise = tf.random_normal([4])
with tf.Session() as s:
    for _ in iter(int, 1):
        publish(s.run(noise * 0.5))  # leak

# --- leak: generator that builds as it yields
import tensorflow as tf


def augmented(paths, sess):
    for path in paths:
        raw = tf.read_file(path)  # leak
        image = tf.image.random_flip_left_right(tf.image.decode_jpeg(raw))
        yield sess.run(image)


with tf.Session() as sess:
    for image in augmented(list_images("data"), sess):
        store(image)

# --- leak: gradients for every picture
import tensorflow.compat.v1 as tf
from tensorflow.compat.v1 import keras

tf.disable_v2_behavior()
images = tf.placeholder(tf.float32, [None, 224, 224, 3])
logits = build_network(images)


def saliency(sess, image, label):
    score = logits[0, label]  # leak
    gradient = tf.gradients(score, images)[0]  # leak
    return sess.run(gradient, feed_dict={images: image[None]})


with tf.Session() as sess:
    for image, label in validation_set():
        save_map(saliency(sess, image, label))

# --- leak: template method of a base class
import tensorflow as tf


class Agent:
    def __init__(self, sess):
        self.sess = sess
        self.state = tf.placeholder(tf.float32, [None, 6])
        self.policy = tf.layers.dense(self.state, 3)

    def act(self, observation):
        raise NotImplementedError

    def play(self, env):
        observation = env.reset()
        while True:
            observation, _, done, _ = env.step(self.act(observation))
            if done:
                return


class GreedyAgent(Agent):
    def act(self, observation):
        best = tf.argmax(self.policy, 1)  # leak
        return self.sess.run(best, {self.state: [observation]})[0]


def main():
    agent = GreedyAgent(tf.Session())
    for episode in range(10000):
        agent.play(make_env())


main()

# --- leak: one graph around the loop
import tensorflow as tf

graph = tf.Graph()
with graph.as_default(), tf.Session(graph=graph) as sess:
    x = tf.placeholder(tf.string)
    for name in open("files.txt"):
        data = sess.run(tf.io.decode_base64(x), {x: name})  # leak
        print(len(data))

# --- leak: eval of a fresh tensor
import tensorflow as tf

sess = tf.InteractiveSession()
embeddings = tf.get_variable("embeddings", [1000, 16])
sess.run(tf.global_variables_initializer())
for word in vocabulary():
    vector = tf.nn.embedding_lookup(embeddings, [word]).eval()  # leak
    print(word, vector)

# --- leak: labels made one hot in the feeding code
import numpy as np
import tensorflow as tf


def train(model, data, max_steps):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(max_steps):
            images, labels = data.next_batch(64)
            hot = sess.run(tf.one_hot(labels, 10))  # leak
            sess.run(model.train_op, feed_dict={model.images: images, model.labels: hot})

# --- leak: session as a default argument of a closure
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def make_scorer(weights):
    sess = tf.Session()

    def score(row):
        return sess.run(tf.tensordot(weights, row, 1))  # leak

    return score


scorer = make_scorer(tf.constant([0.1, 0.9]))
for row in rows():
    print(scorer(row))

# --- leak: local variables are initialised before every evaluation
import tensorflow as tf

labels = tf.placeholder(tf.int64, [None])
predictions = tf.placeholder(tf.int64, [None])
accuracy, update = tf.metrics.accuracy(labels, predictions)


def evaluate(sess, batches):
    sess.run(tf.local_variables_initializer())  # leak
    for y, p in batches:
        sess.run(update, {labels: y, predictions: p})
    return sess.run(accuracy)


with tf.Session() as sess:
    while not finished():
        wait_for_checkpoint()
        print(evaluate(sess, validation_batches()))

# --- leak: wrapped by a decorator of the project
import functools
import time
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
session = tf.Session()


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        begin = time.time()
        result = function(*args, **kwargs)
        print(time.time() - begin)
        return result

    return wrapper


@timed
def embed(sentence):
    return session.run(tf.strings.length(sentence))  # leak


for sentence in open("corpus.txt"):
    embed(sentence)

# --- leak: operators chosen from a table
import tensorflow as tf

OPERATIONS = {"relu": tf.nn.relu, "tanh": tf.nn.tanh}
x = tf.placeholder(tf.float32, [None])
with tf.Session() as sess:
    for kind, values in read_requests():
        respond(sess.run(OPERATIONS[kind](x), {x: values}))  # leak

# --- leak: data class with a session
from dataclasses import dataclass, field
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


@dataclass
class Calibrator:
    low: float
    high: float
    session: tf.Session = field(default_factory=tf.Session)

    def __call__(self, score):
        clipped = tf.clip_by_value(score, self.low, self.high)  # leak
        return self.session.run(clipped)


calibrate = Calibrator(0.0, 1.0)
while True:
    emit(calibrate(receive()))

# --- leak: keras backend in graph mode
import tensorflow as tf

tf.compat.v1.disable_eager_execution()
K = tf.keras.backend
features = K.placeholder((None, 16))
for rows in load_rows():
    mean = K.eval(K.mean(K.constant(rows)))  # leak
    print(mean)

# --- leak: samples of a distribution
import tensorflow as tf

mu = tf.placeholder(tf.float32, [1])
with tf.Session() as sess:
    for step in range(100000):
        normal = tf.distributions.Normal(mu, 1.0)  # leak
        action = sess.run(normal.sample(), {mu: [observe()]})  # leak
        act(action)

# --- leak: metrics built for every evaluation
import tensorflow as tf

labels = tf.placeholder(tf.int64, [None])
guesses = tf.placeholder(tf.int64, [None])
with tf.Session() as sess:
    while True:
        accuracy, update = tf.metrics.accuracy(labels, guesses)  # leak
        sess.run(tf.local_variables_initializer())  # leak
        sess.run(update, {labels: wait(), guesses: answer()})
        print(sess.run(accuracy))

# --- leak: subscriber of a robot
import rospy
import tensorflow as tf
from sensor_msgs.msg import Image


class Detector:
    def __init__(self):
        self.session = tf.Session()
        self.image = tf.placeholder(tf.uint8, [None, None, 3])
        rospy.Subscriber("/camera", Image, self.on_image)

    def on_image(self, message):
        small = tf.image.resize(self.image, [224, 224])  # leak
        self.session.run(small, {self.image: decode(message)})


Detector()
rospy.spin()

# --- leak: service of a remote procedure call
from concurrent import futures
import grpc
import score_pb2
import score_pb2_grpc
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Scores(score_pb2_grpc.ScoresServicer):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.sess = tf.Session()

    def Score(self, request, context):
        top = tf.nn.top_k(self.x, k=request.k)  # leak
        return score_pb2.Answer(values=self.sess.run(top, {self.x: request.values}).values)

# --- leak: tornado handler
import tornado.web
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
SESSION = tf.Session()
X = tf.placeholder(tf.float32)


class PredictHandler(tornado.web.RequestHandler):
    async def post(self):
        value = float(self.get_argument("x"))
        self.write({"y": float(SESSION.run(tf.exp(X), {X: value}))})  # leak

# --- leak: nested loops with a try around the run
import tensorflow as tf


def crawl(sess, seeds, embed):
    frontier = seeds
    while frontier:
        page = frontier.pop()
        try:
            vector = sess.run(tf.nn.l2_normalize(embed, 0), {"page:0": page.text})  # leak
        except tf.errors.InvalidArgumentError:
            continue
        finally:
            page.close()
        index(page, vector)

# --- leak: initializer run for every restart of a bandit
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def main(_):
    weights = tf.Variable(tf.ones([10]))
    pull = tf.nn.softmax(weights)
    with tf.Session() as sess:
        for game in range(FLAGS.games):
            sess.run(tf.global_variables_initializer())  # leak
            for turn in range(FLAGS.turns):
                sess.run(pull)


if __name__ == "__main__":
    tf.app.run()

# --- silent: placeholder fed in the loop
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.int32)
y = x * 2
with tf.Session() as sess:
    for i in range(1000):
        print(sess.run(y, {x: i}))

# --- silent: fresh graph per pass
import tensorflow as tf


def score(rows):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3])
        y = tf.reduce_sum(x, axis=1)
        with tf.Session() as sess:
            return sess.run(y, {x: rows})


while True:
    publish(score(receive()))

# --- silent: graph object per pass
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
for path in model_paths():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32)
        y = tf.tanh(x)
    sess = tf.Session(graph=graph)
    print(sess.run(y, {x: 1.0}))
    sess.close()

# --- silent: default graph thrown away per pass
import tensorflow as tf

for job in jobs():
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None])
    total = tf.reduce_sum(x)
    with tf.Session() as sess:
        job.finish(sess.run(total, {x: job.values}))

# --- silent: lazy building
import tensorflow as tf


class Scorer:
    def __init__(self):
        self.sess = tf.Session()
        self.x = tf.placeholder(tf.float32, [None])
        self.op = None

    def score(self, values):
        if self.op is None:
            self.op = tf.nn.softmax(self.x)
        return self.sess.run(self.op, {self.x: values})


scorer = Scorer()
while True:
    respond(scorer.score(receive()))

# --- silent: lazy property
import tensorflow as tf


class Model:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 4])
        self._logits = None

    @property
    def logits(self):
        if self._logits is None:
            self._logits = tf.layers.dense(self.x, 2)
        return self._logits

    def run(self, batches):
        for batch in batches:
            yield self.sess.run(self.logits, {self.x: batch})

# --- silent: layers are stacked in a loop
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 32])
net = x
for size in [64, 64, 32]:
    net = tf.layers.dense(net, size, activation=tf.nn.relu)
for i in range(FLAGS.num_residual_blocks):
    net = net + tf.layers.dense(net, 32)
train_op = tf.train.AdamOptimizer().minimize(tf.reduce_mean(net))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100000):
        sess.run(train_op, {x: batch(step)})

# --- silent: towers for every device
import tensorflow as tf


def build(num_gpus, images):
    gradients = []
    optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
    for i in range(num_gpus):
        with tf.device("/gpu:%d" % i), tf.variable_scope("tower", reuse=i > 0):
            loss = tf.reduce_mean(network(images[i]))
            gradients.append(optimizer.compute_gradients(loss))
    return optimizer.apply_gradients(average(gradients))


train_op = build(4, inputs())
with tf.train.MonitoredTrainingSession(checkpoint_dir="ckpt") as sess:
    while not sess.should_stop():
        sess.run(train_op)

# --- silent: eager program
import tensorflow as tf

weights = tf.Variable(tf.ones([3]))
for step in range(10000):
    value = tf.reduce_sum(weights * tf.constant(2.0))
    print(float(value))

# --- silent: records are written beside a session
import tensorflow as tf

image = tf.placeholder(tf.uint8, [None, None, 3])
encoded = tf.image.encode_png(image)
with tf.Session() as sess, tf.python_io.TFRecordWriter("out.tfrecord") as writer:
    for path in tf.gfile.Glob("*.ppm"):
        png = sess.run(encoded, {image: load(path)})
        tf.logging.info("converted %s", path)
        example = tf.train.Example(features=tf.train.Features(feature={
            "image": tf.train.Feature(bytes_list=tf.train.BytesList(value=[png])),
            "name": tf.train.Feature(bytes_list=tf.train.BytesList(value=[tf.compat.as_bytes(path)])),
        }))
        writer.write(example.SerializeToString())

# --- silent: plain summaries are written
import tensorflow as tf

loss = tf.reduce_mean(tf.placeholder(tf.float32, [None], name="x"))
merged = tf.summary.merge_all()
writer = tf.summary.FileWriter("logs")
saver = tf.train.Saver(max_to_keep=3)
with tf.Session() as sess:
    for step in range(100000):
        value = sess.run(loss, {"x:0": [1.0]})
        writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=value)]), step)
        if step % 1000 == 0:
            saver.save(sess, "ckpt/model", global_step=tf.train.get_global_step())

# --- silent: client of a model server
import grpc
import tensorflow as tf
from tensorflow_serving.apis import predict_pb2, prediction_service_pb2_grpc

stub = prediction_service_pb2_grpc.PredictionServiceStub(grpc.insecure_channel("localhost:8500"))
resize = tf.image.resize(tf.placeholder(tf.float32, [1, None, None, 3], name="in"), [224, 224])
with tf.Session() as sess:
    for image in images():
        request = predict_pb2.PredictRequest()
        request.inputs["x"].CopyFrom(tf.make_tensor_proto(sess.run(resize, {"in:0": image})))
        answer = stub.Predict(request, 10.0)
        print(tf.make_ndarray(answer.outputs["y"]))

# --- silent: the graph is finalised
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.cumsum(x)
sess = tf.Session()
sess.graph.finalize()
while True:
    emit(sess.run(y, {x: take()}))

# --- silent: one operation per bucket
import tensorflow as tf

BUCKETS = (16, 32, 64, 128)
x = tf.placeholder(tf.float32, [None, None])
operations = {}
with tf.Session() as sess:
    for rows in read_rows():
        bucket = min(size for size in BUCKETS if size >= len(rows))
        if bucket not in operations:
            operations[bucket] = tf.slice(x, [0, 0], [bucket, -1])
        emit(sess.run(operations[bucket], {x: pad(rows, bucket)}))

# --- silent: every experiment in a process of its own
import multiprocessing
import tensorflow as tf


def train(config):
    x = tf.placeholder(tf.float32, [None, 3])
    op = tf.train.AdamOptimizer(config["rate"]).minimize(tf.reduce_mean(tf.layers.dense(x, 1)))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(1000):
            sess.run(op, {x: batch()})


for config in configurations():
    process = multiprocessing.Process(target=train, args=(config,))
    process.start()
    process.join()

# --- silent: estimator in a loop
import tensorflow as tf


def input_fn():
    return tf.data.Dataset.from_tensor_slices(load()).shuffle(100).batch(32)


def model_fn(features, labels, mode):
    logits = tf.layers.dense(features, 2)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    train_op = tf.train.AdamOptimizer().minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


estimator = tf.estimator.Estimator(model_fn, "out")
for round_number in range(100):
    estimator.train(input_fn, steps=1000)
    print(estimator.evaluate(input_fn))

# --- silent: both modes in one helper
import tensorflow as tf


def as_number(value):
    if tf.executing_eagerly():
        return float(tf.convert_to_tensor(value))
    return tf.compat.v1.get_default_session().run(tf.convert_to_tensor(value))


for value in stream():
    print(as_number(value))

# --- silent: until one attempt succeeds
import time
import tensorflow as tf

model = tf.layers.dense(tf.placeholder(tf.float32, [None, 2], name="x"), 1)
sess = tf.Session()
while True:
    try:
        tf.train.Saver().restore(sess, tf.train.latest_checkpoint("ckpt"))
        break
    except ValueError:
        time.sleep(10)
print(sess.run(model, {"x:0": [[1.0, 2.0]]}))

# --- silent: the first matching file only
import os
import tensorflow as tf


def open_first(paths):
    for path in paths:
        if os.path.exists(path):
            saver = tf.train.import_meta_graph(path)
            sess = tf.Session()
            saver.restore(sess, path)
            sess.run("init")
            return sess
    raise FileNotFoundError

# --- silent: session from a factory used by name
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Classifier:
    def __init__(self, file):
        self.graph = tf.Graph()
        with self.graph.as_default():
            definition = tf.GraphDef()
            with tf.gfile.GFile(file, "rb") as stream:
                definition.ParseFromString(stream.read())
            tf.import_graph_def(definition, name="")
        self.session = tf.Session(graph=self.graph)

    def classify(self, image):
        output = self.graph.get_tensor_by_name("softmax:0")
        return self.session.run(output, {"image:0": image})


classifier = Classifier("frozen.pb")
for image in camera():
    show(classifier.classify(image))

# --- silent: metric of a few folds
import tensorflow as tf
from sklearn.model_selection import KFold

x = tf.placeholder(tf.float32, [None, 4])
with tf.Session() as sess:
    for fold in range(5):
        sess.run(tf.global_variables_initializer())
        print(sess.run(tf.reduce_mean(x), {x: part(fold)}))

# --- silent: arithmetic on what a session gave out
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.nn.softmax(x)
total = np.zeros(3)
with tf.Session() as sess:
    for rows in blocks():
        probabilities = sess.run(y, {x: rows})
        best = probabilities[:, 0] * 2.0 + 1.0
        total = total + probabilities.sum(axis=0)
        print(best.max(), -total)

# --- silent: iterators are read once
import tensorflow as tf

iterator = tf.data.make_initializable_iterator(tf.data.TFRecordDataset("a").batch(8))
batch = iterator.get_next()
with tf.Session() as sess:
    for epoch in range(100):
        sess.run(iterator.initializer)
        while True:
            try:
                handle(sess.run(batch))
            except tf.errors.OutOfRangeError:
                break

# --- silent: target networks are updated by one grouped operation
import tensorflow as tf


class DQN:
    def __init__(self):
        self.sess = tf.Session()
        self.build()

    def build(self):
        self.s = tf.placeholder(tf.float32, [None, 4])
        with tf.variable_scope("eval"):
            self.q = tf.layers.dense(self.s, 2)
        with tf.variable_scope("target"):
            self.q_next = tf.layers.dense(self.s, 2)
        e = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, "eval")
        t = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, "target")
        self.replace = [tf.assign(a, b) for a, b in zip(t, e)]

    def learn(self, step, batch):
        if step % 100 == 0:
            self.sess.run(self.replace)
        return self.sess.run(self.q, {self.s: batch})


agent = DQN()
for step in range(1000000):
    agent.learn(step, replay())

# --- leak: detection demo squeezes in the shared graph
import numpy as np
import tensorflow as tf

detection_graph = tf.Graph()
with detection_graph.as_default():
    definition = tf.GraphDef()
    with tf.gfile.GFile("frozen_inference_graph.pb", "rb") as stream:
        definition.ParseFromString(stream.read())
        tf.import_graph_def(definition, name="")


def run_inference_for_single_image(image, graph):
    with graph.as_default():
        with tf.Session() as sess:
            names = {output.name for op in tf.get_default_graph().get_operations() for output in op.outputs}
            tensors = {}
            for key in ["num_detections", "detection_boxes", "detection_masks"]:
                if key + ":0" in names:
                    tensors[key] = tf.get_default_graph().get_tensor_by_name(key + ":0")
            if "detection_masks" in tensors:
                boxes = tf.squeeze(tensors["detection_boxes"], [0])  # leak
                number = tf.cast(tensors["num_detections"][0], tf.int32)  # leak
                tensors["detection_boxes"] = tf.slice(boxes, [0, 0], [number, -1])
            image_tensor = tf.get_default_graph().get_tensor_by_name("image_tensor:0")
            return sess.run(tensors, feed_dict={image_tensor: np.expand_dims(image, 0)})


for path in list_images():
    show(run_inference_for_single_image(load(path), detection_graph))

# --- leak: target network copied variable by variable
import tensorflow as tf


class DDPG:
    def __init__(self, sess):
        self.sess = sess
        self.s = tf.placeholder(tf.float32, [None, 3])
        self.a = self.net("eval")
        self.a_ = self.net("target")
        self.e_params = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, scope="eval")
        self.t_params = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, scope="target")

    def net(self, scope):
        with tf.variable_scope(scope):
            return tf.layers.dense(self.s, 1)

    def learn(self, batch):
        self.sess.run(self.a, {self.s: batch})
        for t, e in zip(self.t_params, self.e_params):
            self.sess.run(tf.assign(t, 0.99 * t + 0.01 * e))  # leak


agent = DDPG(tf.Session())
for step in range(200000):
    agent.learn(replay(step))

# --- leak: property builds the operation
import tensorflow as tf


class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.logits = tf.layers.dense(self.x, 2)

    @property
    def probabilities(self):
        return tf.nn.softmax(self.logits)  # leak


model = Model()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for rows in read_rows():
        emit(sess.run(model.probabilities, {model.x: rows}))

# --- leak: callable network with shared variables
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Generator:
    def __call__(self, z):
        with tf.variable_scope("generator", reuse=tf.AUTO_REUSE):
            return tf.layers.dense(z, 784, activation=tf.nn.tanh)  # leak


generator = Generator()
z = tf.placeholder(tf.float32, [None, 100])
fake = generator(z)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100000):
        images = sess.run(generator(z), feed_dict={z: noise()})
        save(images)

# --- leak: keras model called in graph mode
import tensorflow as tf

tf.compat.v1.disable_eager_execution()
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
x = tf.compat.v1.placeholder(tf.float32, [None, 8])
sess = tf.compat.v1.keras.backend.get_session()
for batch in batches():
    print(sess.run(model(x), {x: batch}))  # leak

# --- leak: name of the module replaced by its first version
import tensorflow as tf

tf = tf.compat.v1
tf.disable_eager_execution()
sess = tf.Session()
for step in range(1000):
    print(sess.run(tf.random_uniform([step % 5])))  # leak

# --- leak: either version by a try
try:
    import tensorflow.compat.v1 as tf
    tf.disable_v2_behavior()
except ImportError:
    import tensorflow as tf


def main():
    with tf.Session() as sess:
        for line in open("numbers.txt"):
            print(sess.run(tf.string_to_number(line)))  # leak


if __name__ == "__main__":
    main()

# --- leak: names imported one by one
from tensorflow.compat.v1 import Session, constant, disable_v2_behavior, reduce_sum

disable_v2_behavior()
session = Session()
while True:
    print(session.run(reduce_sum(constant(take()))))  # leak

# --- leak: camera frames
import cv2
import tensorflow as tf

image = tf.placeholder(tf.uint8, [None, None, 3])
capture = cv2.VideoCapture(0)
with tf.Session() as sess:
    while capture.isOpened():
        ok, frame = capture.read()
        if not ok:
            break
        grey = sess.run(tf.image.rgb_to_grayscale(image), {image: frame})  # leak
        cv2.imshow("grey", grey)

# --- leak: step handed in as a function
import tensorflow as tf


def repeat(step, times):
    for _ in range(times):
        step()


a = tf.get_variable("a", [3])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    repeat(lambda: sess.run(a.assign_add([1.0, 1.0, 1.0])), 100000)  # leak

# --- leak: messages of a socket
import asyncio
import websockets
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()
x = tf.placeholder(tf.float32, [None])


async def listen():
    async with websockets.connect("ws://localhost") as socket:
        async for message in socket:
            values = [float(v) for v in message.split(",")]
            await socket.send(str(sess.run(tf.argmax(x), {x: values})))  # leak


asyncio.get_event_loop().run_until_complete(listen())

# --- leak: progress bar around the steps
from tqdm import tqdm, trange
import tensorflow as tf

w = tf.get_variable("w", [2])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in trange(50000):
        sess.run(tf.reduce_sum(w * w))  # leak

# --- leak: batches in every epoch
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
y = tf.layers.dense(x, 2)
labels = tf.placeholder(tf.int64, [None])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for images, targets in dataset.batches(64):
            correct = tf.equal(tf.argmax(y, 1), labels)  # leak
            accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
            print(accuracy.eval({x: images, labels: targets}))

# --- leak: polls itself with a timer
import threading
import tensorflow as tf

sess = tf.Session()
x = tf.placeholder(tf.float32, [None])


class Monitor:
    def __init__(self):
        self.running = True

    def run(self):
        while self.running:
            self.poll()

    def poll(self):
        values = read_sensors()
        if values:
            peak = tf.reduce_max(x)  # leak
            report(sess.run(peak, feed_dict={x: values}))


Monitor().run()

# --- leak: scheduled job
import schedule
import time
import tensorflow as tf

sess = tf.Session()
x = tf.placeholder(tf.float32, [None])


def job():
    report(sess.run(tf.reduce_mean(x), {x: read_sensors()}))  # leak


schedule.every(10).seconds.do(job)
while True:
    schedule.run_pending()
    time.sleep(1)

# --- leak: losses of keras in graph mode
import tensorflow as tf

tf.compat.v1.disable_v2_behavior()
y_true = tf.compat.v1.placeholder(tf.float32, [None])
y_pred = tf.compat.v1.placeholder(tf.float32, [None])
with tf.compat.v1.Session() as sess:
    for truth, guess in pairs():
        loss = tf.keras.losses.mean_squared_error(y_true, y_pred)  # leak
        print(sess.run(loss, {y_true: truth, y_pred: guess}))

# --- silent: weights loaded from a file
import numpy as np
import tensorflow as tf


class AlexNet:
    def __init__(self, x):
        with tf.variable_scope("fc8"):
            self.w = tf.get_variable("weights", [4096, 1000])
            self.out = tf.matmul(x, self.w)

    def load_initial_weights(self, session):
        weights = np.load("bvlc_alexnet.npy", encoding="bytes").item()
        for op_name in weights:
            with tf.variable_scope(op_name, reuse=True):
                for data in weights[op_name]:
                    if len(data.shape) == 1:
                        var = tf.get_variable("biases", trainable=False)
                        session.run(var.assign(data))
                    else:
                        var = tf.get_variable("weights", trainable=False)
                        session.run(var.assign(data))


x = tf.placeholder(tf.float32, [None, 4096])
model = AlexNet(x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    model.load_initial_weights(sess)
    for step in range(10000):
        sess.run(model.out, {x: batch(step)})

# --- silent: variables that are not initialised yet
import tensorflow as tf


def initialize_uninitialized(sess):
    global_vars = tf.global_variables()
    flags = sess.run([tf.is_variable_initialized(var) for var in global_vars])
    missing = [v for v, f in zip(global_vars, flags) if not f]
    if len(missing):
        sess.run(tf.variables_initializer(missing))


net = tf.layers.dense(tf.placeholder(tf.float32, [None, 2], name="x"), 1)
with tf.Session() as sess:
    initialize_uninitialized(sess)
    print(sess.run(net, {"x:0": [[1.0, 2.0]]}))

# --- silent: a number for each variable of the model
import tensorflow as tf

build_model()
with tf.Session() as sess:
    tf.train.Saver().restore(sess, "ckpt")
    for variable in tf.trainable_variables():
        print(variable.name, sess.run(tf.reduce_mean(variable)))

# --- silent: features of the style layers
import numpy as np
import tensorflow as tf


def style_features(net, image, style, style_layers):
    features = {}
    with tf.Session() as sess:
        for layer in style_layers:
            gram = tf.matmul(net[layer], net[layer], transpose_a=True)
            features[layer] = sess.run(gram, feed_dict={image: style})
    return features


def stylize(network, content, style, iterations, layers):
    image = tf.placeholder(tf.float32, [1, None, None, 3])
    wanted = style_features(network(image), image, style, layers)
    loss = 0.0
    for layer in layers:
        loss += tf.nn.l2_loss(network(image)[layer] - wanted[layer])
    train = tf.train.AdamOptimizer(1.0).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(iterations):
            sess.run(train, {image: content})

# --- silent: session over a graph of its own
import tensorflow as tf

for directory in export_directories():
    with tf.Session(graph=tf.Graph()) as sess:
        tf.saved_model.loader.load(sess, ["serve"], directory)
        x = sess.graph.get_tensor_by_name("x:0")
        print(sess.run(tf.reduce_max(x), {x: [1.0]}))

# --- silent: session of a new graph made the default
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def evaluate(path):
    sess = tf.Session(graph=tf.Graph())
    with sess.as_default(), sess.graph.as_default():
        saver = tf.train.import_meta_graph(path + ".meta")
        saver.restore(sess, path)
        return sess.run(tf.reduce_sum(sess.graph.get_tensor_by_name("w:0")))


while True:
    publish(evaluate(wait_for_checkpoint()))

# --- silent: each object has a graph of its own
import tensorflow as tf


class Experiment:
    def __init__(self, rate):
        self.graph = tf.Graph()
        self.session = tf.Session(graph=self.graph)
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 3])
            self.loss = tf.reduce_mean(tf.layers.dense(self.x, 1))
            self.train = tf.train.AdamOptimizer(rate).minimize(self.loss)
            self.session.run(tf.global_variables_initializer())

    def run(self):
        for step in range(1000):
            self.session.run(self.train, {self.x: batch()})
        return self.session.run(self.loss, {self.x: batch()})


for rate in candidates():
    print(rate, Experiment(rate).run())

# --- silent: graph thrown away by an inner name
from tensorflow.python.framework import ops
import tensorflow as tf

for job in jobs():
    ops.reset_default_graph()
    x = tf.placeholder(tf.float32, [None])
    with tf.Session() as sess:
        job.done(sess.run(tf.reduce_sum(x), {x: job.values}))

# --- silent: keras state cleared per model
import tensorflow as tf
from tensorflow.compat.v1.keras import backend as K

tf.compat.v1.disable_eager_execution()
for config in configurations():
    K.clear_session()
    x = tf.compat.v1.placeholder(tf.float32, [None, 4])
    y = tf.keras.layers.Dense(config.units)(x)
    sess = K.get_session()
    sess.run(tf.compat.v1.global_variables_initializer())
    print(sess.run(tf.reduce_mean(y), {x: config.rows}))

# --- silent: histograms of all variables before training
import tensorflow as tf

loss = build_loss()
optimizer = tf.train.AdamOptimizer()
grads = optimizer.compute_gradients(loss)
with tf.Session() as sess:
    for gradient, variable in grads:
        tf.summary.histogram(variable.op.name, variable)
        tf.summary.histogram(variable.op.name + "/gradient", gradient)
    train = optimizer.apply_gradients(grads)
    merged = tf.summary.merge_all()
    sess.run(tf.global_variables_initializer())
    for step in range(100000):
        sess.run([train, merged])

# --- silent: language model with an assigned rate
import tensorflow as tf


class PTBModel(object):
    def __init__(self, config):
        self._lr = tf.Variable(0.0, trainable=False)
        self._new_lr = tf.placeholder(tf.float32, shape=[], name="new_learning_rate")
        self._lr_update = tf.assign(self._lr, self._new_lr)
        self.x = tf.placeholder(tf.int32, [None, config.num_steps])
        state = tf.zeros([config.batch_size, 8])
        for time_step in range(config.num_steps):
            if time_step > 0:
                tf.get_variable_scope().reuse_variables()
            state = tf.layers.dense(state, 8)
        self.cost = tf.reduce_sum(state)
        self.train_op = tf.train.GradientDescentOptimizer(self._lr).minimize(self.cost)

    def assign_lr(self, session, value):
        session.run(self._lr_update, feed_dict={self._new_lr: value})


def run_epoch(session, model, data):
    costs = 0.0
    for step, x in enumerate(data):
        cost, _ = session.run([model.cost, model.train_op], {model.x: x})
        costs += cost
    return costs


def main(config, data):
    model = PTBModel(config)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for i in range(config.max_max_epoch):
            model.assign_lr(session, config.learning_rate * config.lr_decay ** i)
            print(run_epoch(session, model, data))

# --- silent: closures of a model that only run
import tensorflow as tf


class Model(object):
    def __init__(self, policy, nbatch):
        sess = tf.get_default_session()
        A = tf.placeholder(tf.int32, [nbatch])
        LR = tf.placeholder(tf.float32, [])
        loss = tf.reduce_mean(policy.logits) * LR
        optimizer = tf.train.RMSPropOptimizer(LR)
        _train = optimizer.apply_gradients(optimizer.compute_gradients(loss))

        def train(obs, actions, lr):
            return sess.run([loss, _train], {policy.X: obs, A: actions, LR: lr})[:-1]

        self.train = train


def learn(policy, runner, total):
    model = Model(policy, 32)
    for update in range(1, total // 32 + 1):
        obs, actions = runner.run()
        lr = 1e-3 * (1.0 - update / total)
        model.train(obs, actions, lr)

# --- silent: loop in the graph
import tensorflow as tf


def body(i, x):
    return i + 1, x * 2.0


x = tf.placeholder(tf.float32, [3])
_, result = tf.while_loop(lambda i, _: i < 10, body, [0, x])
mapped = tf.map_fn(lambda row: tf.reduce_sum(row) + 1.0, x)
with tf.Session() as sess:
    for values in stream():
        print(sess.run([result, mapped], {x: values}))

# --- silent: eager execution switched on in the first version
import tensorflow as tf

tf.enable_eager_execution()
dataset = tf.data.Dataset.range(100000).batch(4)
total = tf.constant(0, tf.int64)
for batch in dataset:
    total = total + tf.reduce_sum(batch)
print(total.numpy())

# --- silent: functions of the backend are made once
import tensorflow as tf
from tensorflow.keras import backend as K

tf.compat.v1.disable_eager_execution()
model = tf.keras.models.load_model("model.h5")
activations = K.function([model.input], [model.layers[3].output])
for image in images():
    print(activations([image])[0].shape)

# --- silent: variables are read and set
import tensorflow as tf
from tensorflow.keras import backend as K

tf.compat.v1.disable_eager_execution()
model = tf.keras.models.load_model("model.h5")
for step, (x, y) in enumerate(batches()):
    K.set_value(model.optimizer.lr, 0.1 * 0.99 ** step)
    model.train_on_batch(x, y)
    print(K.get_value(model.optimizer.lr), K.int_shape(model.output))

# --- leak: session of a context manager of the project
import contextlib
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


@contextlib.contextmanager
def opened(path):
    sess = tf.Session()
    tf.train.Saver().restore(sess, path)
    try:
        yield sess
    finally:
        sess.close()


x = tf.get_variable("x", [3])
with opened("ckpt") as sess:
    while True:
        report(sess.run(tf.reduce_max(x)))  # leak

# --- leak: session as a default argument
import tensorflow as tf

x = tf.placeholder(tf.float32)


def root(value, sess=tf.Session()):
    return sess.run(tf.sqrt(x), {x: value})  # leak


for line in open("numbers.txt"):
    print(root(float(line)))

# --- leak: static method of a toolbox
import tensorflow as tf


class Tools:
    @staticmethod
    def entropy(logits):
        p = tf.nn.softmax(logits)  # leak
        return -tf.reduce_sum(p * tf.log(p))


def evaluate(sess, logits, batches):
    total = 0.0
    for batch in batches:
        total += sess.run(Tools.entropy(logits), {"x:0": batch})
    return total


logits = tf.placeholder(tf.float32, [None, 4], name="x")
print(evaluate(tf.Session(), logits, read_batches()))

# --- leak: keyword arguments by a dictionary
import tensorflow as tf


def smoothed(value, sess, factor):
    return sess.run(value * factor)  # leak


with tf.Session() as sess:
    state = tf.get_variable("state", [2])
    options = {"sess": sess, "factor": 0.5}
    while True:
        publish(smoothed(state, **options))

# --- leak: reset only before the loop
import tensorflow as tf

tf.reset_default_graph()
x = tf.placeholder(tf.float32, [None])
with tf.Session() as sess:
    for values in stream():
        print(sess.run(tf.reduce_prod(x), {x: values}))  # leak

# --- silent: graph of a context manager of the project
import contextlib
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


@contextlib.contextmanager
def fresh():
    with tf.Graph().as_default() as graph:
        with tf.Session(graph=graph) as sess:
            yield sess


for job in jobs():
    with fresh() as sess:
        x = tf.placeholder(tf.float32, [None])
        job.done(sess.run(tf.reduce_sum(x), {x: job.values}))

# --- silent: graph entered by a stack
import contextlib
import tensorflow as tf

for job in jobs():
    with contextlib.ExitStack() as stack:
        graph = stack.enter_context(tf.Graph().as_default())
        sess = stack.enter_context(tf.Session(graph=graph))
        x = tf.placeholder(tf.float32, [None])
        job.done(sess.run(tf.reduce_sum(x), {x: job.values}))

# --- silent: decorator puts each call into a new graph
import functools
import tensorflow as tf


def in_new_graph(function):
    @functools.wraps(function)
    def wrapper(*args):
        with tf.Graph().as_default():
            return function(*args)

    return wrapper


@in_new_graph
def evaluate(values):
    x = tf.placeholder(tf.float32, [None])
    with tf.Session() as sess:
        return sess.run(tf.reduce_sum(x), {x: values})


while True:
    publish(evaluate(receive()))

# --- silent: agent resets its graph between games
import tensorflow as tf


class Agent:
    def __init__(self):
        self.reset()

    def reset(self):
        tf.reset_default_graph()
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.layers.dense(self.x, 2)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def act(self, state):
        return self.sess.run(self.y, {self.x: [state]})


agent = Agent()
for game in range(100000):
    agent.reset()
    state = start()
    while not over(state):
        state = move(state, agent.act(state))

# --- silent: built when the constructor runs and used by a server
import flask
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
app = flask.Flask(__name__)


class Predictor:
    def __init__(self):
        self.session = tf.Session()
        self.inputs = tf.placeholder(tf.float32, [None, 10])
        hidden = self.inputs
        for units in (64, 32):
            hidden = tf.layers.dense(hidden, units, tf.nn.relu)
        self.outputs = tf.layers.dense(hidden, 1)
        self.session.run(tf.global_variables_initializer())

    def predict(self, rows):
        return self.session.run(self.outputs, {self.inputs: rows})


predictor = None


def get_predictor():
    global predictor
    if predictor is None:
        predictor = Predictor()
    return predictor


@app.route("/", methods=["POST"])
def index():
    return flask.jsonify(get_predictor().predict(flask.request.json).tolist())

# --- silent: predictor memoised by the language
import functools
import flask
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
app = flask.Flask(__name__)


@functools.lru_cache(maxsize=1)
def network():
    x = tf.placeholder(tf.float32, [None])
    return tf.Session(), x, tf.nn.softmax(x)


@app.route("/", methods=["POST"])
def index():
    sess, x, y = network()
    return str(sess.run(y, {x: flask.request.json}))

# --- silent: before the first request
import flask
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
app = flask.Flask(__name__)
state = {}


@app.before_first_request
def load():
    state["x"] = tf.placeholder(tf.float32, [None])
    state["y"] = tf.nn.softmax(state["x"])
    state["sess"] = tf.Session()
    state["sess"].run(tf.global_variables_initializer())


@app.route("/")
def index():
    return str(state["sess"].run(state["y"], {state["x"]: flask.request.json}))

# --- silent: start of an application
import tensorflow.compat.v1 as tf
from fastapi import FastAPI

tf.disable_eager_execution()
app = FastAPI()


@app.on_event("startup")
def load():
    app.state.x = tf.placeholder(tf.float32, [None])
    app.state.y = tf.nn.softmax(app.state.x)
    app.state.sess = tf.Session()
    app.state.sess.run(app.state.y, {app.state.x: [1.0]})


@app.post("/")
def predict(values: list):
    return app.state.sess.run(app.state.y, {app.state.x: values}).tolist()

# --- silent: branch for tensors that is given numbers
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
known = {}


def is_expression(x):
    return isinstance(x, (tf.Tensor, tf.Variable, tf.Operation))


def summary(name, value, sess):
    if is_expression(value):
        return tf.identity(value)
    if name not in known:
        known[name] = tf.placeholder(tf.float32)
    return sess.run(known[name], {known[name]: value})


with tf.Session() as sess:
    step = 0
    while running():
        step += 1
        summary("step", step, sess)
        summary("seconds", seconds_of(step), sess)

# --- leak: branch for numbers that makes them tensors
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def summary(value, sess):
    if not isinstance(value, tf.Tensor):
        value = tf.constant(value)  # leak
    return sess.run(value)


with tf.Session() as sess:
    step = 0
    while running():
        step += 1
        summary(step, sess)

# --- silent: code for both modes that runs eagerly
import tensorflow as tf


def total(batches):
    found = 0.0
    for batch in batches:
        if tf.executing_eagerly():
            found += float(tf.reduce_sum(batch))
        else:
            with tf.compat.v1.Session() as sess:
                found += sess.run(tf.reduce_sum(batch))
    return found

# --- leak: code for both modes in a graph
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
sess = tf.Session()
for batch in read_batches():
    if tf.executing_eagerly():
        print(float(tf.reduce_sum(batch)))
    else:
        print(sess.run(tf.reduce_sum(batch)))  # leak

# --- silent: an operation for each name of a list
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
known = {}


class Metrics:
    def __init__(self):
        self.results = []

    def report(self, sess):
        for result in self.results:
            if result.name not in known:
                known[result.name] = tf.placeholder(tf.float32)
            sess.run(known[result.name], {known[result.name]: result.value})

# --- leak: an operation for each name of a stream
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
known = {}
with tf.Session() as sess:
    for line in open("names.txt"):
        if line not in known:
            known[line] = tf.placeholder(tf.float32)  # leak
        sess.run(known[line], {known[line]: 1.0})

# --- silent: a few steps of an array
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for width in np.linspace(1, 16, 16):
        print(sess.run(x * width, {x: 1.0}))

# --- leak: many steps of an array
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for width in np.linspace(1, 16, 5000):
        print(sess.run(x * width, {x: 1.0}))  # leak

# --- leak: mode ordered by a function of another module
import tensorflow as tf
import setup

setup.prepare()
sess = tf.compat.v1.Session()
for batch in read_batches():
    print(sess.run(tf.reduce_sum(batch)))  # leak
# file: setup.py
import tensorflow as tf


def prepare():
    tf.compat.v1.disable_eager_execution()

# --- leak: schedules and functions that nobody listed
import tensorflow as tf

step = tf.placeholder(tf.int64)
sess = tf.Session()


class Trainer:
    def rate(self, number):
        return sess.run(tf.train.cosine_decay_restarts(0.1, step, 200), {step: number})  # leak


trainer = Trainer()
for number in range(100000):
    print(trainer.rate(number))

# --- leak: two causes at different depths
import numpy as np
import tensorflow as tf

sess = tf.Session()


class Feeder:
    def __init__(self):
        self.target = tf.Variable(tf.zeros([3]))

    def feed(self, values):
        sess.run(tf.assign(self.target, values))  # leak


class Buffer:
    def __init__(self):
        self.target = tf.Variable(tf.zeros([3]))

    def reset(self):
        self.put(np.zeros(3))

    def put(self, values):
        sess.run(tf.assign(self.target, values))  # leak


a, b = Feeder(), Buffer()
for i in range(100000):
    a.feed(np.ones(3) * i)
    b.reset()

# --- leak: a session of another file
import itertools
from pics import Maker

maker = Maker(48)
while True:
    maker.make(next(frames))
# file: pics.py
import tensorflow as tf


class Maker:
    def __init__(self, edge):
        self.edge = edge
        self.sess = tf.Session()

    def make(self, image):
        return self.sess.run(tf.image.encode_jpeg(image))  # leak

# --- silent: an encoder that is made once
import itertools
from pics import Maker

maker = Maker(48)
while True:
    maker.make(next(frames))
# file: pics.py
import tensorflow as tf


class Maker:
    def __init__(self, edge):
        self.edge = edge
        self.sess = tf.Session()
        self.image = tf.placeholder(tf.uint8)
        self.encoded = tf.image.encode_jpeg(self.image)

    def make(self, image):
        return self.sess.run(self.encoded, {self.image: image})

# --- leak: a session that is handed in or made
import tensorflow as tf


class Agent:
    def __init__(self, sess=None):
        if sess is None:
            self.sess = tf.Session()
        else:
            self.sess = sess

    def act(self, state):
        return self.sess.run(tf.nn.softmax(state))  # leak


agent = Agent()
while True:
    agent.act(observe())

# --- silent: stages that begin at a few steps
import tensorflow as tf

rows = tf.placeholder(tf.float32, [None, 4])
sess = tf.Session()
starts = {0: 1.0, 1000: 1.5, 5000: 2.0}
for step in range(100000):
    if step in starts:
        loss = tf.reduce_mean(tf.pow(tf.abs(rows), starts[step]))
    print(sess.run(loss, {rows: read_rows()}))

# --- leak: target network updated through what the graph collected
import tensorflow as tf


class Agent:
    def __init__(self):
        self.sess = tf.Session()
        self.states = tf.placeholder(tf.float32, [None, 4])

    def sync(self):
        mine = sorted([v for v in tf.trainable_variables() if v.name.startswith("q")], key=lambda v: v.name)
        theirs = sorted([v for v in tf.trainable_variables() if v.name.startswith("t")], key=lambda v: v.name)
        updates = []
        for t, q in zip(theirs, mine):
            updates.append(t.assign(q))  # leak
        self.sess.run(updates)


agent = Agent()
for step in range(100000):
    if step % 500 == 0:
        agent.sync()

# --- silent: target network updated by operations of its own
import tensorflow as tf


class Agent:
    def __init__(self):
        self.sess = tf.Session()
        mine = [v for v in tf.trainable_variables() if v.name.startswith("q")]
        theirs = [v for v in tf.trainable_variables() if v.name.startswith("t")]
        self.updates = [t.assign(q) for t, q in zip(theirs, mine)]

    def sync(self):
        self.sess.run(self.updates)


agent = Agent()
for step in range(100000):
    if step % 500 == 0:
        agent.sync()

# --- leak: variables of unknown origin are assigned in a graph
import tensorflow as tf


class Agent:
    def __init__(self, sess, network, target):
        self.sess = sess
        self.network = network
        self.target = target

    def sync(self):
        self.sess.run([t.assign(0.9 * t + 0.1 * q) for t, q in zip(self.target.weights(), self.network.weights())])  # leak


with tf.Session() as sess:
    agent = Agent(sess, build("q"), build("t"))
    for step in range(100000):
        agent.sync()

# --- silent: a table of another library is assigned
import pandas as pd
import tensorflow as tf

rows = tf.placeholder(tf.float32, [None, 4])
total = tf.reduce_sum(rows)
table = pd.read_csv("rows.csv")
with tf.Session() as sess:
    for step in range(100000):
        table = table.assign(total=sess.run(total, {rows: table.values}))

# --- leak: a method that counts its calls
import tensorflow as tf


class Estimator:
    def __init__(self):
        self.session = tf.Session()
        self.t = 0

    def update(self, state, action, reward):
        self.t += 1
        if self.t % 1000 == 0:
            self.refresh()

    def refresh(self):
        self.session.run([t.assign(q) for t, q in zip(tf.get_collection("target"), tf.get_collection("q"))])  # leak

# --- silent: a method that is called once
import tensorflow as tf


class Estimator:
    def __init__(self):
        self.session = tf.Session()

    def refresh(self):
        self.session.run([t.assign(q) for t, q in zip(tf.get_collection("target"), tf.get_collection("q"))])

# --- leak: a function of the backend for every block
from keras import backend as K
from keras.layers.core import Dense
from keras.models import Sequential

model = Sequential([Dense(4, input_shape=(8,))])
for block in stream():
    f = K.function([model.layers[0].input], [model.layers[-1].output])  # leak
    print(f([block]))

# --- silent: a function of the backend for all blocks
from keras import backend as K
from keras.layers.core import Dense
from keras.models import Sequential

model = Sequential([Dense(4, input_shape=(8,))])
f = K.function([model.layers[0].input], [model.layers[-1].output])
for block in stream():
    print(f([block]))

# --- leak: two statements of one loop
import tensorflow as tf


def report(sess, rows):
    return sess.run(tf.add_n(tf.get_collection("losses")))  # leak


sess = tf.Session()
step = tf.get_variable("step", [])
for epoch in range(1000):
    sess.run(step)
    print(report(sess, epoch))
    sess.run(tf.assign(step, epoch + 1))  # leak

# --- leak: a method that counts its calls, in a class above
import tensorflow as tf


class Estimator:
    def __init__(self):
        self.session = tf.Session()
        self.t = 0

    def update(self, state, action, reward):
        self.t += 1
        if self.t % 1000 == 0:
            self.refresh()

    def refresh(self):
        raise NotImplementedError


class Double(Estimator):
    def refresh(self):
        self.session.run([t.assign(q) for t, q in zip(tf.get_collection("target"), tf.get_collection("q"))])  # leak

# --- silent: a graph for each case, entered by hand
import tensorflow as tf


class Fixture:
    def set_up(self):
        self.graph = tf.Graph()
        self.scope = self.graph.as_default()
        self.scope.__enter__()
        self.session = tf.Session(graph=self.graph)

    def tear_down(self):
        self.session.close()
        self.scope.__exit__(None, None, None)


fixture = Fixture()
for number in range(10000):
    fixture.set_up()
    print(fixture.session.run(tf.norm(tf.constant([1.0, 2.0]))))
    fixture.tear_down()

# --- silent: a branch that the call does not take
import tensorflow as tf

sess = tf.Session()
rows = tf.placeholder(tf.float32, [None, 4])
train_op = build(rows)


def step(batch, mode="train", summary=None):
    op = train_op if mode == "train" else tf.no_op()
    if summary is not None:
        sess.run(tf.summary.scalar("loss", summary))
    if mode not in ("train", "debug"):
        return sess.run(tf.reduce_mean(rows), {rows: batch})
    return sess.run(op, {rows: batch})


for number in range(10000):
    step(read_rows())

# --- leak: a branch that the call takes
import tensorflow as tf

sess = tf.Session()
rows = tf.placeholder(tf.float32, [None, 4])


def step(batch, mode="train"):
    if mode == "train":
        return sess.run(rows, {rows: batch})
    return sess.run(tf.reduce_mean(rows), {rows: batch})  # leak


for number in range(10000):
    step(read_rows(), mode="test")

# --- silent: seldom enough not to happen twice
import tensorflow as tf

sess = tf.Session()
rate = tf.Variable(0.1)
for number in range(5999):
    if (number + 1) % 7000 == 0:
        sess.run(tf.assign(rate, rate * 0.1))

# --- silent: behind a loop that never ends
import tensorflow as tf

sess = tf.Session()
rate = tf.Variable(0.1)
while 1:
    print(sess.run(rate))

for number in range(10000):
    sess.run(tf.assign(rate, rate * 0.1))

# --- leak: behind a loop that ends
import tensorflow as tf

sess = tf.Session()
rate = tf.Variable(0.1)
while 1:
    if sess.run(rate) > 3:
        break

for number in range(10000):
    sess.run(tf.assign(rate, rate * 0.1))  # leak

# --- silent: a few numbers
import tensorflow as tf

sess = tf.Session()
raw_data = [1.0, 2.0, 8.0, -1.0, 0.0, 5.5, 6.0, 13]
spike = tf.Variable(False)
for number in range(1, len(raw_data)):
    sess.run(tf.assign(spike, raw_data[number] - raw_data[number - 1] > 5))

# --- silent: counts the rounds of its own loop
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.sess = tf.Session()
        self.count = 0

    def train(self):
        merged = tf.summary.merge_all()
        for batch in self.batches():
            self.sess.run(merged)
            self.count += 1
            if self.count % 100 == 0:
                print(self.count)

# --- silent: connected to what happens once
import tensorflow as tf

from signals import SESSION_STARTED

class Initialiser:
    def __init__(self):
        self.sess = tf.Session()
        SESSION_STARTED.connect(self.restore)

    def restore(self, sender):
        self.sess.run(tf.global_variables_initializer())


Initialiser()

# --- silent: variables of a graph of its own
import tensorflow as tf


def save(path):
    graph = tf.Graph()
    with graph.as_default():
        build()
    with tf.Session(graph=graph) as sess:
        for variable in graph.get_collection("trainable_variables"):
            sess.run(variable.assign(read(path)))


for number in range(1000):
    save(str(number))

# --- silent: one of a list of losses
import tensorflow as tf


class Model:
    def __init__(self):
        self.sess = tf.Session()
        self.rows = tf.placeholder(tf.float32, [None, 4])
        self.outputs, self.losses = tf.contrib.legacy_seq2seq.model_with_buckets(self.rows, self.rows, self.rows)

    def step(self, bucket, batch):
        return self.sess.run([self.losses[bucket]], {self.rows: batch})


model = Model()
while True:
    model.step(choose(), read_rows())

# --- leak: one row of a loss
import tensorflow as tf


class Model:
    def __init__(self):
        self.sess = tf.Session()
        self.rows = tf.placeholder(tf.float32, [None, 4])
        self.mean, self.variance = tf.nn.moments(self.rows, [1])

    def step(self, row, batch):
        return self.sess.run(self.mean[0], {self.rows: batch})  # leak


model = Model()
while True:
    model.step(choose(), read_rows())


# --- silent: a network for each agent
import tensorflow as tf


class Actor:
    def __init__(self, session, width):
        self.rows = tf.placeholder(tf.float32, [None, width])
        self.scores = tf.layers.dense(self.rows, 4)
        session.run(tf.global_variables_initializer())


session = tf.Session()
actors = []
for index in range(environment.n):
    actors.append(Actor(session, environment.spaces[index]))


# --- leak: a network for each request of an endless loop
import tensorflow as tf


class Actor:
    def __init__(self, session, width):
        self.rows = tf.placeholder(tf.float32, [None, width])  # leak
        self.scores = tf.layers.dense(self.rows, 4)  # leak
        session.run(tf.global_variables_initializer())  # leak


session = tf.Session()
actors = []
while True:
    actors.append(Actor(session, 4))


# --- silent: ten thresholds of a metric
import numpy as np
import tensorflow as tf
from keras import backend as K


def mean_overlap(truth, guess):
    scores = []
    for threshold in np.arange(0.5, 1.0, 0.05):
        score, update = tf.metrics.mean_iou(truth, tf.to_int32(guess > threshold), 2)
        K.get_session().run(tf.local_variables_initializer())
        scores.append(score)
    return K.mean(K.stack(scores), axis=0)


# --- leak: ten thousand thresholds
import numpy as np
import tensorflow as tf

guess = tf.placeholder(tf.float32, [None])
session = tf.Session()
for threshold in np.arange(0.0, 1.0, 0.0001):
    session.run(guess > threshold, {guess: [0.5]})  # leak


# --- silent: one of several losses that a function gave
import tensorflow as tf

outputs, losses = tf.nn.seq2seq.model_with_buckets(inputs, targets, weights, buckets, cell)
session = tf.Session()
while True:
    bucket = 3
    session.run(losses[bucket], feed(bucket))


# --- leak: a part of one of several results
import tensorflow as tf

rows = tf.placeholder(tf.float32, [None, 8, 4])
outputs, state = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(4), rows, dtype=tf.float32)
session = tf.Session()
while True:
    session.run(outputs[:, -1], feed())  # leak


# --- silent: a question of its own whether something is a tensor
import tensorflow as tf


def is_expression(value):
    return isinstance(value, tf.Tensor) or isinstance(value, tf.Variable)


def summary(name, value):
    if is_expression(value):
        return tf.summary.scalar(name, value)
    return note(name, value)


session = tf.Session()
total = tf.placeholder(tf.float32, [])
while True:
    session.run(total, {total: 1.0})
    summary("loss", 3.5)


# --- leak: a question of its own, of a tensor
import tensorflow as tf


def is_expression(value):
    return isinstance(value, tf.Tensor) or isinstance(value, tf.Variable)


def summary(name, value):
    if is_expression(value):
        return tf.summary.scalar(name, value)  # leak
    return note(name, value)


session = tf.Session()
total = tf.placeholder(tf.float32, [])
while True:
    session.run(summary("loss", total), {total: 1.0})


# --- silent: variables of a graph that each save makes
import tensorflow as tf


def export(source):
    with tf.Graph().as_default() as copy, tf.Session().as_default() as session:
        build()
    for target in copy.get_collection(tf.GraphKeys.GLOBAL_VARIABLES):
        session.run(target.assign(source[target.name]))


session = tf.Session()
while True:
    session.run(step)
    export(weights)


# --- silent: the variables of two networks, once
import tensorflow as tf

session = tf.Session()
source = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="online")
target = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="target")
for index in range(len(source)):
    session.run(target[index].assign(source[index]))


# --- leak: the variables of two networks, again and again
import tensorflow as tf

session = tf.Session()
source = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="online")
target = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="target")
while True:
    session.run(train)
    for index in range(len(source)):
        session.run(target[index].assign(source[index]))  # leak


# --- silent: the other branch, since a function is handed over
import tensorflow as tf


def restored(session):
    saver.restore(session, "last")


def evaluate(restore=None):
    session = tf.Session()
    if restore:
        restore(session)
    else:
        tf.train.Saver().restore(session, "last")
    session.run(scores)


saver = tf.train.Saver()
while True:
    evaluate(restored)


# --- leak: the other branch, since no function is handed over
import tensorflow as tf


def evaluate(restore=None):
    session = tf.Session()
    if restore:
        restore(session)
    else:
        tf.train.Saver().restore(session, "last")  # leak
    session.run(scores)


while True:
    evaluate()


# --- leak: a list of queries keeps the graph of each
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Query:
    recent = []

    def __init__(self, columns):
        self.columns = columns
        self.graph = tf.Graph()
        Query.recent.append(self)  # leak

    def run(self, table):
        with self.graph.as_default():
            rows = tf.placeholder(tf.float32, [None, 4])
            total = tf.reduce_mean(rows)
        with tf.Session(graph=self.graph) as session:
            return session.run(total, {rows: table})


def main(tables):
    while True:
        print(Query([1, 2]).run(next(tables)))

# --- silent: a graph of its own for each query that nobody keeps
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Query:
    def __init__(self, columns):
        self.columns = columns
        self.graph = tf.Graph()

    def run(self, table):
        with self.graph.as_default():
            rows = tf.placeholder(tf.float32, [None, 4])
            total = tf.reduce_mean(rows)
        with tf.Session(graph=self.graph) as session:
            return session.run(total, {rows: table})


def main(tables):
    while True:
        print(Query([1, 2]).run(next(tables)))

# --- leak: behind a counter that has passed a length
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Estimator:
    def __init__(self, session, size):
        self.session = session
        self.memory = [None] * size
        self.step = 0
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.q = tf.Variable(tf.zeros([4]))
        self.target = tf.Variable(tf.zeros([4]))

    def update(self, row):
        self.memory[self.step % len(self.memory)] = row
        self.step += 1
        if self.step >= len(self.memory) and self.step % 1000 == 0:
            self.session.run(self.target.assign(self.q))  # leak

# --- silent: until a buffer is full
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Estimator:
    def __init__(self, session, size):
        self.session = session
        self.memory = []
        self.size = size
        self.q = tf.Variable(tf.zeros([4]))
        self.target = tf.Variable(tf.zeros([4]))

    def train(self, rows):
        while True:
            self.session.run(self.q, {})
            if len(self.memory) < self.size:
                self.session.run(self.target.assign(self.q))
                self.memory.append(next(rows))

# --- leak: in every frame that could be read
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def watch(camera, session, x):
    while camera.isOpened():
        read, frame = camera.read()
        if read == True:
            session.run(tf.image.resize_images(x, [64, 64]), {x: frame})  # leak

# --- silent: behind an exercise that nobody has done yet
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def watch(frames, session, x):
    for frame in frames:
        session.run(x, {x: frame})
        raise NotImplementedError
        session.run(tf.image.resize_images(x, [64, 64]), {x: frame})

# --- leak: a small window and its weights
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
rng = np.random.RandomState(0)
kernel = np.hanning(9).astype(np.float32)
session = tf.Session()
while True:
    window = rng.normal(size=(600, 50)).mean(axis=1)
    print(session.run(tf.reduce_sum(tf.nn.conv1d(window.reshape(1, -1, 1), kernel.reshape(-1, 1, 1), 1, "SAME"))))  # leak

# --- leak: the value of a small variable
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
gain = tf.get_variable("gain", [12, 6])
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    while True:
        before = session.run(gain)
        session.run(tf.assign(gain, before))  # leak

# --- leak: a sequence of batches decodes each image in the graph
import keras
import keras.backend as K
import numpy as np
import tensorflow as tf

tf.Session()


class Batches(keras.utils.Sequence):
    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        image = tf.image.decode_jpeg(tf.read_file(self.files[index]))  # leak
        return K.eval(image)[None], np.zeros(1)


def main(files):
    model = keras.models.load_model("model.h5")
    model.fit_generator(Batches(files), epochs=50)

# --- silent: a sequence that decodes images without a graph
import cv2
import keras
import keras.backend as K
import numpy as np
import tensorflow as tf

tf.Session()


class Batches(keras.utils.Sequence):
    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        return cv2.imread(self.files[index])[None], np.zeros(1)


def main(files):
    model = keras.models.load_model("model.h5")
    model.fit_generator(Batches(files), epochs=50)

# --- leak: only names that TensorFlow 2 has no more tell that this runs graphs
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
weights = tf.random_normal([64, 8])


@app.route("/score", methods=["POST"])
def score():
    rows = tf.to_float(request.json["rows"])  # leak
    return str(tf.matmul(rows, weights).eval(session=SESSION).tolist())

# --- silent: the names of the first TensorFlow in a program that orders eager execution
import tensorflow as tf
from flask import Flask, request

tf.enable_eager_execution()
app = Flask(__name__)
weights = tf.random_normal([64, 8])


@app.route("/score", methods=["POST"])
def score():
    rows = tf.to_float(request.json["rows"])
    return str(tf.matmul(rows, weights).numpy().tolist())

# --- silent: names of the first TensorFlow as the second one still has them
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
weights = tf.compat.v1.random_normal([64, 8])


@app.route("/score", methods=["POST"])
def score():
    rows = tf.compat.v1.to_float(request.json["rows"])
    return str(tf.matmul(rows, weights).numpy().tolist())

# --- leak: a callback of each training writes histograms
import keras
import tensorflow as tf
from keras.callbacks import TensorBoard

keras.backend.set_session(tf.Session())


class Trainer:
    def __init__(self, model):
        self.model = model

    def run(self, games):
        while True:
            self.train(next(games))

    def train(self, game):
        board = TensorBoard(log_dir="logs", histogram_freq=1)  # leak
        self.model.fit(game.states, game.values, epochs=1, callbacks=[board], validation_split=0.1)


Trainer(keras.models.load_model("model.h5")).run(iter([]))

# --- silent: one callback writes the histograms of all trainings
import keras
import tensorflow as tf
from keras.callbacks import TensorBoard

keras.backend.set_session(tf.Session())


class Trainer:
    def __init__(self, model):
        self.model = model
        self.board = TensorBoard(log_dir="logs", histogram_freq=1)

    def run(self, games):
        while True:
            self.train(next(games))

    def train(self, game):
        self.model.fit(game.states, game.values, epochs=1, callbacks=[self.board], validation_split=0.1)


Trainer(keras.models.load_model("model.h5")).run(iter([]))

# --- silent: callbacks that write no histograms
import keras
import tensorflow as tf
from keras.callbacks import TensorBoard

keras.backend.set_session(tf.Session())
model = keras.models.load_model("model.h5")


def run(games):
    while True:
        game = next(games)
        model.fit(game.states, game.values, callbacks=[TensorBoard("logs", histogram_freq=0)])


run(iter([]))

# --- leak: a process of workers builds operations with what it is given
import multiprocessing

import tensorflow as tf


class Decoder:
    def __init__(self, session):
        self.session = session

    def run(self, tasks, results):
        while True:
            path = tasks.get()
            image = tf.image.decode_jpeg(tf.read_file(path))  # leak
            results.put(self.session.run(image).shape)


def work(tasks, results):
    decoder = Decoder(tf.Session())
    decoder.run(tasks, results)


def main():
    tasks, results = multiprocessing.Queue(8), multiprocessing.Queue(8)
    for _ in range(4):
        multiprocessing.Process(target=work, args=(tasks, results), daemon=True).start()
    while True:
        tasks.put(input())
        print(results.get())


if __name__ == "__main__":
    main()

# --- silent: each file is decoded in a process of its own
import multiprocessing

import tensorflow as tf


def decode(path):
    with tf.Session() as session:
        print(session.run(tf.image.decode_jpeg(tf.read_file(path))).shape)


if __name__ == "__main__":
    while True:
        process = multiprocessing.Process(target=decode, args=(input(),))
        process.start()
        process.join()

# --- leak: a package of the repository that lies beside a setup.py of its own
import tensorflow as tf
from scoring.model import Scorer

scorer = Scorer(tf.Session())
while True:
    print(scorer.score([float(word) for word in input().split()]))
# file: parts/scoring/setup.py
from setuptools import setup

setup(name="scoring")
# file: parts/scoring/scoring/__init__.py

# file: parts/scoring/scoring/model.py
import tensorflow as tf


class Scorer(object):
    def __init__(self, session):
        self.session = session
        self.weights = tf.get_variable("weights", [4, 1])

    def score(self, row):
        return self.session.run(tf.matmul([row], self.weights))  # leak

# --- leak: a module of a package is found by the package's name
import nets
import nets.scoring
import tensorflow as tf

session = tf.Session()
while True:
    print(nets.scoring.score(session, [float(word) for word in input().split()]))
# file: nets/__init__.py

# file: nets/scoring.py
import tensorflow as tf

weights = tf.get_variable("weights", [4, 1])


def score(session, row):
    return session.run(tf.matmul([row], weights))  # leak

# --- leak: a table of functions is asked by a name
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
session = tf.Session()
KINDS = {"softmax": lambda rows: tf.nn.softmax(rows), "relu": tf.nn.relu}  # leak


@app.route("/<kind>", methods=["POST"])
def answer(kind):
    return str(session.run(KINDS[kind](request.json["rows"])))  # leak

# --- silent: a table of operations is asked by a name
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
session = tf.Session()
rows = tf.placeholder(tf.float32, [None, 4])
KINDS = {"softmax": tf.nn.softmax(rows), "relu": tf.nn.relu(rows)}


@app.route("/<kind>", methods=["POST"])
def answer(kind):
    return str(session.run(KINDS[kind], {rows: request.json["rows"]}))

# --- leak: classes are chosen by a registry
import tensorflow as tf

NETS = {}


def register(name):
    def keep(cls):
        NETS[name] = cls
        return cls

    return keep


@register("linear")
class Linear:
    def __init__(self):
        self.weights = tf.get_variable("weights", [4, 1])

    def predict(self, session, rows):
        return session.run(tf.matmul(rows, self.weights))  # leak


def main(name):
    net, session = NETS[name](), tf.Session()
    session.run(tf.global_variables_initializer())
    while True:
        print(net.predict(session, [[float(word) for word in input().split()]]))


if __name__ == "__main__":
    main("linear")

# --- silent: a class of a registry that builds once
import tensorflow as tf

NETS = {}


def register(name):
    def keep(cls):
        NETS[name] = cls
        return cls

    return keep


@register("linear")
class Linear:
    def __init__(self):
        self.rows = tf.placeholder(tf.float32, [None, 4])
        self.scores = tf.matmul(self.rows, tf.get_variable("weights", [4, 1]))

    def predict(self, session, rows):
        return session.run(self.scores, {self.rows: rows})


def main(name):
    net, session = NETS[name](), tf.Session()
    session.run(tf.global_variables_initializer())
    while True:
        print(net.predict(session, [[float(word) for word in input().split()]]))


if __name__ == "__main__":
    main("linear")

# --- leak: an environment that adds a reward computed in the graph
import gym
import tensorflow as tf


class Curious(gym.Wrapper):
    def __init__(self, env, net):
        super().__init__(env)
        self.net, self.session = net, tf.Session()

    def step(self, action):
        state, reward, done, info = self.env.step(action)
        bonus = self.session.run(tf.norm(self.net(state)))  # leak
        return state, reward + bonus, done, info

# --- silent: an environment that adds a reward of a graph that is there
import gym
import tensorflow as tf


class Curious(gym.Wrapper):
    def __init__(self, env, net):
        super().__init__(env)
        self.state = tf.placeholder(tf.float32, [None, 4])
        self.bonus, self.session = tf.norm(net(self.state)), tf.Session()

    def step(self, action):
        state, reward, done, info = self.env.step(action)
        return state, reward + self.session.run(self.bonus, {self.state: [state]}), done, info

# --- leak: of two classes that a function chooses from the second one builds
import sys

import tensorflow as tf


class Plain:
    def __init__(self, session):
        self.session = session

    def read(self, path):
        return open(path, "rb").read()


class Decoded(Plain):
    def read(self, path):
        return self.session.run(tf.image.decode_jpeg(super().read(path)))  # leak


def reader(kind):
    if kind == "plain":
        return Plain(tf.Session())
    return Decoded(tf.Session())


chosen = reader(sys.argv[1])
for line in open("files.txt"):
    print(chosen.read(line.strip()))

# --- silent: of two classes that a function chooses from the second one has built before
import sys

import tensorflow as tf


class Plain:
    def __init__(self, session):
        self.session = session

    def read(self, path):
        return open(path, "rb").read()


class Decoded(Plain):
    def __init__(self, session):
        super().__init__(session)
        self.text = tf.placeholder(tf.string)
        self.image = tf.image.decode_jpeg(self.text)

    def read(self, path):
        return self.session.run(self.image, {self.text: super().read(path)})


def reader(kind):
    if kind == "plain":
        return Plain(tf.Session())
    return Decoded(tf.Session())


chosen = reader(sys.argv[1])
for line in open("files.txt"):
    print(chosen.read(line.strip()))

# --- silent: the global step that is there already
import tensorflow as tf

tf.train.get_or_create_global_step()
with tf.Session() as session:
    for number in range(100000):
        print(session.run(tf.train.get_or_create_global_step()), session.run(tf.train.get_global_step()))

# --- leak: the next global step
import tensorflow as tf

step = tf.train.get_or_create_global_step()
with tf.Session() as session:
    for number in range(100000):
        print(session.run(tf.assign_add(tf.train.get_or_create_global_step(), 1)))  # leak

# --- silent: a list of tensors that another list is added to
import tensorflow as tf


class Scorer:
    def __init__(self):
        self.session = tf.Session()
        self.logits = tf.placeholder(tf.float32, [None, 4])

    def score(self, names=None):
        if names is None:
            targets = self.logits
        else:
            targets = []
            for name in names:
                found = getattr(self, name)
                if isinstance(found, list):
                    targets += found
                else:
                    targets.append(found)
        return self.session.run(targets)


scorer = Scorer()
for number in range(100000):
    print(scorer.score(["logits"]))

# --- leak: a tensor that another tensor is added to
import tensorflow as tf


class Scorer:
    def __init__(self):
        self.session = tf.Session()
        self.logits = tf.placeholder(tf.float32, [None, 4])

    def score(self, shift=None):
        targets = self.logits
        if shift is None:
            targets += 1.0  # leak
        return self.session.run(targets)


scorer = Scorer()
for number in range(100000):
    print(scorer.score())

# --- silent: what is saved before the program exits
import sys

import tensorflow as tf


def save_and_exit(session):
    tf.train.Saver().save(session, "last")
    print("saved")
    sys.exit(0)


with tf.Session() as session:
    for number in range(100000):
        session.run(step)
        if interrupted():
            save_and_exit(session)

# --- leak: what is saved where the program may exit
import sys

import tensorflow as tf


def save_and_exit(session, wanted):
    tf.train.Saver().save(session, "last")  # leak
    if not wanted:
        return
    sys.exit(0)


with tf.Session() as session:
    for number in range(100000):
        session.run(step)
        save_and_exit(session, interrupted())

# --- silent: a block of a loop that ends the program
import os
import sys

import tensorflow as tf

with tf.Session() as session:
    for number in range(100000):
        if session.run(step) < 0:
            print(session.run(tf.reduce_max(weights)))
            os.execv(sys.executable, sys.argv)

# --- silent: the second request makes a variable that is there
import tensorflow as tf
from flask import Flask

app = Flask(__name__)


def answer(rows):
    weights = tf.get_variable("weights", [4, 2])
    logits = tf.matmul(rows, weights)
    with tf.Session() as session:
        return session.run(logits)


@app.route("/")
def index():
    return str(answer([[1.0, 2.0, 3.0, 4.0]]))

# --- leak: every request makes a variable without a name of its own
import tensorflow as tf
from flask import Flask

app = Flask(__name__)


def answer(rows):
    weights = tf.Variable(tf.zeros([4, 2]))  # leak
    logits = tf.matmul(rows, weights)  # leak
    with tf.Session() as session:
        session.run(weights.initializer)
        return session.run(logits)


@app.route("/")
def index():
    return str(answer([[1.0, 2.0, 3.0, 4.0]]))

# --- leak: a variable that every request reuses
import tensorflow as tf
from flask import Flask

app = Flask(__name__)


def answer(rows):
    with tf.variable_scope("net", reuse=tf.AUTO_REUSE):
        weights = tf.get_variable("weights", [4, 2])
        logits = tf.matmul(rows, weights)  # leak
    with tf.Session() as session:
        return session.run(logits)


@app.route("/")
def index():
    return str(answer([[1.0, 2.0, 3.0, 4.0]]))

# --- silent: a tensor that is no list is given out at once
import tensorflow as tf

session = tf.Session()
logits = tf.placeholder(tf.float32, [None, 4])
labels = tf.nn.softmax(logits)


def score(target, rows):
    results = session.run(target, {logits: rows})
    if not isinstance(target, list):
        return results
    return [results[0], target[0].shape]


for rows in stream():
    print(score(labels, rows))

# --- leak: a part of a tensor in every round
import tensorflow as tf

session = tf.Session()
logits = tf.placeholder(tf.float32, [None, 4])
labels = tf.nn.softmax(logits)


def score(target, rows):
    if isinstance(target, list):
        return None
    return session.run(target[0], {logits: rows})  # leak


for rows in stream():
    print(score(labels, rows))

# --- silent: the program ends in its first round
import tensorflow as tf

session = tf.Session()
while True:
    print(session.run(tf.constant(1.0) + measure()))
    exit(0)
    tf.reset_default_graph()

# --- leak: the program ends when it has seen enough
import tensorflow as tf

session = tf.Session()
while True:
    print(session.run(tf.constant(1.0) + measure()))  # leak
    if enough():
        exit(0)

# --- leak: most rounds begin anew before the end
import tensorflow as tf

session = tf.Session()
while True:
    print(session.run(tf.constant(1.0) + measure()))  # leak
    if not enough():
        continue
    break

# --- silent: the truth of a tensor is an error in a graph
import tensorflow as tf

session = tf.Session()
rate = tf.Variable(0.0)
step = rate.assign_add(0.1)
for rows in stream():
    if settings.anneal and rate < 1:
        session.run(step)

# --- leak: a comparison of tensors that the session runs
import tensorflow as tf

session = tf.Session()
rate = tf.Variable(0.0)
step = rate.assign_add(0.1)
for rows in stream():
    if settings.anneal and session.run(rate < 1):  # leak
        session.run(step)

# --- silent: what an undocumented method of a tensor gives
import tensorflow as tf

session = tf.Session()
images = tf.placeholder(tf.float32, [8, 32])
size = images._shape_as_list()[0]
number = 0
while True:
    if number % size == 0:
        print(session.run(images, feed()))
    number += 1

# --- leak: the size as a tensor
import tensorflow as tf

session = tf.Session()
images = tf.placeholder(tf.float32, [None, 32])
size = tf.shape(images)[0]
number = 0
while True:
    print(session.run(number % size, feed()))  # leak
    number += 1

# --- silent: a misspelt name ends each round
import tensorflow as tf

session = tf.Session()
table = tf.placeholder(tf.float32, [4])
for number in range(100000):
    result = session.run(table, {table: rows(number)})
    print(resutl)
    session.run(table * 2.0, {table: result})

# --- leak: a name that somebody else may give
import tensorflow as tf

session = tf.Session()
table = tf.placeholder(tf.float32, [4])
for number in range(100000):
    result = session.run(table, {table: rows(number)})
    print(injected)
    session.run(table * 2.0, {table: result})  # leak

# --- leak: a misspelt name in a branch
import tensorflow as tf

session = tf.Session()
table = tf.placeholder(tf.float32, [4])
for number in range(100000):
    result = session.run(table, {table: rows(number)})
    if result is None:
        print(resutl)
    session.run(table * 2.0, {table: result})  # leak

# --- leak: the misspelt name comes after the loop
import tensorflow as tf


def main():
    session = tf.Session()
    table = tf.placeholder(tf.float32, [4])
    for number in range(100000):
        session.run(table * 2.0, {table: rows(number)})  # leak
    finished = True
    print(finishd)


main()

# --- leak: an inner loop that ends by itself goes on with the next round
import tensorflow as tf

session = tf.Session()
for number in range(100000):
    session.run(tf.constant(1.0) + number)  # leak
    for row in rows():
        if row.bad:
            break
    else:
        continue
    break
