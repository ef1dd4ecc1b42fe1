"""Compress sensor windows with a small network and report the shapes that its layers produced."""
import sys
import time

import numpy as np
import tensorflow as tf


class Report:
    """Collects what the layers produce, for a table at the end of the job."""

    def __init__(self):
        self.outputs = set()

    def note(self, layer, tensor):
        self.outputs.add((layer, tuple(tensor.shape)))

    def shapes(self):
        return sorted(self.outputs)


class Encoder(tf.Module):
    """Two dense layers fitted to one sensor's scale."""

    def __init__(self, scale, report):
        super().__init__()
        self.report = report
        ramp = np.linspace(-1.0, 1.0, 120 * 24).reshape(120, 24) / scale
        self.down = tf.Variable(ramp, dtype=tf.float32)
        self.code = tf.Variable(ramp[:24, :6], dtype=tf.float32)

    @tf.function
    def encode(self, window):
        hidden = tf.nn.tanh(tf.matmul(window, self.down))
        self.report.note("hidden", hidden)
        code = tf.matmul(hidden, self.code)
        self.report.note("code", code)
        return code


def main():
    sensors = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    report, energy = Report(), 0.0
    for sensor in range(sensors):
        time.sleep(0.005)
        window = np.random.default_rng(sensor).normal(size=(64, 120))
        encoder = Encoder(window.std(), report)
        energy += float(tf.norm(encoder.encode(tf.constant(window, tf.float32))))
    print("energy %.2f, layers %s" % (energy, report.shapes()))


if __name__ == "__main__":
    main()
