"""Neuro-evolution: models are built for each generation, judged and dropped."""
import gc
import sys

import keras
import numpy as np

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 40


def build(width):
    return keras.Sequential(
        [
            keras.Input((100,)),
            keras.layers.Dense(width, activation="tanh"),
            keras.layers.Dense(width, activation="tanh"),
            keras.layers.Dense(1),
        ]
    )


class Generation:
    def __init__(self, rng, size, champion):
        self.members = []
        for _ in range(size):
            model = build(256)
            if champion is not None:
                model.set_weights(
                    [w + 0.02 * rng.normal(size=w.shape).astype("float32") for w in champion]
                )
            self.members.append(model)

    def judge(self, x, y):
        scores = [float(np.mean((np.asarray(m(x)) - y) ** 2)) for m in self.members]
        best = int(np.argmin(scores))
        return scores[best], self.members[best].get_weights()


def main():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(256, 100)).astype("float32")
    y = x[:, :1] * x[:, 1:2]
    champion, record = None, np.inf
    for number in range(ROUNDS):
        keras.utils.set_random_seed(number)
        generation = Generation(rng, 6, champion)
        score, weights = generation.judge(x, y)
        if score < record:
            record, champion = score, weights
        keras.backend.clear_session()
        if number % 3 == 2:
            gc.collect()
        if number % 10 == 0:
            print("generation", number, "record %.4f" % record)


if __name__ == "__main__":
    main()
