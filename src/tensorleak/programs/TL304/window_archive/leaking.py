"""Forecast service: every tick the model predicts a horizon, later ticks check how good it was."""
import sys

import numpy as np

from forecaster import Forecaster


class Monitor:
    """Compares forecasts with what happened `lag` ticks later."""

    def __init__(self, lag=5):
        self.lag = lag
        self.forecasts = {}
        self.errors = 0.0

    def remember(self, tick, forecast):
        self.forecasts[tick] = forecast  # LEAK

    def check(self, tick, actual):
        earlier = self.forecasts.get(tick - self.lag)
        if earlier is not None:
            self.errors += float(np.abs(earlier[:, self.lag - 1] - actual).mean())


def ticks(count, sensors):
    rng = np.random.default_rng(101)
    level = np.zeros(sensors, np.float32)
    for tick in range(count):
        level = 0.9 * level + rng.normal(size=sensors).astype("float32")
        yield tick, level


def main(sensors=600, horizon=24):
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    forecaster, monitor = Forecaster(horizon), Monitor()
    for tick, level in ticks(count, sensors):
        monitor.check(tick, level)
        monitor.remember(tick, forecaster.predict(level))
    print("mean error %.4f over %d ticks" % (monitor.errors / count, count))


if __name__ == "__main__":
    main()
