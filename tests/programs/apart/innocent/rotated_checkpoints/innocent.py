"""Training in graph mode with rotating checkpoints and a report each hundred steps."""
import os
import sys
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def dense(name, inputs, units, seed):
    kernel = tf.get_variable(name, [int(inputs.shape[-1]), units], initializer=tf.random_normal_initializer(stddev=0.1, seed=seed))
    return tf.matmul(inputs, kernel)


def build():
    x = tf.placeholder(tf.float32, [None, 64])
    hidden = tf.nn.relu(dense("hidden", x, 256, 1))
    out = dense("out", hidden, 64, 2)
    error = tf.square(out - tf.sin(x))
    step = tf.train.get_or_create_global_step()
    train = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(error), global_step=step)
    return x, error, train, step


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3200
    rng = np.random.RandomState(32)
    x, error, train, step = build()
    saver = tf.train.Saver(max_to_keep=3)
    recent, reports = [], []
    with tempfile.TemporaryDirectory() as folder, tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for number in range(steps):
            rows = rng.normal(size=(int(rng.randint(20, 400)), 64))
            errors, _ = session.run([error, train], {x: rows})
            recent.append(errors)
            if number % 100 == 99:
                reports.append(float(np.concatenate(recent).mean()))
                recent = []
            if number % 12 == 0:
                saver.save(session, os.path.join(folder, "model"), global_step=step, write_meta_graph=number % 60 == 0)
    print("%d steps, error %.4f to %.4f" % (steps, reports[0], reports[-1]))


if __name__ == "__main__":
    main()
