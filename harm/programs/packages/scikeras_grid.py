"""scikeras: cross validation of a Keras model in scikit-learn.

lanes = ["harm2"]
needs = ["scikeras"]
timeout = 300
"""
import keras
import numpy
from scikeras.wrappers import KerasRegressor
from sklearn.model_selection import GridSearchCV

keras.utils.set_random_seed(1)
x = numpy.random.normal(size=(60, 4)).astype("float32")


def build(units=4):
    return keras.Sequential([keras.Input((4,)), keras.layers.Dense(units), keras.layers.Dense(1)])


search = GridSearchCV(KerasRegressor(build, loss="mse", verbose=0, epochs=2, random_state=3), {"model__units": [2, 4]}, cv=2)
try:
    search.fit(x, x.sum(1))
    print(search.best_params_, search.best_score_, search.cv_results_["mean_test_score"])
except Exception as error:
    print(type(error).__name__, error)
