"""Federated averaging simulation that writes a checkpoint after each round."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 120


def save_round(saver, sess, directory, number):
    return saver.save(sess, os.path.join(directory, "round"), write_meta_graph=False)


def client_update(rng, weights):
    return weights + rng.normal(scale=0.01, size=weights.shape).astype(np.float32)


rng = np.random.RandomState(8)
weights = [tf.get_variable("layer%d" % n, shape=[32, 32]) for n in range(4)]
incoming = [tf.placeholder(tf.float32, [32, 32]) for _ in weights]
update = [tf.assign(w, value) for w, value in zip(weights, incoming)]
saver = tf.train.Saver(max_to_keep=1)
directory = tempfile.mkdtemp(prefix="rounds-")

try:
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for number in range(rounds):
            current = sess.run(weights)
            averaged = [np.mean([client_update(rng, w) for _ in range(60)], axis=0) for w in current]
            sess.run(update, dict(zip(incoming, averaged)))
            path = save_round(saver, sess, directory, number)
    print("%d rounds, last checkpoint %s" % (rounds, os.path.basename(path)))
finally:
    shutil.rmtree(directory)
