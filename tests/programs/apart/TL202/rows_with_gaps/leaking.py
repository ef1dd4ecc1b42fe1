"""Feature store: scores of customers from the features that are known of them."""
import asyncio
import sys

import numpy as np
import tensorflow as tf

FEATURES = [f"feature_{number:02d}" for number in range(18)]


class Store:
    """Answers with the features that are known of a customer."""

    def __init__(self):
        self.rng = np.random.default_rng(121)

    async def lookup(self, customer):
        await asyncio.sleep(0)
        known = self.rng.random(len(FEATURES)) < 0.7
        return {name: tf.constant(self.rng.normal(size=4), tf.float32) for name, is_known in zip(FEATURES, known) if is_known}


class Scorer(tf.Module):
    def __init__(self):
        super().__init__()
        self.weights = {name: tf.Variable(tf.ones(4) * 0.1) for name in FEATURES}

    @tf.function
    def score(self, row):
        terms = [tf.reduce_sum(self.weights[name] * value) for name, value in sorted(row.items())]
        return tf.sigmoid(tf.add_n(terms))


async def score_all(store, scorer, customers):
    total = 0.0
    for customer in range(customers):
        row = await store.lookup(customer)
        total += float(scorer.score(row))  # LEAK
    return total


def main():
    customers = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    total = asyncio.run(score_all(Store(), Scorer(), customers))
    print(f"{customers} customers, mean score {total / customers:.4f}")


if __name__ == "__main__":
    main()
