"""Run by the TensorFlow 1.15 lane: saves small models in its formats and tells their facts."""

import json
import os
import sys

import numpy as np
import tensorflow as tf

folder = sys.argv[1]
facts = {}


def path(name):
    return os.path.join(folder, name)  # noqa: PTH118


L = tf.keras.layers
model = tf.keras.Sequential(
    [
        L.Conv2D(4, 3, padding="same", activation="relu", input_shape=(8, 8, 3)),
        L.MaxPooling2D(),
        L.Flatten(),
        L.Dense(5),
    ]
)
facts["conv"] = {"parameters": int(model.count_params())}
model.save(path("conv.h5"))
model.save_weights(path("conv.weights.h5"))
x = np.linspace(0, 1, 2 * 8 * 8 * 3).astype("float32").reshape((2, 8, 8, 3))
np.save(path("conv_in.npy"), x)
np.save(path("conv_out.npy"), model.predict_on_batch(x))
tf.compat.v1.saved_model.simple_save(
    tf.keras.backend.get_session(),
    path("conv_saved"),
    inputs={"image": model.inputs[0]},
    outputs={"scores": model.outputs[0]},
)
with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    weight = tf.compat.v1.get_variable("weight", [10, 7])
    loss = tf.reduce_sum(weight * weight)
    train = tf.compat.v1.train.AdamOptimizer().minimize(loss, tf.compat.v1.train.get_or_create_global_step())
    session.run(tf.compat.v1.global_variables_initializer())
    tf.compat.v1.train.Saver().save(session, path("adam"))
facts["adam"] = {"parameters": 70}
with open(path("facts.json"), "w") as target:  # noqa: PTH123
    json.dump(facts, target)
