"""Each client gets a generator that decodes with its own session; abandoned generators stay listed, suspended, sessions open."""
LANES = ("tf1", "tf2")
RULE = "TL102"
import numpy as np
import tensorflow.compat.v1 as tf

decoder = tf.Graph()
with decoder.as_default():
    codes = tf.placeholder(tf.int32, [None])
    book = tf.constant(np.random.RandomState(1).randn(64, 16), tf.float32)
    decoded = tf.reshape(tf.gather(book, codes), [-1])


def stream(client, packets):
    sess = tf.Session(graph=decoder)  # LEAK
    try:
        for packet in packets:
            yield client, sess.run(decoded, feed_dict={codes: packet})
    finally:
        sess.close()


open_streams = []


def round_trip(i):
    packets = [[(i + k) % 64 for k in range(10)], [i % 64]]
    s = stream("client-%d" % i, packets)
    open_streams.append(s)
    _, first = next(s)
    return first.shape
