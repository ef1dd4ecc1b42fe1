"""Unrolls a recurrent cell over many steps at start-up, then trains the unrolled graph."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

UNROLL, WIDTH = 60, 24


def build():
    inputs = tf.placeholder(tf.float32, [None, UNROLL, WIDTH])
    start = tf.random_normal_initializer(stddev=0.1, seed=1)
    kernel = tf.get_variable("kernel", [WIDTH, WIDTH], initializer=start)
    state = tf.zeros_like(inputs[:, 0])
    outputs = []
    for position in range(UNROLL):
        state = tf.tanh(tf.matmul(state, kernel) + inputs[:, position])
        outputs.append(state)
    loss = tf.reduce_mean(tf.square(tf.stack(outputs, axis=1)))
    return inputs, loss, tf.train.GradientDescentOptimizer(0.05).minimize(loss)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    inputs, loss, train = build()
    rng = np.random.RandomState(13)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            batch = rng.normal(size=(64, UNROLL, WIDTH)).astype(np.float32)
            value, _ = sess.run([loss, train], {inputs: batch})
    print("%d steps through %d ops, loss %.4f" % (steps, len(tf.get_default_graph().get_operations()), value))


if __name__ == "__main__":
    main()
