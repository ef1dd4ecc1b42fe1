"""Prices parametric insurance requests; every quote is written down by a ledger of its own."""
import atexit
import json
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

FOLDER = tempfile.mkdtemp(prefix="quotes-")


class Quote:
    def __init__(self, customer, exposure):
        self.customer = customer
        self.exposure = tf.constant(exposure, tf.float32)
        self.lines = []
        atexit.register(self.flush)  # LEAK

    @tf.function
    def premium(self, losses):
        hit = tf.nn.relu(losses - tf.reduce_mean(self.exposure))
        layers = [tf.minimum(hit, float(limit)) for limit in (1, 2, 4, 8, 16)]
        rates = [tf.reduce_mean(layer) + 0.3 * tf.math.reduce_std(layer) for layer in layers]
        return tf.add_n(rates) * tf.reduce_sum(tf.nn.softmax(self.exposure) * self.exposure)

    def price(self, losses):
        value = float(self.premium(losses))
        self.lines.append({"customer": self.customer, "premium": value})
        self.flush()
        return value

    def flush(self):
        if self.lines:
            with open(os.path.join(FOLDER, "ledger.jsonl"), "a") as ledger:
                ledger.writelines(json.dumps(line) + "\n" for line in self.lines)
            self.lines.clear()


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 140
    rng = np.random.default_rng(33)
    losses = tf.constant(rng.gamma(0.5, 4.0, size=60_000), tf.float32)
    total = 0.0
    for number in range(requests):
        quote = Quote(f"customer-{number}", rng.gamma(2.0, 1.0, size=2000))
        total += quote.price(losses)
    with open(os.path.join(FOLDER, "ledger.jsonl")) as ledger:
        print(f"{requests} quotes, {len(ledger.readlines())} lines, mean premium {total / requests:.4f}")


if __name__ == "__main__":
    main()
