"""K-fold cross validation, repeated, with a hand-written training step."""
import sys

import numpy as np
import tensorflow as tf


class Fold:
    def __init__(self, number, model):
        self.number = number
        self.model = model
        self.loss = None

    def step(self, x, y):
        return self.model.step(x, y)


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.params = [tf.Variable(tf.zeros(s)) for s in ([10, 16], [16, 16], [16, 1])]

    def reset(self, seed):
        g = tf.random.Generator.from_seed(seed)
        for p in self.params:
            p.assign(g.normal(p.shape) * 0.3)

    def __call__(self, x):
        for p in self.params[:-1]:
            x = tf.nn.relu(x @ p)
        return x @ self.params[-1]

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
        for p, g in zip(self.params, tape.gradient(loss, self.params)):
            p.assign_sub(0.05 * g)
        return loss


def main():
    folds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    rng = np.random.default_rng(1)
    x = rng.normal(size=(100, 10)).astype("float32")
    y = np.tanh(x[:, :1])
    net = Net()
    report = []
    for number in range(folds):
        part = number % 5
        keep = np.arange(100) % 5 != part
        net.reset(number)
        fold = Fold(number, net)
        tx, ty = tf.constant(x[keep]), tf.constant(y[keep])
        for _ in range(5):
            fold.loss = fold.step(tx, ty)
        fold.loss = float(fold.loss)
        report.append(fold)
    worst = max(report, key=lambda f: f.loss)
    print(f"folds {len(report)} worst {worst.number} loss {worst.loss:.4f}")


if __name__ == "__main__":
    main()
