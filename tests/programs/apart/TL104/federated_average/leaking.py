"""Federated averaging with simulated clients, all in one process."""
import sys

import numpy as np

from server import AggregationServer


class Client(object):
    """Owns a private slice of data and fits a linear map on it."""

    def __init__(self, number, shape):
        self.rng = np.random.RandomState(100 + number)
        self.target = self.rng.normal(size=shape).astype(np.float32)
        self.weight = 1.0 + number

    def update(self, weights, rate=0.2):
        noise = self.rng.normal(scale=0.01, size=weights.shape).astype(np.float32)
        return weights - rate * (weights - self.target) + noise


def weighted_mean(arrays, weights):
    total = float(sum(weights))
    return sum(a * (w / total) for a, w in zip(arrays, weights)).astype(np.float32)


def communication_round(server, clients, rng, fraction=0.5):
    count = max(1, int(len(clients) * fraction))
    chosen = [clients[i] for i in rng.choice(len(clients), count, replace=False)]
    current = server.download()
    updates = [client.update(current) for client in chosen]
    server.upload(weighted_mean(updates, [client.weight for client in chosen]))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 450
    rng = np.random.RandomState(4)
    server = AggregationServer(inputs=96, outputs=128)
    clients = [Client(n, (96, 128)) for n in range(8)]
    probe = rng.normal(size=(32, 96)).astype(np.float32)
    trail = []
    for number in range(rounds):
        communication_round(server, clients, rng)
        if number % 10 == 0:
            trail = (trail + [server.evaluate(probe)])[-5:]
    print("rounds %d, last energies %s" % (rounds, ["%.3f" % v for v in trail]))


if __name__ == "__main__":
    main()
