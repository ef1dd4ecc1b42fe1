"""Keeps running statistics per tenant; tenants are met in an uneven order."""
import dataclasses
import sys

import numpy as np
import tensorflow as tf

TENANTS = 60


@dataclasses.dataclass
class Moments:
    mean: tf.Variable
    spread: tf.Variable
    seen: int = 0


class Statistics:
    def __init__(self, width):
        self.width = width
        self.tenants = {}

    def of(self, tenant):
        if tenant not in self.tenants:
            shape = [self.width, self.width]
            self.tenants[tenant] = Moments(tf.Variable(tf.zeros([self.width])), tf.Variable(tf.zeros(shape)))
        return self.tenants[tenant]

    def update(self, tenant, rows):
        moments = self.of(tenant)
        mean, spread = measure(rows)
        moments.mean.assign(0.9 * moments.mean + 0.1 * mean)
        moments.spread.assign(0.9 * moments.spread + 0.1 * spread)
        moments.seen += 1


@tf.function(input_signature=[tf.TensorSpec([None, None])])
def measure(rows):
    mean = tf.reduce_mean(rows, axis=0)
    centred = rows - mean
    return mean, tf.matmul(centred, centred, transpose_a=True) / tf.cast(tf.shape(rows)[0], tf.float32)


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = np.random.default_rng(441)
    statistics = Statistics(width=96)
    for number in range(batches):
        newest = min(TENANTS, 1 + number * 3 * TENANTS // batches)
        tenant = int(newest * rng.random() ** 2)
        statistics.update(f"tenant {tenant}", tf.constant(rng.normal(size=(256, 96)), tf.float32))
    print(f"{len(statistics.tenants)} tenants, most seen {max(one.seen for one in statistics.tenants.values())}")


if __name__ == "__main__":
    main()
