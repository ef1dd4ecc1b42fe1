"""Monitoring of a churn model: a metric per day, in a table by region."""
import enum
import sys
import time

import numpy as np
import tensorflow as tf


class Region(enum.Enum):
    NORTH = "north"
    SOUTH = "south"

    @property
    def days(self):
        return _days[self]


_days = {region: {} for region in Region}
weights = tf.random.stateless_normal([30], [1, 1])


def auc(region, day):
    table = region.days
    if "metric" not in table:
        table["metric"] = tf.keras.metrics.AUC(num_thresholds=1200, name="auc")
    if table.get("day") != day:
        table["metric"].reset_state()
        table["day"] = day
    return table["metric"]


def score(rows):
    return tf.nn.sigmoid(tf.linalg.matvec(rows, weights))


class Monitor:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.alerts = 0
        self.trend = {region: 0.5 for region in Region}

    def observe(self, region, day):
        rows = tf.constant(self.rng.normal(size=[64, 30]), tf.float32)
        churned = tf.constant(self.rng.integers(0, 2, 64), tf.float32)
        metric = auc(region, day)
        metric.update_state(churned, score(rows))
        return float(metric.result())

    def day(self, day):
        for region in Region:
            value = self.observe(region, day)
            self.trend[region] = 0.9 * self.trend[region] + 0.1 * value
            if value < 0.35:
                self.alerts += 1


def main():
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    monitor = Monitor(seed=0)
    for day in range(days):
        monitor.day(day)
        time.sleep(0.01)
        if day % 40 == 0:
            print("day", day, {region.value: round(value, 3) for region, value in monitor.trend.items()})
    print("alerts", monitor.alerts)


if __name__ == "__main__":
    main()
