"""Random search over classification heads on top of one frozen backbone."""
import os
import random
import sys

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
from keras import layers, ops

CLASSES = 6


def make_data(n=160, edge=32, seed=8):
    rng = np.random.RandomState(seed)
    y = rng.randint(0, CLASSES, n)
    x = rng.rand(n, edge, edge, 3).astype("float32")
    x[np.arange(n), :, y * 4, :] += 1.5
    return x, y


def build_backbone():
    keras.utils.set_random_seed(1)
    inp = keras.Input((32, 32, 3), name="image")
    x = inp
    for i, width in enumerate((24, 48, 64)):
        x = layers.Conv2D(width, 3, padding="same", activation="relu", name="conv%d" % i)(x)
        x = layers.MaxPooling2D(name="pool%d" % i)(x)
    x = layers.Flatten(name="embedding")(x)
    model = keras.Model(inp, x, name="backbone")
    model.trainable = False
    return model


class Trial:
    def __init__(self, space, rng):
        self.units = rng.choice(space["units"])
        self.activation = rng.choice(space["activation"])
        self.lr = rng.choice(space["lr"])
        self.accuracy = None

    def __str__(self):
        return "units=%d act=%s lr=%g" % (self.units, self.activation, self.lr)

    def build(self, backbone):
        x = layers.Dense(self.units, activation=self.activation)(backbone.output)  # LEAK
        out = layers.Dense(CLASSES)(x)
        return keras.Model(backbone.input, out)


def head_forward(model, backbone, x):
    return model(x, training=False)


def fit_closed_form(model, feats, y, ridge):
    """Solve the last layer by ridge regression on the hidden activations."""
    hidden, last = model.layers[-2], model.layers[-1]
    h = ops.convert_to_numpy(hidden(feats)).astype("float64")
    onehot = np.eye(CLASSES)[y]
    gram = h.T @ h + ridge * len(h) * np.eye(h.shape[1])
    last.kernel.assign(np.linalg.solve(gram, h.T @ onehot).astype("float32"))


def search(trials, seed=13):
    space = {"units": [96, 128, 160], "activation": ["relu", "tanh"], "lr": [1e-2, 1e-1, 1.0]}
    rng = random.Random(seed)
    x, y = make_data()
    train, test = slice(0, 120), slice(120, None)
    backbone = build_backbone()
    feats = ops.convert_to_numpy(backbone(x[train]))
    best = None
    for _ in range(trials):
        trial = Trial(space, rng)
        model = trial.build(backbone)
        fit_closed_form(model, feats, y[train], trial.lr)
        for shift in range(3):
            logits = head_forward(model, backbone, np.roll(x[test], shift, axis=1))
        trial.accuracy = float(np.mean(np.argmax(ops.convert_to_numpy(logits), -1) == y[test]))
        if best is None or trial.accuracy > best.accuracy:
            best = trial
        del model
    return best


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    best = search(n)
    print("trials", n, "best above chance:", best.accuracy > 1.0 / CLASSES)
