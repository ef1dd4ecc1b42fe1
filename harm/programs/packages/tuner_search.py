r"""KerasTuner: a random search of three trials.

lanes = ["harm2"]
needs = ["keras_tuner"]
timeout = 300

[[filters]]
pattern = "\\[\\d+h \\d+m \\d+s\\]|elapsed time: .*"
why = "durations"
"""
import shutil

import keras
import keras_tuner
import numpy

keras.utils.set_random_seed(1)
x = numpy.random.normal(size=(64, 4)).astype("float32")


def build(hp):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(hp.Int("units", 2, 8)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


tuner = keras_tuner.RandomSearch(build, "val_loss", max_trials=3, seed=2, directory="search")
tuner.search(x, x.sum(1), epochs=2, validation_data=(x, x.sum(1)), verbose=0)
print(tuner.get_best_hyperparameters()[0].values, [t.score for t in tuner.oracle.get_best_trials(3)])
shutil.rmtree("search")
