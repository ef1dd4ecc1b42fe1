"""Hot swapping of a frozen predictor: a newly exported model takes over after every nightly training."""
import contextlib
import sys

import numpy as np
import tensorflow as tf


def export(seed):
    """What a nightly training would have left: a graph definition with its weights frozen in."""
    rng = np.random.RandomState(seed)
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 64], name="x")
        hidden = x
        for layer in range(3):
            kernel = rng.randn(64 if layer == 0 else 112, 112).astype("float32") / 12.0
            hidden = tf.nn.relu(tf.matmul(hidden, tf.constant(kernel)))
        tf.reduce_mean(hidden, axis=1, name="y")
        return graph.as_graph_def()


class Predictor(object):
    def __init__(self, definition):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.import_graph_def(definition, name="")
        self.session = tf.Session(graph=self.graph)

    def __call__(self, batch):
        return self.session.run("y:0", {"x:0": batch})

    def close(self):
        self.session.close()


class Service(object):
    def __init__(self, definition):
        self.cleanup = contextlib.ExitStack()
        self.live = Predictor(definition)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.live.close()
        return self.cleanup.__exit__(*details)

    def swap(self, definition):
        old, self.live = self.live, Predictor(definition)
        old.close()


def main():
    nights = int(sys.argv[1]) if len(sys.argv) > 1 else 320
    rng, drift = np.random.RandomState(0), []
    batch = rng.randn(256, 64).astype("float32")
    with Service(export(0)) as service:
        for night in range(1, nights + 1):
            before = service.live(batch)
            service.swap(export(night))
            for _ in range(8):
                after = service.live(batch)
            drift.append(float(np.abs(after - before).mean()))
            drift = drift[-10:]
    print("%d nights, mean drift of late %.4f" % (nights, np.mean(drift)))


if __name__ == "__main__":
    main()
