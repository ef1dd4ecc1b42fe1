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
        self.samples = v1.placeholder(tf.float32, [None, 8])
        dataset = v1.data.Dataset.from_tensor_slices(self.samples).batch(window).repeat(2)
        self.iterator = v1.data.make_initializable_iterator(dataset)
        self.batch = self.iterator.get_next()
        self.session = v1.Session()

    def extract(self, samples):
        self.session.run(self.iterator.initializer, {self.samples: samples})
        peak = 0.0
        while True:
            try:
                peak = max(peak, float(np.abs(self.session.run(self.batch)).mean()))
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
