"""Neuro-evolution on a regression task: mutate a parent, keep the fittest."""
import bisect
import random
import sys
import time

import keras
import numpy as np

POPULATION = 6


def build(hidden):
    return keras.Sequential([
        keras.Input([16]),
        keras.layers.Dense(hidden, activation="tanh"),
        keras.layers.Dense(hidden, activation="tanh"),
        keras.layers.Dense(1),
    ])


class Individual:
    def __init__(self, name, network, hidden, parent=None):
        self.name = name
        self.network = network
        self.hidden = hidden
        self.parent = parent
        self.fitness = None

    def __lt__(self, other):
        return self.fitness > other.fitness


class Evolution:
    def __init__(self, x, y, seed):
        self.x, self.y = x, y
        self.random = random.Random(seed)
        self.noise = np.random.default_rng(seed)
        self.population = []
        self.genealogy = {}
        self.spare = []
        self.born = 0

    def score(self, individual):
        error = np.asarray(individual.network(self.x))[:, 0] - self.y
        individual.fitness = -float(np.mean(np.square(error)))

    def admit(self, individual):
        """Ranks a newcomer, drops the weakest and notes who descends from whom."""
        self.score(individual)
        bisect.insort(self.population, individual)
        self.spare.extend(weak.network for weak in self.population[POPULATION:])
        del self.population[POPULATION:]
        self.genealogy[individual.name] = (individual.parent, individual.hidden)

    def founder(self):
        self.born += 1
        self.admit(Individual(f"f{self.born}", build(48), 48))

    def child(self):
        parent = self.random.choice(self.population)
        network = self.spare.pop() if self.spare else build(parent.hidden)
        network.set_weights([
            w + self.noise.normal(scale=0.05, size=w.shape) for w in parent.network.get_weights()
        ])
        self.born += 1
        self.admit(Individual(f"c{self.born}", network, parent.hidden, parent.name))

    def ancestry(self, individual):
        line, name = [], individual.name
        while name is not None:
            line.append(name)
            name = self.genealogy[name][0]
        return line


def main():
    children = int(sys.argv[1]) if len(sys.argv) > 1 else 240
    rng = np.random.default_rng(0)
    x = rng.normal(size=(256, 16)).astype(np.float32)
    y = np.sin(x[:, 0]) + 0.5 * x[:, 1]
    evolution = Evolution(x, y, seed=5)
    for _ in range(POPULATION):
        evolution.founder()
    print("founders:", " ".join(i.name for i in evolution.population), flush=True)
    for _ in range(children):
        evolution.child()
        time.sleep(0.02)  # leaves the processor to others
    best = evolution.population[0]
    print(f"best {best.name}, fitness {best.fitness:.4f}")
    print("ancestry:", " < ".join(evolution.ancestry(best)[:6]))


if __name__ == "__main__":
    main()
