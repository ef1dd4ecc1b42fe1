"""Pricing engine: analysts publish new discount rules, quotes use the latest of each region."""
import dataclasses
import itertools
import sys
import time
import typing

import numpy as np
import tensorflow as tf

REGIONS = ("north", "south", "islands")


@dataclasses.dataclass
class Rule:
    region: str
    version: int
    threshold: float
    apply: typing.Callable


class RuleBook:
    """All rules that were ever published; the newest of a region is in force."""

    def __init__(self):
        self._published = []
        self._in_force = {}
        self._versions = itertools.count(1)

    def compile(self, threshold, percent):
        """Turns an analyst's numbers into something fast."""

        @tf.function
        def discounted(basket):
            total = tf.reduce_sum(basket, axis=1)
            factor = tf.where(total > threshold, 1.0 - percent / 100.0, 1.0)
            freight = tf.where(total > 2.0 * threshold, 0.0, 4.9)
            return total * factor + freight

        return discounted

    def publish(self, region, threshold, percent):
        apply = self.compile(threshold, percent)
        rule = Rule(region, next(self._versions), threshold, apply)
        self._published.append(rule)  # LEAK
        self._in_force[region] = rule
        return rule

    def quote(self, region, basket):
        return self._in_force[region].apply(basket)

    def __len__(self):
        return len(self._published)


def baskets(rng):
    return tf.constant(rng.gamma(2.0, 20.0, size=(16, 5)).astype(np.float32))


def main():
    publications = int(sys.argv[1]) if len(sys.argv) > 1 else 320
    rng = np.random.default_rng(8)
    book = RuleBook()
    income = dict.fromkeys(REGIONS, 0.0)
    print("rule book open", flush=True)
    for number in range(publications):
        region = REGIONS[number % len(REGIONS)]
        book.publish(region, float(rng.uniform(50, 200)), float(rng.integers(5, 30)))
        for _ in range(3):
            prices = book.quote(region, baskets(rng))
            income[region] += float(tf.reduce_sum(prices))
        time.sleep(0.008)  # until an analyst has the next idea
    for region, amount in income.items():
        print(f"{region:10s} {amount:12.2f}")
    print(len(book), "rules published")


if __name__ == "__main__":
    main()
