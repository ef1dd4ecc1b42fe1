"""Demand forecasts: reports are weighted by the stores that were open on a day."""
import functools
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

STORES, PRODUCTS = 120, 96


def weighted(report):
    """Lets a report see the demand of a day weighted by its stores."""

    @functools.wraps(report)
    def wrapper(self, day, sales):
        weights = self.calendar.weights(day)
        return report(self, day, self.session.run(self.weighted, {self.sales: sales, self.weights: weights}))

    return wrapper


class Calendar(object):
    def __init__(self):
        self.rng = np.random.RandomState(41)

    def weights(self, day):
        opened = self.rng.uniform(size=(STORES, 1)) < 0.8
        return (opened * self.rng.uniform(0.5, 1.5, size=(STORES, PRODUCTS))).astype("float32")


class Forecast(object):
    def __init__(self, session, calendar):
        self.session, self.calendar = session, calendar
        self.sales = tf.placeholder(tf.float32, [STORES, PRODUCTS])
        mixing = tf.get_variable("mixing", [PRODUCTS, PRODUCTS], initializer=tf.random_normal_initializer(stddev=0.1, seed=4))
        self.demand = tf.nn.relu(tf.matmul(self.sales, mixing))
        self.weights = tf.placeholder(tf.float32, [STORES, PRODUCTS])
        self.weighted = self.demand * self.weights

    @weighted
    def total(self, day, demand):
        return float(demand.sum())


def main():
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 7000
    rng = np.random.RandomState(42)
    with tf.Session() as session:
        forecast = Forecast(session, Calendar())
        session.run(tf.global_variables_initializer())
        totals = [forecast.total(day, rng.rand(STORES, PRODUCTS)) for day in range(days)]
    print("%d days, total demand %.0f" % (days, sum(totals)))


if __name__ == "__main__":
    main()
