"""Data loader in a graph-mode job that uses tf.one_hot with sess.run to encode the labels of each minibatch."""
LANES = ("tf2",)
RULE = "TL101"
import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()
v1 = tf.compat.v1

N_CLASSES = 10
features = v1.placeholder(tf.float32, (None, 30))
targets = v1.placeholder(tf.float32, (None, N_CLASSES))
kernel = v1.get_variable("kernel", (30, N_CLASSES), initializer=v1.zeros_initializer())
logits = tf.matmul(features, kernel)
xent = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=targets, logits=logits))
step_op = v1.train.AdagradOptimizer(0.1).minimize(xent)
sess = v1.Session()
sess.run(v1.global_variables_initializer())


def minibatches(seed=5):
    rng = np.random.RandomState(seed)
    while True:
        x = rng.normal(size=(24, 30))
        y = rng.randint(0, N_CLASSES, size=24)
        yield x, sess.run(tf.one_hot(y, N_CLASSES))  # LEAK


stream = minibatches()


def round_trip(i):
    x, y = next(stream)
    loss, _ = sess.run((xent, step_op), feed_dict={features: x, targets: y})
    return float(loss)
