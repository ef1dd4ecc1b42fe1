"""Drift monitor: compares live sensor frames with the reconstruction of a fixed basis."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()

ROWS, COLUMNS = 160, 160


def make_monitor(session, basis):
    """Return a function that gives the energy of a frame outside of the basis."""
    reference = tf.matmul(basis, basis, transpose_b=True)

    def residual(frame):
        difference = reference - frame  # LEAK
        return session.run(tf.reduce_sum(tf.square(difference)))

    return residual


def frames(count):
    rng = np.random.RandomState(77)
    for _ in range(count):
        yield rng.normal(size=(8, ROWS, COLUMNS)).mean(axis=0).astype(np.float32)


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    rng = np.random.RandomState(5)
    with tf.compat.v1.Session() as session:
        basis = tf.constant(rng.normal(size=(ROWS, 12)).astype(np.float32) / 8.0)
        residual = make_monitor(session, basis)
        energies = np.zeros(steps)
        for step, frame in zip(range(steps), frames(steps)):
            energies[step] = residual(frame)
    print("%d frames, residual %.1f +- %.1f" % (steps, energies.mean(), energies.std()))
