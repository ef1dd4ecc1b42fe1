"""Image restoration service: requests carry options, the filter is compiled with tf.function."""
import sys

import numpy as np
import tensorflow as tf


class Options:
    """How one request wants its image restored."""

    def __init__(self, passes=5, strength=0.2, clip=True):
        self.passes = passes
        self.strength = strength
        self.clip = clip

    @classmethod
    def from_header(cls, header):
        fields = dict(part.split("=") for part in header.split(";"))
        return cls(int(fields["passes"]), float(fields["strength"]), fields["clip"] == "yes")


class Restorer:
    def __init__(self):
        base = np.outer([1, 4, 6, 4, 1], [1, 4, 6, 4, 1]).astype("float32")
        self.blur = tf.constant((base / base.sum()).reshape(5, 5, 1, 1))

    @tf.function
    def restore(self, image, options):
        estimate = image
        for _ in range(options.passes):
            ratio = image / (tf.nn.conv2d(estimate, self.blur, 1, "SAME") + 1e-3)
            update = estimate * tf.nn.conv2d(ratio, self.blur, 1, "SAME")
            estimate = (1 - options.strength) * estimate + options.strength * update
            edges = tf.image.sobel_edges(estimate)
            estimate -= 0.01 * tf.reduce_sum(tf.abs(edges), axis=-1)
        return tf.clip_by_value(estimate, 0.0, 1.0) if options.clip else estimate


class Service:
    def __init__(self, restorer):
        self.restorer = restorer
        self.answered = 0

    def options(self, header):
        return Options.from_header(header)

    def post(self, header, image):
        options = self.options(header)
        result = self.restorer.restore(image, options)  # LEAK
        self.answered += 1
        return float(tf.reduce_mean(result))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    rng = np.random.default_rng(14)
    service = Service(Restorer())
    headers = ["passes=5;strength=0.2;clip=yes", "passes=4;strength=0.3;clip=no"]
    level = 0.0
    for i in range(rounds):
        image = tf.constant(rng.random((4, 360, 360, 1), dtype=np.float32))
        level += service.post(headers[i % 2], image)
    print("answered %d, mean level %.4f" % (service.answered, level / rounds))


if __name__ == "__main__":
    main()
