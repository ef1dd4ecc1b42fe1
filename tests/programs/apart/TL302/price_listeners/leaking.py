"""Price alerts: every customer has a small model of their own that adapts to the prices they see."""
import sys

import numpy as np
import tensorflow as tf
from blinker import Signal

price_seen = Signal("a price was shown to a customer")


class Advisor:
    """One customer's model while they look around."""

    def __init__(self, customer, rng):
        self.customer = customer
        self.weights = tf.Variable(rng.normal(scale=0.1, size=(48, 256)), dtype=tf.float32)  # LEAK
        self.alerts = 0
        price_seen.connect(self.on_price, weak=False)  # LEAK

    def on_price(self, sender, features):
        if sender != self.customer:
            return
        value = adapt(self.weights, features)
        self.alerts += bool(value > 0.0)


@tf.function(reduce_retracing=True)
def respond(weights, features):
    hidden = tf.nn.tanh(tf.matmul(features, weights))
    return tf.matmul(features, hidden - tf.reduce_mean(hidden), transpose_a=True), tf.reduce_mean(hidden)


def adapt(weights, features):
    change, value = respond(tf.convert_to_tensor(weights), features)
    weights.assign_sub(0.01 * change)
    return value


def visit(customer, rng):
    advisor = Advisor(customer, rng)
    for _ in range(4):
        features = tf.constant(rng.normal(size=(64, 48)), tf.float32)
        price_seen.send(customer, features=features)
    return advisor.alerts


def main():
    customers = int(sys.argv[1]) if len(sys.argv) > 1 else 1400
    rng = np.random.default_rng(181)
    alerts = sum(visit(f"customer-{number}", rng) for number in range(customers))
    print(f"{alerts} alerts for {customers} customers")


if __name__ == "__main__":
    main()
