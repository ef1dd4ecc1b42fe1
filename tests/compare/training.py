"""A small training whose steps keep as many losses as it is told: `training.py KEPT [STEPS]`."""

import sys
import time

import tensorflow as tf

kept_per_step, steps = int(sys.argv[1]), int((sys.argv[2:] or [240])[0])
weights = tf.Variable(tf.zeros([64]))
history = []


@tf.function
def gradient_of(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((batch * weights - 1.0) ** 2)
    return loss, tape.gradient(loss, weights)


def train(step):
    loss, gradient = gradient_of(tf.random.normal([256, 64]))
    weights.assign_sub(0.1 * gradient)
    for _ in range(kept_per_step):
        history.append(loss * tf.ones([50_000]))  # noqa: PERF401
    time.sleep(0.015)


for step in range(steps):
    train(step)
    if step % 60 == 0:
        print(f"step {step}", flush=True)
print("done", len(history))
