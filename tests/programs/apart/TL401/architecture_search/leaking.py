"""Random search over small dense architectures."""
import atexit
import dataclasses
import os
import random
import sys
import tempfile

import keras
import numpy as np


@dataclasses.dataclass(frozen=True)
class Genome:
    widths: tuple
    activation: str
    rate: float


class Sampler:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def genome(self):
        depth = self.random.randint(2, 3)
        widths = tuple(self.random.choice((256, 384, 512)) for _ in range(depth))
        return Genome(widths, self.random.choice(("relu", "tanh")), 10 ** self.random.uniform(-4, -2))


def export_if_wanted(model, name):
    """Runs at exit, when KEEP_MODELS names a folder."""
    folder = os.environ.get("KEEP_MODELS")
    if folder:
        model.save(os.path.join(folder, f"{name}.keras"))


class Search:
    def __init__(self, data, seed):
        self.data = data
        self.sampler = Sampler(seed)
        self.ranking = []

    def build(self, genome):
        model = keras.Sequential([keras.Input((self.data[0].shape[1],))])
        for width in genome.widths:
            model.add(keras.layers.Dense(width, activation=genome.activation))
        model.add(keras.layers.Dense(1))
        model.compile(optimizer=keras.optimizers.SGD(genome.rate), loss="mse", run_eagerly=True)
        return model

    def candidate(self, number):
        genome = self.sampler.genome()
        model = self.build(genome)
        atexit.register(export_if_wanted, model, f"candidate-{number}")  # LEAK
        for start in range(0, len(self.data[0]), 64):
            loss = model.train_on_batch(self.data[0][start:start + 64], self.data[1][start:start + 64])
        self.ranking.append((float(loss), number, genome))
        self.ranking.sort(key=lambda entry: entry[:2])
        del self.ranking[5:]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    keras.utils.set_random_seed(4)
    rng = np.random.default_rng(0)
    inputs = rng.normal(size=(192, 32)).astype(np.float32)
    data = inputs, np.sin(inputs[:, :1])
    search = Search(data, seed=3)
    for number in range(rounds):
        search.candidate(number)
        keras.backend.clear_session()
    print(f"candidates {rounds}, best widths {search.ranking[0][2].widths}")


if __name__ == "__main__":
    main()
