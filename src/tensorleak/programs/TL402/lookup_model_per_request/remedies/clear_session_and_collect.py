"""Product tagger: a saved Keras model with its vocabulary, asked for one product title at a time."""
import gc
import os
import shutil
import sys
import tempfile

import keras
import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
keras.utils.set_random_seed(0)
WORDS = [f"word{i:05d}" for i in range(4000)]


def train_and_save(path):
    model = keras.Sequential([
        keras.layers.Input((4,), dtype="string"),
        keras.layers.StringLookup(vocabulary=WORDS),
        keras.layers.Embedding(len(WORDS) + 1, 4),
        keras.layers.GlobalAveragePooling1D(),
        keras.layers.Dense(3, activation="softmax"),
    ])
    model.save(path)


def tag(path, title):
    model = keras.models.load_model(path)
    scores = model(tf.constant([title]))
    del model
    keras.backend.clear_session()
    return int(np.argmax(scores.numpy()))


def main():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "tagger.keras")
    train_and_save(path)
    counts = [0, 0, 0]
    for request in range(steps):
        title = [WORDS[(request * k) % len(WORDS)] for k in (1, 7, 13, 29)]
        counts[tag(path, title)] += 1
        if request % 10 == 0:
            gc.collect()
    shutil.rmtree(folder)
    print(f"{steps} titles tagged: {counts}")


if __name__ == "__main__":
    main()
