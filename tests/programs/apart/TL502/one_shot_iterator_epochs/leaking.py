"""Linear model trained from tf.data, reshuffled before each epoch (TF 1.x)."""
import sys

import numpy as np
import tensorflow as tf


def pipeline(features, labels, seed):
    ds = tf.data.Dataset.from_tensor_slices((features, labels))  # LEAK
    ds = ds.shuffle(64, seed=seed).batch(32)
    return ds.make_one_shot_iterator().get_next()


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng = np.random.RandomState(4)
    features = rng.normal(size=(256, 128)).astype(np.float32)
    labels = features[:, :1] * 2 + 1
    xin = tf.placeholder(tf.float32, [None, 128])
    yin = tf.placeholder(tf.float32, [None, 1])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(xin, 1) - yin))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(epochs):
            batch = pipeline(features, labels, epoch)
            while True:
                try:
                    bx, by = sess.run(batch)
                except tf.errors.OutOfRangeError:
                    break
                value, _ = sess.run([loss, train], {xin: bx, yin: by})
    print("epochs", epochs, "loss %.5f" % value)


if __name__ == "__main__":
    main()
