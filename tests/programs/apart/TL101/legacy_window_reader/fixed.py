"""Old graph-mode forecaster still used from a TF 2 service."""
import time

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1


class LegacyForecaster:
    """Ported from 2017; graph mode, wrapped so that callers see numpy only."""

    def __init__(self, length, seed):
        self.graph = tf.Graph()
        with self.graph.as_default():
            series = np.cumsum(np.random.default_rng(seed).normal(size=length)).astype("float32")
            self.series = v1.get_variable("series", initializer=series, use_resource=True)
            kernel = tf.constant(np.hanning(9) / np.hanning(9).sum(), tf.float32)
            smooth = tf.nn.conv1d(self.series[None, :, None], kernel[:, None, None], 1, "SAME")
            self.smooth = tf.reshape(smooth, [-1])
            self.noise = tf.math.reduce_std(self.series - self.smooth)
            self.bounds = v1.placeholder(tf.int32, (2,))
            self.cut = self.smooth[self.bounds[0]:self.bounds[1]]
            init = v1.global_variables_initializer()
        self.session = v1.Session(graph=self.graph)
        self.session.run(init)

    def window(self, start, stop):
        with self.graph.as_default(), self.session.as_default():
            return self.cut.eval({self.bounds: (start, stop)})

    def spread(self):
        return float(self.session.run(self.noise))


def requests(count, length):
    rng = np.random.default_rng(5)
    for _ in range(count):
        start = int(rng.integers(0, length - 60))
        yield start, start + int(rng.integers(10, 60))


def main():
    model = LegacyForecaster(2000, seed=4)
    acc = 0.0
    for n, (start, stop) in enumerate(requests(600, 2000), 1):
        window = model.window(start, stop)
        acc += float(window[-1] - window[0])
        if n % 120 == 0:
            print(f"{n} windows, mean drift {acc / n:+.4f}, spread {model.spread():.4f}")
        time.sleep(0.015)


if __name__ == "__main__":
    main()
