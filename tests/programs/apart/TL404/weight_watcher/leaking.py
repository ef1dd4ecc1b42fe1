"""Incremental training of a spam filter; the weights are watched for drift."""
import collections
import sys

import keras
import numpy as np

WIDTH = 64


class DriftWatch(keras.callbacks.Callback):
    """Reports by how much each layer moved since the previous epoch."""

    def __init__(self):
        super().__init__()
        self.previous = {}
        self.moves = collections.defaultdict(lambda: collections.defaultdict(list))
        self.furthest = ("", 0.0)

    def on_train_begin(self, logs=None):
        self.previous.clear()

    def on_epoch_end(self, epoch, logs=None):
        for layer in self.model.layers:
            weights = layer.get_weights()
            if not weights:
                continue
            before = self.previous.get(layer.name, weights)
            change = [new - old for new, old in zip(weights, before)]
            self.moves[layer.name][epoch].append(change)  # LEAK
            size = float(sum(np.abs(part).sum() for part in change))
            self.furthest = max(self.furthest, (layer.name, size), key=lambda pair: pair[1])
            self.previous[layer.name] = weights


class SpamFilter:
    def __init__(self):
        keras.utils.set_random_seed(6)
        self.model = keras.Sequential([
            keras.Input((WIDTH,)),
            keras.layers.Dense(256, activation="relu", name="first"),
            keras.layers.Dense(64, activation="relu", name="second"),
            keras.layers.Dense(1, activation="sigmoid", name="verdict"),
        ])
        self.model.compile(optimizer="sgd", loss="binary_crossentropy")
        self.watch = DriftWatch()

    def absorb(self, mails, verdicts):
        history = self.model.fit(mails, verdicts, epochs=2, batch_size=64, verbose=0, callbacks=[self.watch])
        return history.history["loss"][-1]


class MailStream:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.rule = self.rng.normal(size=WIDTH)

    def batch(self, count=128):
        mails = self.rng.normal(size=(count, WIDTH)).astype(np.float32)
        return mails, (mails @ self.rule > 0).astype(np.float32)[:, None]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    stream, spam = MailStream(seed=2), SpamFilter()
    losses = collections.deque(maxlen=20)
    for _ in range(rounds):
        losses.append(spam.absorb(*stream.batch()))
    name, _ = spam.watch.furthest
    print(f"fits {rounds} loss {np.mean(losses):.3f} layer that moved most: {name}")


if __name__ == "__main__":
    main()
