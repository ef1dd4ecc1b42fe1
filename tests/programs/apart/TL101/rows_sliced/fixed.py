"""Prints a report on parts of a big activation, page after page."""
import numpy as np
import tensorflow as tf

PAGES = 560
ROWS = 1024

rng = np.random.RandomState(9)


class Report(object):
    def __init__(self, session, activation, feed):
        self.session = session
        self.activation = activation
        self.feed = feed

    def page(self, rows, top, width):
        values = self.session.run(self.activation, {self.feed: rows})
        parts = [values[top:top + 8, k:k + width] for k in (0, 32, 64)]
        return sum(float(part.mean()) for part in parts)


def main():
    feed = tf.placeholder(tf.float32, (None, 128))
    hidden = feed
    for number in range(3):
        hidden = tf.layers.dense(hidden, 256, activation=tf.nn.relu)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        report = Report(session, hidden, feed)
        total = 0.0
        for page in range(PAGES):
            rows = rng.normal(size=(ROWS, 128)).astype("float32")
            total += report.page(rows, page % 50, 4)
    print("sum of means", total)


main()
