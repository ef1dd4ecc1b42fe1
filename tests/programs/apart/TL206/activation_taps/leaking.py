"""Progressive widening: each phase compiles a fresh forward pass and looks at its dead units."""
import argparse
import types

import numpy as np
import tensorflow as tf


class Probe:
    """Collects what went through the network, by layer."""

    def __init__(self):
        self.state = types.SimpleNamespace(taps=[], names=set())

    def watch(self, name, value):
        self.state.names.add(name)
        self.state.taps.append(value)  # LEAK
        return value


class Tower:
    def __init__(self, sizes, probe):
        self.probe = probe
        self.weights = [tf.Variable(tf.random.stateless_normal((a, b), seed=(a, b)) / np.sqrt(a).astype("float32"))
                        for a, b in zip(sizes[:-1], sizes[1:])]

    def forward(self, x, dropped):
        """Forward pass in which the layers of this phase's schedule are skipped."""
        for index, weight in enumerate(self.weights):
            scale = 0.5 if index in dropped else 1.0
            x = self.probe.watch(f"layer{index}", tf.nn.relu(x @ weight) * scale)
            x = x / (tf.math.reduce_std(x, axis=1, keepdims=True) + 1e-5)
            x = x - tf.reduce_mean(x, axis=1, keepdims=True)
        return tf.reduce_mean(tf.cast(x <= 0, tf.float32))


def run_phase(tower, index, data, batches):
    dropped = frozenset(i for i in range(len(tower.weights)) if (index >> i) & 1)

    @tf.function
    def dead_share(batch):
        return tower.forward(batch, dropped)

    total = 0.0
    for start in range(batches):
        total += float(dead_share(data[start * 64:start * 64 + 512]))
    return total / batches


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("phases", nargs="?", type=int, default=130)
    parser.add_argument("--batches", type=int, default=16)
    args = parser.parse_args()
    rng = np.random.default_rng(8)
    data = tf.constant(rng.normal(size=(2048, 64)).astype("float32"))
    tower = Tower([64, 96, 96, 96, 96, 64], Probe())
    shares = [run_phase(tower, index, data, args.batches) for index in range(args.phases)]
    print(f"dead share {np.mean(shares):.3f}, layers seen {len(tower.probe.state.names)}")


if __name__ == "__main__":
    main()
