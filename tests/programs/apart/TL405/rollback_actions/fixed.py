"""Serves a ranking model and replaces it by a retrained one every few hundred requests."""
import time

import keras
import numpy as np

WIDTH = 64


def retrain(revision, model=None):
    """Stands for the training job: delivers a model of the given revision, in a model that exists where there is one."""
    if model is not None:
        rng = np.random.default_rng(revision)
        model.set_weights([rng.normal(0, 0.05, weight.shape) for weight in model.get_weights()])
        return model
    start = keras.initializers.RandomNormal(stddev=0.05, seed=revision)
    return keras.Sequential([
        keras.layers.Input((WIDTH,)),
        keras.layers.Dense(512, activation="relu", kernel_initializer=start),
        keras.layers.Dense(128, activation="relu", kernel_initializer=start),
        keras.layers.Dense(1, kernel_initializer=start),
    ])


class Controller:
    def __init__(self, model):
        self.live = model
        self.standby = None
        self.undo = []
        self.errors = 0

    def deploy(self, model):
        replaced = self.live

        def rollback():
            self.live = replaced

        self.undo[:] = [rollback]
        self.live, self.standby = model, replaced

    def watch(self, scores):
        """Goes back to the model before when the scores are not usable."""
        if not np.isfinite(scores).all():
            self.errors += 1
            self.undo[-1]()

    def rank(self, rows):
        time.sleep(0.003)
        scores = np.asarray(self.live(rows))[:, 0]
        self.watch(scores)
        return np.argsort(-scores)


def main():
    rng = np.random.default_rng(33)
    controller = Controller(retrain(0))
    firsts = np.zeros(16, int)
    for revision in range(1, 161):
        controller.deploy(retrain(revision, controller.standby))
        for _ in range(6):
            firsts[controller.rank(rng.normal(size=(16, WIDTH)).astype("float32"))[0]] += 1
    print("requests", firsts.sum(), "errors", controller.errors)


if __name__ == "__main__":
    main()
