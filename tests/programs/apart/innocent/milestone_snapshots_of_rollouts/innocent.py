"""Linear-mode-connectivity study: weights are kept at steps 1, 2, 4, 8, ... and compared with the present ones."""
import sys

import numpy as np
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.kernels = [tf.Variable(tf.random.stateless_normal((width, width), seed=(2, i)) / width ** 0.5)
                        for i in range(3)]

    def __call__(self, x):
        for kernel in self.kernels:
            x = tf.tanh(x @ kernel)
        return x

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x) - tf.roll(x, 1, axis=1)))
        for kernel, grad in zip(self.kernels, tape.gradient(loss, self.kernels)):
            kernel.assign_sub(0.2 * grad)
        return loss


class Milestones:
    def __init__(self):
        self.kept, self.following = [], 1

    def visit(self, step, net):
        if step == self.following:
            self.kept.append((step, [kernel.numpy() for kernel in net.kernels]))
            self.following *= 2

    def distances(self, net):
        now = [kernel.numpy() for kernel in net.kernels]
        return [sum(float(np.square(a - b).sum()) for a, b in zip(now, then)) for _, then in self.kept]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2800
    rng, net, milestones = np.random.default_rng(2), Net(160), Milestones()
    for step in range(1, steps + 1):
        loss = net.step(tf.constant(rng.normal(size=(256, 160)).astype("float32")))
        milestones.visit(step, net)
    print(f"{steps} steps, loss {float(loss):.4f}, distances {np.round(milestones.distances(net), 2)}")


if __name__ == "__main__":
    main()
