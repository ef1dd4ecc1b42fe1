"""tf.keras training with a callback that tracks weight statistics."""
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
K = tf.keras.backend


class WeightStatistics(tf.keras.callbacks.Callback):
    def __init__(self, every):
        super(WeightStatistics, self).__init__()
        self.every = every
        self.batches = 0
        self.kurtosis = []

    @staticmethod
    def _kurtosis(weights):
        w = np.ravel(weights)
        c = w - np.mean(w)
        return float(np.mean(c ** 4) / np.square(np.mean(np.square(c))))

    def on_batch_end(self, batch, logs=None):
        self.batches += 1
        if self.batches % 6 == 0:
            kernel = self.model.layers[0].get_weights()[0]
            self.kurtosis.append(self._kurtosis(kernel))
        time.sleep(0.014)
        if self.batches % self.every == 0:
            print("batch %d: loss %.4f kurtosis %.3f" % (
                self.batches, logs["loss"], np.mean(self.kurtosis[-20:])))


def build(dim):
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(32, activation="relu", input_shape=(dim,),
                              kernel_initializer=tf.keras.initializers.glorot_uniform(seed=1)),
        tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.glorot_uniform(seed=2)),
    ])
    model.compile("sgd", "mse")
    return model


def main():
    rng = np.random.RandomState(40)
    x = rng.normal(size=(660 * 16, 50)).astype(np.float32)
    y = np.tanh(x[:, :1])
    stats = WeightStatistics(every=132)
    build(50).fit(x, y, batch_size=16, epochs=1, shuffle=False, verbose=0, callbacks=[stats])
    print("batches", stats.batches)


if __name__ == "__main__":
    main()
