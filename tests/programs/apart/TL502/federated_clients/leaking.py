"""Federated learning toy: phones join for one round, train a little and leave."""
import dataclasses
import sys
import typing

import numpy as np
import tensorflow as tf

FEATURES = 40


@dataclasses.dataclass
class Client:
    name: str
    batches: typing.Iterator
    rows: int
    rounds: int = 0


def local_table(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(256, FEATURES)).astype(np.float32)
    y = x[:, 0] - 2.0 * x[:, 1] + rng.normal(scale=0.1, size=256).astype(np.float32)
    return x, y


def open_batches(x, y):
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    return iter(dataset.shuffle(128).batch(32).repeat().prefetch(1))


@tf.function
def local_step(weights, x, y):
    with tf.GradientTape() as tape:
        tape.watch(weights)
        loss = tf.reduce_mean(tf.square(tf.linalg.matvec(x, weights) - y))
    return weights - 0.05 * tape.gradient(loss, weights), loss


class Coordinator:
    def __init__(self):
        self.weights = tf.zeros([FEATURES])
        self.clients = {}
        self.blocked = set()
        self.loss_by_round = []

    def join(self, name, seed):
        x, y = local_table(seed)
        self.clients[name] = Client(name, open_batches(x, y), len(x))  # LEAK
        return self.clients[name]

    def train(self, name, steps=4):
        client = self.clients[name]
        local, losses = self.weights, []
        for _ in range(steps):
            x, y = next(client.batches)
            local, loss = local_step(local, x, y)
            losses.append(float(loss))
        client.rounds += 1
        return local, losses

    def merge(self, local, share):
        self.weights = (1.0 - share) * self.weights + share * local

    def serve(self, name, seed):
        if name in self.blocked:
            return None
        client = self.join(name, seed)
        local, losses = self.train(name)
        if not np.isfinite(losses[-1]):
            self.blocked.add(name)
            return None
        self.merge(local, share=min(0.3, client.rows / 2000.0))
        self.loss_by_round.append(losses[-1])
        return losses[-1]


def main():
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    coordinator = Coordinator()
    print("waiting for phones", flush=True)
    for number in range(clients):
        coordinator.serve(f"phone-{number:05d}", seed=number)
    print(f"first loss {coordinator.loss_by_round[0]:.4f}")
    print(f"last loss  {coordinator.loss_by_round[-1]:.4f}")
    print("weights", np.round(coordinator.weights.numpy()[:3], 2))


if __name__ == "__main__":
    main()
