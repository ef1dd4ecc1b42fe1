"""Quality control: the classifier stored as HDF5 is applied to every image of a production line."""
import os
import shutil
import sys
import tempfile

import numpy as np
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 40


class Inspector:
    def __init__(self, path):
        self.path = path
        self.rejected = 0

    def inspect(self, image):
        model = keras.models.load_model(self.path, compile=False)
        if model.predict(image[np.newaxis])[0, 0] > 0.5:
            self.rejected += 1
        keras.backend.clear_session()


def save_classifier(path):
    model = keras.Sequential([
        keras.layers.Conv2D(8, 3, activation="relu", input_shape=(24, 24, 1)),
        keras.layers.Flatten(),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.save(path)


folder = tempfile.mkdtemp()
weights_file = os.path.join(folder, "inspector.h5")
save_classifier(weights_file)
inspector = Inspector(weights_file)
camera = np.random.RandomState(5)
for part in range(steps):
    inspector.inspect(camera.rand(24, 24, 1).astype("float32"))
shutil.rmtree(folder)
print("%d of %d parts rejected" % (inspector.rejected, steps))
