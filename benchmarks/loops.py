"""The five loops that overhead is measured on; each runs in blocks so that a switch can alternate between them.

usage: python loops.py NAME SECONDS [--json FILE]      prints the mean and median time of a step
With the probe in the process, blocks with the probe active and suspended alternate, and the ratio of their medians is given.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from array import array
from pathlib import Path


def session_loop():
    import tensorflow.compat.v1 as tf

    tf.disable_eager_execution()
    x = tf.placeholder(tf.float32, [None, 64])
    w = tf.get_variable("w", [64, 64])
    y = tf.reduce_mean(tf.nn.relu(tf.matmul(x, w)))
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    import numpy as np

    batch = np.ones((32, 64), np.float32)
    return lambda: sess.run(y, {x: batch})


def train_step():
    import tensorflow as tf

    w = tf.Variable(tf.random.normal((128, 128)))
    x = tf.random.normal((64, 128))

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
        w.assign_sub(0.001 * tape.gradient(loss, w))
        return loss

    return step


def eager_ops():
    import tensorflow as tf

    x = tf.random.normal((32, 32))

    def step():
        y = x
        for _ in range(10):
            y = tf.nn.relu(y + x)
        return y

    return step


def keras_fit():
    import numpy as np
    from tensorflow import keras

    model = keras.Sequential(
        [keras.layers.Input((32,)), keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)]
    )
    model.compile("sgd", "mse")
    x, y = np.ones((640, 32), np.float32), np.ones((640, 1), np.float32)
    return lambda: model.fit(x, y, batch_size=32, epochs=1, verbose=0)


def keras_predict():
    import numpy as np
    from tensorflow import keras

    model = keras.Sequential(
        [keras.layers.Input((32,)), keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)]
    )
    x = np.ones((8, 32), np.float32)
    return lambda: model.predict(x, verbose=0)


LOOPS = {
    "session": session_loop,
    "train_step": train_step,
    "eager": eager_ops,
    "fit": keras_fit,
    "predict": keras_predict,
}


def switch():
    """(suspend, resume) for the probe in this process, or None where there is none."""
    module = sys.modules.get("tensorleak_probe.lifecycle")
    probe = module.current() if module else None
    if probe is None:
        return None
    from tensorleak_probe import suspension

    return suspension.suspend, suspension.resume


def block(step, count):
    started = time.perf_counter()
    for _ in range(count):
        step()
    return (time.perf_counter() - started) / count


def measure(name, seconds):
    step = LOOPS[name]()
    for _ in range(20):
        step()
    count = max(1, int(0.01 / max(1e-6, block(step, 20))))
    toggles = switch()
    on, off = array("d"), array("d")  # not lists: a list that grows would call for close looks
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        if not toggles:
            on.append(block(step, count))
            continue
        for toggle, times in random.sample(
            ((toggles[0], off), (toggles[1], on)), 2
        ):  # which comes first must not matter
            toggle()
            block(step, max(1, count // 5))  # the interpreter's caches, emptied by the change, fill again
            times.append(block(step, count))
    result = {"loop": name, "step": statistics.median(on), "mean": statistics.fmean(on), "blocks": len(on)}
    if off:
        pairs = sorted(a / b for a, b in zip(on, off, strict=False))
        result.update(
            ratio=statistics.median(on) / statistics.median(off),
            paired=statistics.median(pairs),
            low=pairs[len(pairs) // 4],
            high=pairs[3 * len(pairs) // 4],
        )
    return result


if __name__ == "__main__":
    answer = measure(sys.argv[1], float(sys.argv[2]))
    if "--json" in sys.argv:
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(json.dumps(answer))
    print(answer)
