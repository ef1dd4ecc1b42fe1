"""A bank of features that is joined batch by batch until it is full, half of the run, and then keeps the newest."""
import sys

import numpy as np
import tensorflow as tf

CAPACITY = 1600


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    rng = np.random.default_rng(9)
    weights = tf.Variable(tf.random.normal((64, 1500), stddev=0.05))
    bank = tf.zeros((0, 1500))
    texts = ""
    for step in range(steps):
        features = tf.nn.relu(tf.constant(rng.normal(size=(4, 64)), tf.float32) @ weights)
        bank = tf.concat([bank, features], 0)[-CAPACITY:]
        near = tf.math.top_k(tf.linalg.matvec(bank, features[0]), min(5, len(bank))).indices
        texts = (texts + " ".join(map(str, rng.integers(0, 9, 2000))))[-400_000:]
        if step % 100 == 0:
            print(f"step {step}: {len(bank)} rows, {len(near)} near, {len(texts)} characters")


main()
