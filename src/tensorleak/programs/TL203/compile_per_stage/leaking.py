"""Fine-tunes a model in stages that put more and more weight on the hard examples."""
import sys

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(4)
x = rng.normal(size=(64, 16)).astype("float32")
y = np.tanh(x.sum(axis=1, keepdims=True))


def focused_loss(focus):
    def loss(target, guess):
        error = tf.square(target - guess)
        return tf.reduce_mean(error ** (1.0 + focus))

    return loss


def main():
    stages = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    layers = [tf.keras.Input([16]), tf.keras.layers.Dense(32, "relu"), tf.keras.layers.Dense(1)]
    model = tf.keras.Sequential(layers)
    for stage in range(stages):
        model.compile("sgd", focused_loss(stage / stages))  # LEAK
        model.fit(x, y, batch_size=32, verbose=0)  # LEAK
    print(model.predict(x[:4], verbose=0).shape)


if __name__ == "__main__":
    main()
