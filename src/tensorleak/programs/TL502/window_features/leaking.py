"""Feature extraction: every file's samples go through a tf.data pipeline of sliding windows."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.disable_eager_execution()


def read_file(number):
    rng = np.random.RandomState(number)
    return rng.normal(size=(400, 8)).astype(np.float32)


class Extractor:
    def __init__(self, window):
        self.window = window
        self.session = v1.Session()

    def extract(self, samples):
        dataset = v1.data.Dataset.from_tensor_slices(samples).batch(self.window).repeat(2)  # LEAK
        batch = v1.data.make_one_shot_iterator(dataset).get_next()
        peak = 0.0
        while True:
            try:
                peak = max(peak, float(np.abs(self.session.run(batch)).mean()))
            except tf.errors.OutOfRangeError:
                return peak


def main():
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    extractor = Extractor(window=100)
    peaks = np.zeros(files)
    for number in range(files):
        peaks[number] = extractor.extract(read_file(number))
    extractor.session.close()
    print("%d files, mean peak %.4f" % (files, peaks.mean()))


if __name__ == "__main__":
    main()
