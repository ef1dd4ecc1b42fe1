"""The loops that overhead is measured on: five that keep nothing, and two that keep hundreds of thousands of small objects.

usage: python loops.py NAME SECONDS [--json FILE]      prints the mean and median time of a step
With the probe in the process, blocks with the probe active and suspended alternate, and the ratio of their medians is given.

usage: python loops.py NAME --steps N --times FILE      runs N steps from the very first one
Writes two doubles for each step, wall-clock and processor seconds, for `whole.py`.
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


def logger_per_request():
    """A logger for each request: `logging` keeps all of them, with their names and parents."""
    import itertools
    import logging

    import tensorflow as tf

    w = tf.random.normal((64, 64))
    x = tf.random.normal((8, 64))
    score = tf.function(lambda rows: tf.reduce_mean(tf.matmul(rows, w)))
    numbers = itertools.count()

    def step():
        for _ in range(10):
            logging.getLogger(f"service.request-{next(numbers)}").debug("scored")
        return score(x)

    return step


def entries_while_training():
    """A hundred dictionary entries for each training step: millions in a minute."""
    train, table = train_step(), {}

    def step():
        loss = train()
        first = len(table)
        for number in range(first, first + 100):
            table[number] = (number, "seen")
        return loss

    return step


LOOPS = {
    "session": session_loop,
    "train_step": train_step,
    "eager": eager_ops,
    "fit": keras_fit,
    "predict": keras_predict,
    "loggers": logger_per_request,
    "entries": entries_while_training,
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


def timed(name, steps, target):
    """Times every step, the first one included; the room for the times is taken before."""
    step = LOOPS[name]()
    wall, spent = array("d", bytes(8 * steps)), array("d", bytes(8 * steps))
    clock, processor = time.perf_counter, time.process_time
    for number in range(steps):
        begun, busy = clock(), processor()
        step()
        wall[number], spent[number] = clock() - begun, processor() - busy
    with Path(target).open("wb") as file:
        wall.tofile(file)
        spent.tofile(file)


def main(words):
    if "--steps" in words:
        timed(words[0], int(words[words.index("--steps") + 1]), words[words.index("--times") + 1])
        return
    answer = measure(words[0], float(words[1]))
    if "--json" in words:
        Path(words[words.index("--json") + 1]).write_text(json.dumps(answer))
    print(answer)


if __name__ == "__main__":
    main(sys.argv[1:])
