"""Training with checkpoints of the best model and restoration of the best weights."""
import os
import shutil
import sys
import tempfile

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 80


def data(seed, rows):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 32)).astype("float32")
    return x, np.tanh(x[:, :1] + x[:, 1:2])


def main():
    folder = tempfile.mkdtemp()
    model = keras.Sequential([
        keras.layers.Input((32,)),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer="adam", loss="mse", jit_compile=False)
    callbacks = [
        keras.callbacks.EarlyStopping(patience=steps, restore_best_weights=True),
        keras.callbacks.ModelCheckpoint(os.path.join(folder, "best.keras"), save_best_only=True),
    ]
    x, y = data(0, 256)
    history = model.fit(x, y, validation_data=data(1, 64), batch_size=64, epochs=steps, callbacks=callbacks, verbose=0)
    shutil.rmtree(folder)
    print(f"{len(history.epoch)} epochs, best validation loss {min(history.history['val_loss']):.4f}")


if __name__ == "__main__":
    main()
