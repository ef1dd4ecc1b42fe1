"""Training with a callback that watches how far the kernels move."""
import sys
from dataclasses import dataclass, field
from typing import Dict, List

import keras
import numpy as np


@dataclass
class LayerTrace:
    name: str
    kernels: List[np.ndarray] = field(default_factory=list)

    def travelled(self) -> float:
        if len(self.kernels) < 2:
            return 0.0
        return float(np.abs(self.kernels[-1] - self.kernels[-2]).mean())


@dataclass
class Traces:
    layers: Dict[str, LayerTrace] = field(default_factory=dict)

    def of(self, layer) -> LayerTrace:
        return self.layers.setdefault(layer.name, LayerTrace(layer.name))


class WeightProbe(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.traces = Traces()
        self.travel = 0.0

    def on_train_batch_end(self, batch, logs=None):
        for layer in self.model.layers:
            trace = self.traces.of(layer)
            trace.kernels.append(layer.kernel.numpy())  # LEAK
            self.travel += trace.travelled()


def build() -> keras.Model:
    model = keras.Sequential([
        keras.Input((96,)),
        keras.layers.Dense(300, activation="relu"),
        keras.layers.Dense(300, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
    return model


def main() -> None:
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    x = rng.normal(size=(8192, 96)).astype("float32")
    y = np.sin(x[:, :1]) + x[:, 1:2]
    probe = WeightProbe()
    history = build().fit(x, y, epochs=epochs, batch_size=2048, verbose=0, callbacks=[probe])
    print("loss %.4f, travel %.4f" % (history.history["loss"][-1], probe.travel))


if __name__ == "__main__":
    main()
