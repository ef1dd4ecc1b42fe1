"""Back-evaluates a churn model on slices of history and reports the area under the curve."""
import collections
import datetime
import sys
import time

import keras
import numpy as np
import tensorflow as tf

FEATURES, ROWS = 12, 600


class Churn(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.constant(np.linspace(-1, 1, FEATURES), tf.float32)

    def __call__(self, x):
        return tf.sigmoid(tf.linalg.matvec(x, self.w))


class Harness:
    def __init__(self, model):
        self.model = model
        self.results = collections.OrderedDict()
        self.notes = {}
        self.area = keras.metrics.AUC(num_thresholds=2000)

    def area_for(self, slice_name):
        """The slice may come in several files, so the metric is kept and updated."""
        if slice_name not in self.results:
            self.area.reset_state()
        return self.area

    def evaluate(self, slice_name, files):
        area = self.area_for(slice_name)
        for x, y in files:
            area.update_state(y, self.model(x))
            self.note(slice_name, x)
            self.results[slice_name] = float(area.result())
        return float(area.result())

    def note(self, slice_name, x):
        self.notes[slice_name[:4]] = float(tf.reduce_mean(x))

    def report(self, last=3):
        for name in list(self.results)[-last:]:
            yield f"{name}: {self.results[name]:.3f}"


def history(rng, truth, files=2):
    for _ in range(files):
        x = rng.normal(size=(ROWS, FEATURES)).astype(np.float32)
        y = (x @ truth + rng.normal(size=ROWS) > 0).astype(np.float32)
        yield tf.constant(x), tf.constant(y)


def main():
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    rng = np.random.default_rng(70)
    truth = np.linspace(-1, 1, FEATURES)
    harness = Harness(Churn())
    start = datetime.date(2021, 3, 1)
    worst = 1.0
    print("evaluating", days, "days", flush=True)
    for offset in range(days):
        day = start + datetime.timedelta(days=offset)
        worst = min(worst, harness.evaluate(day.isoformat(), history(rng, truth)))
        time.sleep(0.005)
    print("worst area %.3f" % worst)
    print("\n".join(harness.report()))
    print("years", sorted(harness.notes))


if __name__ == "__main__":
    main()
