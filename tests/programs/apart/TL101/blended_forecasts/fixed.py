"""Blends a short-term and a long-term forecast; the weight follows the errors of both."""
import sys

import numpy as np
import tensorflow as tf

STATIONS = 20000
hours = int(sys.argv[1]) if len(sys.argv) > 1 else 450

rng = np.random.RandomState(3)
recent = tf.placeholder(tf.float32, [24, STATIONS], name="recent")
season = tf.placeholder(tf.float32, [STATIONS], name="season")

decay = tf.nn.softmax(tf.Variable(np.linspace(-2, 2, 24), dtype=tf.float32))
short_term = tf.tensordot(decay, recent, axes=1)
long_term = 0.5 * (season + tf.reduce_mean(recent, axis=0))
share = tf.placeholder(tf.float32, [], name="share")
blended = share * short_term + (1.0 - share) * long_term

weight = 0.5
errors = {"short": 1.0, "long": 1.0}
history = rng.normal(size=(24, STATIONS)).astype(np.float32)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for hour in range(hours):
        inputs = {recent: history, season: np.full(STATIONS, np.sin(hour / 24.0), np.float32)}
        low, high = sess.run([short_term, long_term], inputs)
        blend = sess.run(blended, {share: weight, **inputs})
        truth = 0.8 * history[-1] + 0.2 * np.sin(hour / 24.0) + rng.normal(scale=0.2, size=STATIONS)
        errors["short"] = 0.95 * errors["short"] + 0.05 * float(np.abs(low - truth).mean())
        errors["long"] = 0.95 * errors["long"] + 0.05 * float(np.abs(high - truth).mean())
        weight = errors["long"] / (errors["short"] + errors["long"])
        history = np.vstack([history[1:], truth[np.newaxis]]).astype(np.float32)
        if hour % 150 == 149:
            print("hour %d: weight %.3f, error of the blend %.3f" % (hour + 1, weight, np.abs(blend - truth).mean()))
