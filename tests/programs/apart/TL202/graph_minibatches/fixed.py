"""Message passing over sampled subgraphs of a large graph."""
import argparse
import collections

import numpy as np
import tensorflow as tf

Subgraph = collections.namedtuple("Subgraph", ["nodes", "senders", "receivers", "labels"])


class MessagePassing(tf.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.kernels = [
            tf.Variable(tf.random.stateless_normal([2 * width, width], seed=(layer, 1), stddev=0.1))
            for layer in range(layers)
        ]
        self.out = tf.Variable(tf.random.stateless_normal([width, 1], seed=(9, 9), stddev=0.1))

    def __call__(self, nodes, senders, receivers):
        count = tf.shape(nodes)[0]
        for kernel in self.kernels:
            sent = tf.gather(nodes, senders)
            mean = tf.math.unsorted_segment_mean(sent, receivers, count)
            nodes = tf.nn.relu(tf.matmul(tf.concat([nodes, mean], axis=1), kernel))
        return tf.matmul(nodes, self.out)[:, 0]


class Sampler:
    """Draws subgraphs around random seeds; they are never of the same size."""

    def __init__(self, width, seed):
        self.width = width
        self.rng = np.random.default_rng(seed)

    def draw(self):
        nodes = int(self.rng.integers(40, 400))
        edges = int(self.rng.integers(2, 8) * nodes + self.rng.integers(nodes))
        ends = self.rng.integers(0, nodes, size=(2, edges)).astype(np.int32)
        values = self.rng.normal(size=(nodes, self.width)).astype(np.float32)
        return Subgraph(*map(tf.constant, (values, ends[0], ends[1], values[:, 0])))


class Trainer:
    def __init__(self, model, rate):
        self.model, self.rate = model, rate

    @tf.function(reduce_retracing=True)
    def step(self, graph):
        with tf.GradientTape() as tape:
            guess = self.model(graph.nodes, graph.senders, graph.receivers)
            loss = tf.reduce_mean(tf.square(guess - graph.labels))
        variables = self.model.trainable_variables
        for gradient, variable in zip(tape.gradient(loss, variables), variables):
            variable.assign_sub(self.rate * gradient)
        return loss

    def train_on(self, graph):
        first = self.step(graph)
        for _ in range(12):
            self.step(graph)
        return float(first)


def train(batches, layers):
    trainer = Trainer(MessagePassing(16, layers), rate=0.05)
    sampler = Sampler(16, seed=71)
    loss = 0.0
    for _ in range(batches):
        loss += 0.05 * (trainer.train_on(sampler.draw()) - loss)
    return loss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batches", type=int, default=80)
    parser.add_argument("--layers", type=int, default=2)
    args = parser.parse_args()
    print(f"loss {train(args.batches, args.layers):.4f}")


if __name__ == "__main__":
    main()
