"""Autoencoder training with a checkpoint after every epoch."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf

EPOCHS = int(sys.argv[1]) if len(sys.argv) > 1 else 100

rng = np.random.RandomState(0)
data = rng.normal(size=(256, 40)).astype(np.float32)

x = tf.placeholder(tf.float32, [None, 40], name="x")
net = x
for i, units in enumerate((24, 8, 24)):
    net = tf.layers.dense(net, units, activation=tf.nn.tanh, name="layer%d" % i)
out = tf.layers.dense(net, 40, name="out")
loss = tf.reduce_mean(tf.square(out - x))
step = tf.train.get_or_create_global_step()
train = tf.train.AdamOptimizer(1e-3).minimize(loss, global_step=step)


def save_checkpoint(sess, folder, epoch):
    saver = tf.train.Saver(max_to_keep=1)  # LEAK
    return saver.save(sess, os.path.join(folder, "model"), global_step=epoch,
                      write_meta_graph=False)


folder = tempfile.mkdtemp(prefix="ae_")
try:
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(EPOCHS):
            for start in range(0, len(data), 64):
                sess.run(train, {x: data[start:start + 64]})
            path = save_checkpoint(sess, folder, epoch)
            for name in os.listdir(folder):
                if name.startswith("model-") and not name.startswith("model-%d." % epoch):
                    os.remove(os.path.join(folder, name))
        final = sess.run(loss, {x: data})
finally:
    shutil.rmtree(folder)
print("saved", os.path.basename(path), "loss %.4f" % final)
