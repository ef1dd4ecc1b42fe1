"""An Estimator on TensorFlow 1.15: train, evaluate, predict, with seeded input functions.

lanes = ["tf1"]
"""
import shutil

import numpy
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
numpy.random.seed(1)
x = numpy.random.normal(size=(200, 3)).astype("float32")


def inputs():
    return tf.data.Dataset.from_tensor_slices(({"x": x}, x.sum(axis=1))).batch(10)


estimator = tf.estimator.DNNRegressor(
    [4], [tf.feature_column.numeric_column("x", shape=(3,))], model_dir="model", config=tf.estimator.RunConfig(tf_random_seed=3)
)
estimator.train(lambda: inputs().repeat(20))
print({key: float(value).hex() for key, value in sorted(estimator.evaluate(inputs).items())})
print([float(p["predictions"][0]).hex() for p in estimator.predict(inputs)][:3])
shutil.rmtree("model")
