"""Random search over small Keras regressors, with a minimal study object."""
import argparse
import dataclasses

import keras
import numpy as np


@dataclasses.dataclass
class Trial:
    number: int
    params: dict
    value: float = float("inf")
    attributes: dict = dataclasses.field(default_factory=dict)


class Study:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.trials = []

    def suggest(self):
        return {
            "units": int(self.rng.integers(300, 420)),
            "rate": float(10 ** self.rng.uniform(-4, -2)),
            "activation": str(self.rng.choice(["relu", "tanh", "gelu"])),
        }

    def optimize(self, objective, count):
        for number in range(count):
            trial = Trial(number, self.suggest())
            self.trials.append(trial)
            trial.value = objective(trial)

    @property
    def best(self):
        return min(self.trials, key=lambda trial: trial.value)


def build(params, width):
    model = keras.Sequential([
        keras.Input((width,)),
        keras.layers.Dense(params["units"], activation=params["activation"]),
        keras.layers.Dense(params["units"], activation=params["activation"]),
        keras.layers.Dense(1),
    ])
    model.compile(keras.optimizers.SGD(params["rate"], momentum=0.9), "mse", run_eagerly=True)
    return model


class Objective:
    def __init__(self, x, y, steps):
        self.x, self.y, self.steps = x, y, steps
        self.best_value = float("inf")
        self.champion = None

    def __call__(self, trial):
        keras.backend.clear_session()
        model = build(trial.params, self.x.shape[1])
        for _ in range(self.steps):
            model.train_on_batch(self.x[:-64], self.y[:-64])
        value = float(model.test_on_batch(self.x[-64:], self.y[-64:]))
        self.remember(trial, model, value)
        return value

    def remember(self, trial, model, value):
        if value < self.best_value or self.champion is None:
            if self.champion is not None:
                del self.champion.attributes["model"]
            trial.attributes["model"] = model
            self.champion = trial
            self.best_value = min(self.best_value, value)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=45)
    args = parser.parse_args()
    rng = np.random.default_rng(7)
    x = rng.normal(size=(320, 100)).astype("float32")
    y = (x[:, :3].sum(axis=1, keepdims=True) ** 2).astype("float32")
    study = Study(seed=19)
    study.optimize(Objective(x, y, steps=2), args.trials)
    best = study.best
    print(f"best {best.value:.3f} with {best.params} ({best.attributes['model'].count_params()} weights)")


if __name__ == "__main__":
    main()
