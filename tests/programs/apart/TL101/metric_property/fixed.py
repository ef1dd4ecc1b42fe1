"""Click prediction with an accuracy that is reported after every epoch (graph style)."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
FEATURES = 120


class ClickModel(object):
    def __init__(self):
        v1.set_random_seed(4)
        self.x = v1.placeholder(tf.float32, (None, FEATURES))
        self.y = v1.placeholder(tf.float32, (None,))
        w = v1.get_variable("w", (FEATURES, 64))
        u = v1.get_variable("u", (64, 1))
        self.logits = tf.matmul(tf.nn.relu(tf.matmul(self.x, w)), u)[:, 0]
        self.click = tf.sigmoid(self.logits)
        loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=self.y, logits=self.logits)
        self.loss = tf.reduce_mean(loss)
        self.train = v1.train.AdamOptimizer(0.01).minimize(self.loss)


class Evaluator(object):
    def __init__(self, sess, model):
        self.sess, self.model = sess, model
        self.history = []
        self.value, self.update = self.accuracy
        self.reset = v1.local_variables_initializer()

    @property
    def accuracy(self):
        """The value and the update operation of the share of right answers."""
        return v1.metrics.accuracy(self.model.y, tf.round(self.model.click))

    def evaluate(self, x, y):
        value, update = self.value, self.update
        self.sess.run(self.reset)  # starts the counts at zero
        self.sess.run(update, {self.model.x: x, self.model.y: y})
        self.history = self.history[-9:] + [float(self.sess.run(value))]
        return self.history[-1]


def batch(rng, truth):
    x = rng.normal(size=(2000, FEATURES)).astype("float32")
    return x, (x.dot(truth) > 0).astype("float32")


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    rng = np.random.RandomState(6)
    truth = rng.normal(size=FEATURES)
    with tf.Graph().as_default(), v1.Session() as sess:
        model = ClickModel()
        evaluator = Evaluator(sess, model)
        sess.run(v1.global_variables_initializer())
        for _ in range(rounds):
            for _ in range(4):
                x, y = batch(rng, truth)
                sess.run(model.train, {model.x: x, model.y: y})
            evaluator.evaluate(*batch(rng, truth))
    print("accuracy of the last epochs:", [round(v, 3) for v in evaluator.history[-3:]])


if __name__ == "__main__":
    main()
