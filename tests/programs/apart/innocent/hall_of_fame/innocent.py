"""Random search over small regressors; a hall of fame of the ten best is kept for a final ensemble."""
import heapq
import sys

import numpy as np
import tensorflow as tf


class Regressor(tf.Module):
    def __init__(self, width, rate, seed):
        super().__init__()
        self.rate = rate
        self.layers = [tf.Variable(tf.random.stateless_normal(shape, seed=(seed, i)) / shape[0] ** 0.5)
                       for i, shape in enumerate(((32, width), (width, width), (width, 1)))]

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = tf.nn.relu(x @ layer)
        return x @ self.layers[-1]

    def fit(self, x, y, steps):
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self(x) - y))
            for layer, grad in zip(self.layers, tape.gradient(loss, self.layers)):
                layer.assign_sub(self.rate * tf.clip_by_norm(grad, 1.0))
        return float(loss)


class HallOfFame:
    def __init__(self, size):
        self.size, self.heap = size, []

    def offer(self, loss, number, model):
        entry = (-loss, number, model)
        if len(self.heap) < self.size:
            heapq.heappush(self.heap, entry)
        else:
            heapq.heappushpop(self.heap, entry)

    def ensemble(self, x):
        return tf.add_n([model(x) for _, _, model in self.heap]) / len(self.heap)


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    rng, hall = np.random.default_rng(1), HallOfFame(10)
    x = tf.constant(rng.normal(size=(512, 32)).astype("float32"))
    y = tf.sin(x[:, :1]) * x[:, 1:2]
    for number in range(trials):
        model = Regressor(int(rng.choice([128, 192, 256])), float(10 ** rng.uniform(-3, -1)), number)
        hall.offer(model.fit(x, y, steps=8), number, model)
    error = float(tf.reduce_mean(tf.square(hall.ensemble(x) - y)))
    print(f"{trials} trials, ensemble error {error:.4f}, best {-max(hall.heap)[0]:.4f}")


if __name__ == "__main__":
    main()
