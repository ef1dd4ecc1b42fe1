"""Scores the readings of one machine after another, each wrapped in a PyDataset."""
import sys

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
keras.utils.set_random_seed(0)


class MachineReadings(keras.utils.PyDataset):
    """The last hour of one machine, in two batches."""

    def __init__(self, machine):
        super().__init__()
        self.readings = np.random.default_rng(machine).normal(size=(240, 128)).astype("float32")

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return self.readings[index * 120:(index + 1) * 120]


def build():
    return keras.Sequential([
        keras.layers.Input((128,)),
        keras.layers.Dense(16, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])


def main():
    model = build()
    alarms = 0
    for machine in range(steps):
        readings = MachineReadings(machine)
        for batch in range(len(readings)):
            alarms += int((model.predict_on_batch(readings[batch]) > 0.9).sum())
    print(f"{steps} machines, {alarms} alarms")


if __name__ == "__main__":
    main()
