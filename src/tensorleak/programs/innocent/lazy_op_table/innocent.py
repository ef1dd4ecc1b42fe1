"""Image service that builds a resize op the first time it meets a size, and keeps it."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Resizer:
    def __init__(self):
        self.image = tf.placeholder(tf.float32, [None, None, 3])
        self.session = tf.Session()
        self.ops = {}

    def resize(self, image, size):
        if size not in self.ops:
            batch = tf.expand_dims(self.image, 0)
            self.ops[size] = tf.image.resize_bilinear(batch, [size, size])[0]
        return self.session.run(self.ops[size], {self.image: image})


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    resizer = Resizer()
    rng = np.random.RandomState(15)
    sizes = (32, 48, 64, 96, 128, 160)
    total = 0.0
    for _ in range(steps):
        image = rng.uniform(size=(200, 200, 3)).astype(np.float32)
        total += float(resizer.resize(image, sizes[rng.randint(len(sizes))]).mean())
    print("%d images, mean %.4f, %d sizes" % (steps, total / steps, len(resizer.ops)))


if __name__ == "__main__":
    main()
