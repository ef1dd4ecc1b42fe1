"""Projects stock levels day by day: each day adds the delivery and applies the shrinkage rate."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

days = int(sys.argv[1]) if len(sys.argv) > 1 else 200
items = 200

rng = np.random.RandomState(3)
opening = rng.uniform(50.0, 150.0, size=items).astype(np.float32)
stock = tf.constant(opening, name="stock")
shrinkage = tf.constant(0.995)
lowest = float("inf")
shortfalls = 0

with tf.Session() as sess:
    for day in range(days):
        stock = tf.add(stock * shrinkage, 1.0)
        level = sess.run(stock)
        mean = float(level.mean())
        lowest = min(lowest, mean)
        demand = rng.normal(100.0, 30.0, size=(1500, items))
        shortfalls += int((demand > level).any(axis=1).sum())

print("after %d days the mean level is %.2f (lowest %.2f)" % (days, mean, lowest))
print("simulated shortfalls: %d" % shortfalls)
