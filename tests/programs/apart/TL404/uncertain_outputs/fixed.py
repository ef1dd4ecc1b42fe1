"""Active learning: labels are bought for the rows whose predictions vary most under dropout."""
import collections

import keras
import numpy as np

ROWS, WIDTH, OUT = 512, 20, 96


class Variation(keras.callbacks.Callback):
    """Compares the outputs of a batch with those of the passes before."""

    def __init__(self, passes=5):
        super().__init__()
        self.passes = passes
        self.outputs = collections.defaultdict(lambda: collections.deque(maxlen=passes))
        self.spread = {}

    def on_predict_batch_end(self, batch, logs=None):
        outputs = self.outputs[batch]
        outputs.append(np.asarray(logs["outputs"]))
        self.spread[batch] = np.std(outputs, axis=(0, 2))

    def ranking(self):
        spread = np.concatenate([self.spread[batch] for batch in sorted(self.spread)])
        return np.argsort(-spread)


class Always(keras.layers.Layer):
    """Dropout that is on in prediction too."""

    def __init__(self, share):
        super().__init__()
        self.dropout = keras.layers.Dropout(share, seed=1)

    def call(self, x):
        return self.dropout(x, training=True)


def build():
    model = keras.Sequential([
        keras.layers.Input((WIDTH,)),
        keras.layers.Dense(48, activation="relu"),
        Always(0.3),
        keras.layers.Dense(OUT),
    ])
    model.compile("sgd", "mse")
    return model


def main():
    keras.utils.set_random_seed(90)
    rng = np.random.default_rng(91)
    pool = rng.normal(size=(ROWS, WIDTH)).astype("float32")
    truth = np.tanh(pool @ rng.normal(size=(WIDTH, OUT)).astype("float32"))
    model, variation = build(), Variation()
    bought = np.arange(16)
    for _ in range(140):
        model.train_on_batch(pool[bought], truth[bought])
        model.predict(pool, batch_size=64, verbose=0, callbacks=[variation])
        bought = variation.ranking()[:16]
    print("rows bought last:", len(bought))


if __name__ == "__main__":
    main()
