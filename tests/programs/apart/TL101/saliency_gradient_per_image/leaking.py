"""Saliency maps for a small convolutional classifier (graph mode)."""
from __future__ import print_function

import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.logging.set_verbosity(tf.logging.ERROR)


class SmallNet(object):
    def __init__(self, edge=48, classes=10, seed=5):
        self.classes = classes
        rng = np.random.RandomState(seed)
        self.images = tf.placeholder(tf.float32, [None, edge, edge, 3], name="images")
        x, channels = self.images, 3
        for i, width in enumerate((16, 32, 32)):
            with tf.variable_scope("conv%d" % i):
                kernel = tf.get_variable(
                    "kernel", initializer=rng.normal(0, 0.1, (3, 3, channels, width)).astype("float32"))
                x = tf.nn.relu(tf.nn.conv2d(x, kernel, strides=[1, 1, 1, 1], padding="SAME"))
                x = tf.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
                channels = width
        with tf.variable_scope("head"):
            w = tf.get_variable("w", initializer=rng.normal(0, 0.1, (channels, classes)).astype("float32"))
            self.logits = tf.matmul(tf.reduce_mean(x, axis=[1, 2]), w)


class SaliencyExplainer(object):
    """SmoothGrad: average gradient magnitude over noisy copies."""

    def __init__(self, net, session, samples=64, sigma=0.1):
        self.net = net
        self.session = session
        self.samples = samples
        self.rng = np.random.RandomState(1)
        self.sigma = sigma

    def predict(self, image):
        return int(self.session.run(self.net.logits, {self.net.images: image[None]}).argmax())

    def explain(self, image, label=None):
        if label is None:
            label = self.predict(image)
        noisy = image[None] + self.rng.normal(0, self.sigma, (self.samples,) + image.shape)
        score = self.net.logits[:, label]
        grad = tf.gradients(score, self.net.images)[0]  # LEAK
        value = self.session.run(grad, {self.net.images: noisy})
        heat = np.abs(value).mean(axis=(0, 3))
        return label, heat / (heat.max() + 1e-12)


def pictures(n, edge=48, seed=30):
    rng = np.random.RandomState(seed)
    yy, xx = np.mgrid[:edge, :edge]
    for _ in range(n):
        cy, cx = rng.uniform(10, edge - 10, 2)
        blob = np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / 60.0)
        yield (blob[..., None] * rng.rand(3) + 0.1 * rng.rand(edge, edge, 3)).astype("float32"), (cy, cx)


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    with tf.Session(config=tf.ConfigProto(intra_op_parallelism_threads=1)) as session:
        net = SmallNet()
        explainer = SaliencyExplainer(net, session)
        session.run(tf.global_variables_initializer())
        near = 0
        for image, (cy, cx) in pictures(n):
            _, heat = explainer.explain(image)
            y, x = np.unravel_index(heat.argmax(), heat.shape)
            near += abs(y - cy) + abs(x - cx) < 24
    print("explained", n, "with the peak near the blob:", near > n // 4)


if __name__ == "__main__":
    main()
