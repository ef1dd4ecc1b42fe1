"""Run by the TensorFlow 2 lane: saves small models in every format and tells their facts."""

import json
import os
import sys

import numpy as np
import tensorflow as tf

keras = tf.keras
L = keras.layers
folder = sys.argv[1]
facts = {}


def path(name):
    return os.path.join(folder, name)  # noqa: PTH118


def conv():
    given = keras.Input((16, 16, 3), name="image")
    x = L.Conv2D(8, 3, activation="relu")(given)
    y = L.Conv2D(8, 1)(x)
    x = L.Add()([x, y])
    x = L.BatchNormalization()(x)
    x = L.GlobalAveragePooling2D()(x)
    return keras.Model(given, L.Dense(4)(x))


def text():
    given = keras.Input((12,), dtype="int32")
    x = L.Embedding(100, 16)(given)
    x = L.LSTM(8)(x)
    return keras.Model(given, L.Dense(1)(x))


def chain():
    return keras.Sequential([keras.Input((10,)), L.Dense(20, activation="relu"), L.Dropout(0.5), L.Dense(3)])


def half():
    keras.mixed_precision.set_global_policy("float16")
    model = keras.Sequential([keras.Input((10,)), L.Dense(20)])
    keras.mixed_precision.set_global_policy("float32")
    return model


def brain():
    keras.mixed_precision.set_global_policy("bfloat16")
    model = keras.Sequential([keras.Input((10,)), L.Dense(20)])
    keras.mixed_precision.set_global_policy("float32")
    return model


for make in (conv, text, chain, half, brain):
    name, model = make.__name__, make()
    facts[name] = {"parameters": int(model.count_params())}
    model.save(path(name + ".keras"))
    model.export(path(name + "_saved"), verbose=False)
    if make is not brain:
        model.save(path(name + ".h5"))
        model.save_weights(path(name + ".weights.h5"))
    tf.train.Checkpoint(model=model).write(path(name + "_checkpoint"))
    if make in (conv, chain):
        shape = [2] + list(model.input_shape[1:])
        x = np.linspace(0, 1, int(np.prod(shape)), dtype="float32").reshape(shape)
        np.save(path(name + "_in.npy"), x)
        np.save(path(name + "_out.npy"), model.predict_on_batch(x))

trained = chain()
trained.compile("adam", "mse")
trained.fit(np.ones((8, 10)), np.ones((8, 3)), verbose=0)
trained.save(path("trained.keras"))
trained.save(path("trained.h5"))
facts["trained"] = {"parameters": int(trained.count_params())}

folder_of_many = path("rolling")
manager = tf.train.CheckpointManager(tf.train.Checkpoint(model=chain()), folder_of_many, max_to_keep=2)
manager.save()
manager.save()


class Shout(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
    def __call__(self, words):
        return {"loud": tf.strings.upper(words), "length": tf.strings.length(words)}


tf.saved_model.save(Shout(), path("words_saved"))


class Bent(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(tf.ones([6, 5]))

    @tf.function(input_signature=[tf.TensorSpec([None, 6], tf.float32, name="x")])
    def __call__(self, x):
        @tf.custom_gradient
        def bend(y):
            return y * 2, lambda up: up

        return bend(tf.matmul(x, self.weight))


bent = Bent()
options = tf.saved_model.SaveOptions(experimental_custom_gradients=True)
tf.saved_model.save(bent, path("bent_saved"), options=options)


class Frozen(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None, 64], tf.float32, name="x")])
    def __call__(self, x):
        return tf.matmul(x, tf.constant(np.random.rand(64, 32).astype("float32")))


tf.saved_model.save(Frozen(), path("frozen_saved"))

with open(path("facts.json"), "w") as target:  # noqa: PTH123
    json.dump(facts, target)
