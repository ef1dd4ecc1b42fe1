"""Nightly job: one small forecasting network per customer, trained on its own sales history."""
import sys

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 30
WINDOW = 12


def sales_history(customer):
    t = np.arange(72, dtype="float32")
    rng = np.random.default_rng(customer)
    return np.sin(t / 6 + customer) + 0.05 * rng.normal(size=t.shape).astype("float32")


def windows(series):
    x = np.stack([series[i:i + WINDOW] for i in range(len(series) - WINDOW)])
    return x.astype("float32"), series[WINDOW:].astype("float32").reshape(-1, 1)


class Forecaster:
    def __init__(self):
        start = keras.initializers.GlorotUniform(seed=1)
        inputs = keras.Input((WINDOW,))
        hidden = keras.layers.Dense(48, activation="tanh", kernel_initializer=start)(inputs)
        outputs = keras.layers.Dense(1, kernel_initializer=start)(hidden)
        self.model = keras.Model(inputs, outputs)  # LEAK
        self.model.compile(optimizer="sgd", loss="mae", jit_compile=False)

    def train(self, series):
        x, y = windows(series)
        self.model.fit(x, y, batch_size=30, epochs=1, shuffle=False, verbose=0)

    def next_value(self, series):
        return float(self.model(series[None, -WINDOW:]).numpy()[0, 0])


forecasts = np.zeros(steps, "float32")
for customer in range(steps):
    history = sales_history(customer)
    forecaster = Forecaster()
    forecaster.train(history)
    forecasts[customer] = forecaster.next_value(history)

print(f"{steps} customers, mean forecast {forecasts.mean():.3f}")
