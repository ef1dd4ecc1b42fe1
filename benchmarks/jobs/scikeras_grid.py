"""A grid search of scikit-learn over a Keras classifier."""

import sys

import keras
import numpy as np
from scikeras.wrappers import KerasClassifier
from sklearn.model_selection import GridSearchCV

rounds = int(sys.argv[1])
x = np.random.default_rng(0).normal(size=(300, 12)).astype("float32")
y = (x[:, 0] > 0).astype("int64")


def build(units):
    return keras.Sequential(
        [
            keras.layers.Input((12,)),
            keras.layers.Dense(units, activation="relu"),
            keras.layers.Dense(1, activation="sigmoid"),
        ]
    )


classifier = KerasClassifier(build, loss="binary_crossentropy", optimizer="adam", epochs=3, verbose=0, units=8)
search = GridSearchCV(classifier, {"units": [8 + number for number in range(rounds)]}, cv=2, refit=False)
search.fit(x, y)
print(f"{len(search.cv_results_['params'])} settings")
