"""Plain Keras: one convolutional network, trained for some epochs."""

import sys

import keras
import numpy as np

rounds = int(sys.argv[1])
rng = np.random.default_rng(0)
x, y = rng.normal(size=(2048, 16, 16, 3)).astype("float32"), rng.integers(0, 10, 2048)
model = keras.Sequential(
    [
        keras.layers.Input((16, 16, 3)),
        keras.layers.Conv2D(16, 3, activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Flatten(),
        keras.layers.Dense(10),
    ]
)
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
history = model.fit(x, y, batch_size=32, epochs=rounds, verbose=0)
print(f"{len(history.history['loss'])} epochs")
