"""Labelling tool: shows the first samples of a shuffled data set and can go on from there when asked."""
import sys
import time

import numpy as np
import tensorflow as tf


class Previews:
    def __init__(self, samples):
        self.samples = samples
        self.options = tf.data.Options()
        self.options.autotune.enabled = False
        self.running = {}

    def _batches(self, seed):
        stream = tf.data.Dataset.from_tensor_slices(self.samples).shuffle(200, seed=seed).batch(4).with_options(self.options)  # LEAK
        for batch in iter(stream):  # LEAK
            yield batch.numpy()

    def start(self, client, seed):
        preview = self._batches(seed)
        self.running[client] = preview  # LEAK
        return next(preview)

    def more(self, client):
        return next(self.running[client], None)


def main():
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    rng = np.random.default_rng(61)
    previews = Previews(rng.normal(size=(400, 128)).astype("float32"))
    shown = 0
    for number in range(clients):
        client = f"annotator-{number}"
        shown += len(previews.start(client, number % 7))
        if number % 3 == 0:
            shown += len(previews.more(client))
        time.sleep(0.01)
    print(f"{shown} samples shown to {clients} annotators")


if __name__ == "__main__":
    main()
