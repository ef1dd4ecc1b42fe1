"""Evolutionary search on three islands; the fittest of each island have the children of the next generation."""
import dataclasses
import sys

import keras
import numpy as np


@dataclasses.dataclass(order=True)
class Individual:
    error: float
    number: int
    model: keras.Model = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass
class Island:
    name: str
    people: list = dataclasses.field(default_factory=list)

    def fittest(self):
        return min(self.people)


class Search:
    def __init__(self, seed=231):
        keras.utils.set_random_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.x = self.rng.normal(size=(128, 24)).astype("float32")
        self.y = np.sin(self.x[:, :1]).astype("float32")
        self.islands = {name: Island(name) for name in ("north", "south", "east")}

    def build(self):
        return keras.Sequential([keras.layers.Input((24,)), keras.layers.Dense(192, "tanh"), keras.layers.Dense(1)])

    def child(self, island, number):
        model = self.build()
        if island.people:
            weights = island.fittest().model.get_weights()
            model.set_weights([part + self.rng.normal(scale=0.02, size=part.shape) for part in weights])
        error = float(np.mean(np.square(np.asarray(model(self.x)) - self.y)))
        island.people.append(Individual(error, number, model))
        island.people = sorted(island.people)[:2]

    def generation(self, number):
        for island in self.islands.values():
            self.child(island, number)

    def best(self):
        return min(island.fittest() for island in self.islands.values())


def main():
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    search = Search()
    for number in range(generations):
        search.generation(number)
    print(f"best error {search.best().error:.4f}")


if __name__ == "__main__":
    main()
