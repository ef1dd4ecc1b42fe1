"""Sensor ingestion with validation; the most recent rejection is attached to the next one."""

import time

import numpy as np
import tensorflow as tf

CHANNELS = 32
WINDOW = 128


class Rejected(RuntimeError):
    def __init__(self, station, reason):
        super().__init__(f"station {station}: {reason}")
        self.station = station
        self.reason = reason


class Normaliser(tf.Module):
    def __init__(self):
        super().__init__()
        self.mean = tf.Variable(tf.zeros([CHANNELS]))
        self.var = tf.Variable(tf.ones([CHANNELS]))

    @tf.function(input_signature=[tf.TensorSpec([None, CHANNELS], tf.float32)])
    def update(self, window):
        m, v = tf.nn.moments(window, axes=[0])
        self.mean.assign(0.98 * self.mean + 0.02 * m)
        self.var.assign(0.98 * self.var + 0.02 * v)
        return (window - self.mean) / tf.sqrt(self.var + 1e-4)


class Ingestor:
    def __init__(self, normaliser):
        self.normaliser = normaliser
        self.accepted = 0
        self.rejected = {}
        self.last_rejection = None

    def check(self, station, window):
        spread = tf.math.reduce_std(window, axis=0)
        flat = int(tf.reduce_sum(tf.cast(spread < 0.2, tf.int32)))
        if flat:
            raise Rejected(station, "flat channel") from self.last_rejection
        peak = float(tf.reduce_max(tf.abs(window)))
        if peak > 6.0:
            raise Rejected(station, "spike") from self.last_rejection

    def process(self, station, raw):
        window = tf.convert_to_tensor(raw)
        try:
            self.check(station, window)
        except Rejected as err:
            self.last_rejection = err  # LEAK
            self.rejected[err.reason] = self.rejected.get(err.reason, 0) + 1
            return None
        self.accepted += 1
        return self.normaliser.update(window)

    def explain(self):
        err = self.last_rejection
        if err is None:
            return "no rejections"
        before = f" (after: {err.__cause__})" if err.__cause__ else ""
        return f"{err}{before}"


class Station:
    def __init__(self, ident, rng):
        self.ident = ident
        self.rng = rng

    def window(self):
        data = self.rng.normal(size=(WINDOW, CHANNELS)).astype("float32")
        dice = self.rng.random()
        if dice < 0.25:
            data[:, self.rng.integers(CHANNELS)] = 0.0
        elif dice < 0.5:
            data[self.rng.integers(WINDOW), self.rng.integers(CHANNELS)] = 9.0
        return data


def main():
    rng = np.random.default_rng(8)
    stations = [Station(i, rng) for i in range(6)]
    ingestor = Ingestor(Normaliser())
    energy = 0.0
    for tick in range(420):
        station = stations[tick % len(stations)]
        out = ingestor.process(station.ident, station.window())
        if out is not None:
            energy = 0.9 * energy + 0.1 * float(tf.reduce_mean(tf.square(out)))
        if tick % 140 == 139:
            print(tick, "energy %.3f" % energy, ingestor.explain())
        time.sleep(0.016)
    print("accepted", ingestor.accepted, "rejected", ingestor.rejected)


if __name__ == "__main__":
    main()
