"""Click-through model trained from a tf.data pipeline in graph mode."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.disable_eager_execution()


def click_log(rows=8192, columns=24):
    rng = np.random.RandomState(13)
    features = rng.normal(size=(rows, columns)).astype(np.float32)
    clicks = (features[:, :3].sum(axis=1, keepdims=True) > 0).astype(np.float32)
    return features, clicks


def make_iterator():
    dataset = v1.data.Dataset.from_tensor_slices(click_log()).repeat().batch(2048).prefetch(2)
    return v1.data.make_one_shot_iterator(dataset)


class ClickModel:
    def __init__(self, columns=24):
        self.features = v1.placeholder(tf.float32, [None, columns])
        self.clicks = v1.placeholder(tf.float32, [None, 1])
        weights = v1.get_variable("weights", [columns, 1], initializer=v1.zeros_initializer())
        logits = tf.matmul(self.features, weights)
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=self.clicks, logits=logits)
        self.loss = tf.reduce_mean(losses)
        self.train = v1.train.GradientDescentOptimizer(0.1).minimize(self.loss)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    iterator = make_iterator()
    next_batch = iterator.get_next()
    model = ClickModel()
    with v1.Session() as sess:
        sess.run(v1.global_variables_initializer())
        for _ in range(steps):
            features, clicks = sess.run(next_batch)
            feeds = {model.features: features, model.clicks: clicks}
            loss, _ = sess.run([model.loss, model.train], feeds)
    print("%d steps, loss %.4f" % (steps, loss))


if __name__ == "__main__":
    main()
