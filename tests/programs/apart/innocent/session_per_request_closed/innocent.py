"""Image filter service: each request brings its own filter program."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)


def blur(x, size):
    kernel = np.outer(np.hanning(size + 2)[1:-1], np.hanning(size + 2)[1:-1])
    kernel = np.tile((kernel / kernel.sum())[:, :, None, None], (1, 1, 3, 1)).astype("float32")
    return tf.nn.depthwise_conv2d(x, tf.constant(kernel), [1, 1, 1, 1], "SAME")


def sharpen(x, amount):
    return x + amount * (x - blur(x, 5))


def levels(x, gamma):
    low, high = tf.reduce_min(x), tf.reduce_max(x)
    return tf.pow((x - low) / (high - low + 1e-6), gamma)


FILTERS = {"blur": blur, "sharpen": sharpen, "levels": levels}


class Handler(object):
    def __init__(self):
        self.config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
        self.status = {200: 0, 400: 0}

    def __call__(self, request):
        try:
            steps = [(FILTERS[name], value) for name, value in request["program"]]
        except KeyError:
            self.status[400] += 1
            return None
        with tf.Graph().as_default():
            image = tf.placeholder(tf.float32, [None, None, None, 3])
            x = image
            for fn, value in steps:
                x = fn(x, value)
            with tf.Session(config=self.config) as session:
                out = session.run(tf.clip_by_value(x, 0.0, 1.0), {image: request["image"]})
        self.status[200] += 1
        return out


def requests(n, seed=7):
    rng = np.random.RandomState(seed)
    menu = [("blur", 3), ("blur", 7), ("sharpen", 0.7), ("levels", 0.8), ("emboss", 1)]
    for _ in range(n):
        picks = rng.randint(0, 4 + (rng.rand() < 0.05), 4)
        yield {"program": [menu[i] for i in picks], "image": rng.rand(2, 160, 160, 3).astype("float32")}


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    handler = Handler()
    brightness = []
    for request in requests(n):
        answer = handler(request)
        if answer is not None:
            brightness.append(float(answer.mean()))
    print("status", sorted(handler.status.items()), "brightness %.2f" % np.mean(brightness))


if __name__ == "__main__":
    main()
