"""Alternating optimisation: the head for a few batches, then the whole network, and so on."""
import sys

import keras
import numpy as np

PERIODS = int(sys.argv[1]) if len(sys.argv) > 1 else 48
BATCHES = 60


def network():
    keras.utils.set_random_seed(14)
    inputs = keras.Input((24,), name="signals")
    body = keras.Sequential([keras.Input((24,)), keras.layers.Dense(96, activation="relu"),
                             keras.layers.Dense(48, activation="relu")], name="body")
    return keras.Model(inputs, keras.layers.Dense(3, name="head")(body(inputs)))


def batches(seed):
    rng = np.random.default_rng(seed)
    mixing = rng.normal(size=(24, 3))
    while True:
        signals = rng.normal(size=(128, 24)).astype("float32")
        yield signals, np.argmax(signals @ mixing, axis=1)


class Alternation:
    """Knows which part learns, and with which rate."""

    rates = {"head": 3e-3, "all": 5e-4}

    def __init__(self, model):
        self.model = model

    def turn(self, part):
        self.model.get_layer("body").trainable = part == "all"
        self.model.compile(  # LEAK
            optimizer=keras.optimizers.SGD(self.rates[part]),
            loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            jit_compile=False,
        )

    def learn(self, source, count):
        return float(np.mean([self.model.train_on_batch(*next(source)) for _ in range(count)]))


def main():
    source = batches(seed=2)
    alternation = Alternation(network())
    losses = {}
    for period in range(PERIODS):
        part = ("head", "all")[period % 2]
        alternation.turn(part)
        losses[part] = alternation.learn(source, BATCHES)
    print(f"{PERIODS} periods, losses {losses}")


if __name__ == "__main__":
    main()
