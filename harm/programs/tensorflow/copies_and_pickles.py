"""Copies and pickles models, layers, functions, variables, and classes by reference.

lanes = ["tf2", "tf215"]
"""
import copy
import pickle

import tensorflow as tf
from graphs import bits

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.ones([16, 3]), tf.ones([16, 1]), epochs=2, verbose=0)
for name, make in [("deepcopy", copy.deepcopy), ("pickle", lambda m: pickle.loads(pickle.dumps(m))), ("clone", tf.keras.models.clone_model)]:
    try:
        other = make(model)
        print(name, type(other), bits([other(tf.ones([2, 3]))]), len(other.weights))
    except Exception as error:
        print(name, type(error).__name__, str(error)[:100])
layer = copy.deepcopy(tf.keras.layers.Dense(2))
print(layer(tf.zeros([1, 2])).shape, copy.copy(model.layers[0]).units)
function = tf.function(lambda x: x + 1)
print(copy.copy(function)(tf.constant(1)).numpy(), copy.deepcopy(function)(tf.constant(1)).numpy())
variable = copy.deepcopy(tf.Variable([1.0, 2.0]))
print(variable.numpy())
for thing in (tf.keras.Model, tf.keras.layers.Dense, tf.keras.Model.fit, tf.keras.layers.Layer.__call__, tf.Module, tf.keras.Model.predict):
    print(pickle.loads(pickle.dumps(thing)) is thing)
print(tf.keras.models.model_from_json(model.to_json()).count_params(), pickle.loads(pickle.dumps(model.get_config())) == model.get_config())
