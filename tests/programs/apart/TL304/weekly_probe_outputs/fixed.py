"""Retrains a demand model week after week and watches how far its answers move."""
import collections
import sys

import keras
import numpy as np

WEEKS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
PRODUCTS = 40

rng = np.random.default_rng(64)
keras.utils.set_random_seed(64)
model = keras.Sequential([
    keras.layers.Input((PRODUCTS,)),
    keras.layers.Dense(80, activation="tanh"),
    keras.layers.Dense(PRODUCTS),
])
model.compile(optimizer=keras.optimizers.SGD(0.01), loss="mae", jit_compile=False)
probe = rng.normal(size=(384, PRODUCTS)).astype("float32")

answers = collections.deque([model.predict_on_batch(probe)], maxlen=1)
watch = keras.callbacks.LambdaCallback(
    on_train_batch_end=lambda batch, logs: answers.append(model.predict_on_batch(probe)),
)


def sales(week):
    """Features and demand of a week."""
    features = rng.normal(size=(1024, PRODUCTS)).astype("float32")
    season = np.sin(week / 8.0)
    return features, (features * season + 0.1 * rng.normal(size=features.shape)).astype("float32")


def drift(before, after):
    return float(np.abs(before - after).mean())


farthest = 0.0
for week in range(WEEKS):
    before = answers[-1]
    features, demand = sales(week)
    model.fit(features, demand, batch_size=128, epochs=1, verbose=0, callbacks=[watch])
    farthest = max(farthest, drift(before, answers[-1]))
    if week % 20 == 19:
        print(f"week {week + 1}: largest drift {farthest:.4f}")

print(f"{WEEKS} weeks, largest drift {farthest:.4f}")
