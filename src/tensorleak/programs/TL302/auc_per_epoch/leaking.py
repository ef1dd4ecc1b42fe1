"""Evaluates a scorer day by day; each day's ranking quality is reported at the end."""
import sys

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200


class DailyReport:
    def __init__(self):
        self.by_day = []

    def start_day(self):
        self.by_day.append(keras.metrics.AUC(num_thresholds=4000))  # LEAK

    def record(self, labels, scores):
        self.by_day[-1].update_state(labels, scores)

    def average(self):
        return sum(float(day.result()) for day in self.by_day) / len(self.by_day)


def traffic(day):
    rng = np.random.default_rng(day)
    labels = rng.integers(0, 2, size=200)
    scores = np.clip(0.3 * labels + 0.7 * rng.random(200), 0, 1).astype("float32")
    return labels, scores


def main():
    report = DailyReport()
    for day in range(steps):
        report.start_day()
        labels, scores = traffic(day)
        report.record(labels, scores)
    print(f"{steps} days, mean AUC {report.average():.4f}")


if __name__ == "__main__":
    main()
