"""Random search over the learning rate of a small regression network."""
import gc
import sys

import numpy as np
from tensorflow import keras

trials = steps = int(sys.argv[1]) if len(sys.argv) > 1 else 30


def make_data(rng, rows=128):
    features = rng.normal(size=(rows, 16)).astype("float32")
    target = features[:, :4].sum(axis=1, keepdims=True) + 0.1 * rng.normal(size=(rows, 1))
    return features, target.astype("float32")


def build_model(learning_rate):
    model = keras.Sequential([
        keras.layers.Input((16,)),
        keras.layers.Dense(64, activation="relu", kernel_initializer=keras.initializers.GlorotUniform(seed=7)),
        keras.layers.Dense(1, kernel_initializer=keras.initializers.GlorotUniform(seed=8)),
    ])
    model.compile(optimizer=keras.optimizers.Adam(learning_rate), loss="mse", jit_compile=False)
    return model


def run_trial(learning_rate, features, target):
    model = build_model(learning_rate)
    history = model.fit(features, target, batch_size=64, epochs=1, shuffle=False, verbose=0)
    del model
    keras.backend.clear_session()
    gc.collect()
    return history.history["loss"][-1]


def main():
    rng = np.random.default_rng(0)
    features, target = make_data(rng)
    best_rate, best_loss = None, float("inf")
    for trial in range(steps):
        learning_rate = float(10 ** rng.uniform(-4, -1))
        loss = run_trial(learning_rate, features, target)
        if loss < best_loss:
            best_rate, best_loss = learning_rate, loss
    print(f"{trials} trials, best learning rate {best_rate:.5f}, loss {best_loss:.4f}")


if __name__ == "__main__":
    main()
