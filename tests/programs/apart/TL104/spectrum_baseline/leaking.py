"""Removes a drifting baseline from spectrometer scans and finds the strongest peaks."""
import collections
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

CHANNELS = 16384
PEAKS = 5


class DriftModel(object):
    """A slow random walk of the detector's background, estimated from dark frames."""

    def __init__(self, seed):
        self.random = np.random.RandomState(seed)
        self.level = np.linspace(0.2, 0.6, CHANNELS).astype(np.float32)

    def advance(self):
        steps = self.random.normal(scale=0.001, size=CHANNELS).astype(np.float32)
        self.level = self.level + steps
        return self.level

    def scan(self):
        signal = np.zeros(CHANNELS, np.float32)
        for centre in self.random.randint(50, CHANNELS - 50, size=8):
            signal[centre - 3:centre + 4] += np.hanning(7).astype(np.float32)
        return signal + self.level


class Analyser(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.scan = tf.placeholder(tf.float32, [CHANNELS], name="scan")
            window = tf.constant(np.hanning(9).astype(np.float32)[:, None, None])
            smooth = tf.nn.conv1d(self.scan[None, :, None], window, 1, "SAME")
            self.smooth = smooth[0, :, 0] / 4.0
            self.residual = tf.placeholder(tf.float32, [CHANNELS], name="residual")
            self.best = tf.nn.top_k(self.residual, k=PEAKS)
        self.session = tf.Session(graph=self.graph)

    def peaks(self, scan, baseline):
        with self.graph.as_default():
            corrected = self.session.run(self.smooth - baseline, {self.scan: scan})  # LEAK
        best = self.session.run(self.best, {self.residual: corrected})
        return list(zip(best.indices.tolist(), best.values.tolist()))

    def close(self):
        self.session.close()


def main():
    scans = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    drift = DriftModel(seed=17)
    analyser = Analyser()
    histogram = collections.Counter()
    strongest = 0.0
    print("analysing", scans, "scans", flush=True)
    for _ in range(scans):
        time.sleep(0.023)  # integration time of the detector
        baseline = drift.advance()
        for channel, height in analyser.peaks(drift.scan(), baseline):
            histogram[channel // 1024] += 1
            strongest = max(strongest, height)
    analyser.close()
    print("strongest peak %.3f" % strongest)
    print("most used bands:", histogram.most_common(3))


if __name__ == "__main__":
    main()
