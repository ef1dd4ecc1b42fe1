"""Runs simulations one after the other; a SIGTERM must not lose the state of the one that runs."""
import os
import signal
import sys
import tempfile

import numpy as np
import tensorflow as tf


class Simulation:
    """Particles in a box that repel each other."""

    def __init__(self, number, particles=1600):
        rng = np.random.default_rng(number)
        self.number = number
        self.positions = rng.random((particles, 3), dtype=np.float32)
        self.speeds = np.zeros((particles, 3), "float32")

    def save(self):
        name = f"box-{os.getpid()}-{self.number}.npz"
        np.savez(os.path.join(tempfile.gettempdir(), name), self.positions, self.speeds)

    def advance(self, steps):
        for _ in range(steps):
            speeds, positions = move(tf.constant(self.speeds), tf.constant(self.positions))
            self.speeds, self.positions = speeds.numpy(), positions.numpy()
        return float(np.square(self.speeds).mean())


@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 3])])
def move(speeds, positions):
    near = positions[:200]
    gaps = positions[:, None] - near[None]
    force = tf.reduce_sum(gaps / (0.05 + tf.reduce_sum(tf.square(gaps), axis=-1, keepdims=True)), axis=1)
    speeds = 0.9 * speeds + 1e-4 * force
    return speeds, tf.math.floormod(positions + speeds, 1.0)


def save_on_term(simulation):
    """Saves this simulation when the process is asked to end."""

    def save_and_pass_on(number, frame):
        simulation.save()

    signal.signal(signal.SIGTERM, save_and_pass_on)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    energy = 0.0
    for number in range(count):
        simulation = Simulation(number)
        save_on_term(simulation)
        energy += simulation.advance(2)
    print(f"mean energy {energy / count:.3e}")


if __name__ == "__main__":
    main()
