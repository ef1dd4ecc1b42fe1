"""Segmentation endpoint called in-process, as a web framework would call it."""
import hashlib
import sys

import numpy as np
import tensorflow as tf


class App:
    def __init__(self):
        self.routes = {}

    def route(self, path):
        def register(fn):
            self.routes[path] = fn
            return fn
        return register

    def call(self, path, **kw):
        return self.routes[path](**kw)


app = App()
tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([
    tf.keras.layers.Input((64, 64, 3)),
    tf.keras.layers.Conv2D(4, 3, padding="same", activation="relu"),
    tf.keras.layers.Conv2D(2, 1, activation="softmax"),
])
journal = []


@app.route("/segment")
def segment(image):
    mask = model(image[None], training=False).numpy()[0]
    digest = hashlib.sha1(mask.tobytes()).hexdigest()
    journal.append({"digest": digest, "mask": mask})  # LEAK
    return {"id": len(journal), "area": float((mask[..., 1] > 0.5).mean())}


@app.route("/stats")
def stats():
    return {"requests": len(journal), "last": journal[-1]["digest"][:8]}


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(2)
    area = 0.0
    for _ in range(requests):
        image = rng.random((64, 64, 3), dtype="float32")
        area += app.call("/segment", image=image)["area"]
    print(app.call("/stats"), f"area {area / requests:.4f}")


if __name__ == "__main__":
    main()
