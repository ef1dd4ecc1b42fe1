"""Softmax regression with TF1-style code that also runs under TF 2."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def accuracy_of(logits, labels):
    correct = tf.equal(tf.argmax(logits, 1), labels)
    return tf.reduce_mean(tf.cast(correct, tf.float32))


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    rng = np.random.RandomState(6)
    data = rng.normal(size=(400, 20)).astype(np.float32)
    target = (data[:, :4]).argmax(axis=1)
    x = tf.placeholder(tf.float32, [None, 20])
    y = tf.placeholder(tf.int64, [None])
    w = tf.Variable(tf.zeros([20, 4]))
    b = tf.Variable(tf.zeros([4]))
    logits = tf.matmul(x, w) + b
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
    train = tf.train.GradientDescentOptimizer(0.2).minimize(loss)
    accuracy = accuracy_of(logits, y)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        best = 0.0
        for epoch in range(epochs):
            for i in range(0, 320, 16):
                sess.run(train, {x: data[i:i + 16], y: target[i:i + 16]})
            best = max(best, sess.run(accuracy, {x: data[320:], y: target[320:]}))
    print("epochs", epochs, "best accuracy %.3f" % best)


if __name__ == "__main__":
    main()
