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


def tried(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, str(error)[:100])


function = tf.function(lambda x: x + 1)
tried("layer", lambda: copy.deepcopy(tf.keras.layers.Dense(2))(tf.zeros([1, 2])).shape)
tried("shallow layer", lambda: copy.copy(model.layers[0]).units)
tried("function", lambda: copy.deepcopy(function)(tf.constant(1)).numpy())
function(tf.constant(1))
tried("traced function", lambda: copy.deepcopy(function)(tf.constant(1)).numpy())
tried("shallow function", lambda: copy.copy(function)(tf.constant(1)).numpy())
tried("variable", lambda: copy.deepcopy(tf.Variable([1.0, 2.0])).numpy())
tried("pickled function", lambda: pickle.loads(pickle.dumps(function)))
for thing in (tf.keras.Model, tf.keras.layers.Dense, tf.keras.Model.fit, tf.keras.layers.Layer.__call__, tf.Module, tf.keras.Model.predict):
    tried(thing.__name__, lambda thing=thing: pickle.loads(pickle.dumps(thing)) is thing)
tried("json", lambda: tf.keras.models.model_from_json(model.to_json()).count_params())
tried("config", lambda: pickle.loads(pickle.dumps(model.get_config())) == model.get_config())
