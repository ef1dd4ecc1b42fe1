"""Parameter server that streams its updates to a replica over a pipe."""
import io
import os
import pickle
import threading
import time

import numpy as np
import tensorflow as tf


class ReplicaStream:
    """Framed pickles over an OS pipe, drained by a reader thread."""

    def __init__(self):
        r, w = os.pipe()
        self._in = os.fdopen(r, "rb")
        self._out = os.fdopen(w, "wb", buffering=1 << 16)
        self.drained = 0
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self):
        while True:
            chunk = self._in.read(1 << 14)
            if not chunk:
                return
            self.drained += len(chunk)

    def send(self, update):
        pickle.Pickler(self._out, protocol=4).dump(update)
        self._out.flush()

    def close(self):
        self._out.close()
        self._thread.join(timeout=2)


class ParameterServer:
    def __init__(self, width=72):
        self.w = tf.Variable(tf.zeros((width, width)))
        self.clock = 0

    def absorb(self, gradient):
        self.w.assign_sub(0.01 * gradient)
        self.clock += 1
        return {"clock": self.clock, "delta": gradient.numpy(), "norm": float(tf.norm(self.w))}


def worker_gradients(n, width):
    rng = np.random.default_rng(44)
    for _ in range(n):
        yield tf.constant(rng.normal(size=(width, width)).astype("float32"))


def main():
    server, stream = ParameterServer(), ReplicaStream()
    for n, grad in enumerate(worker_gradients(1000, 72), 1):
        stream.send(server.absorb(grad))
        if n % 200 == 0:
            print(f"clock {server.clock}: |w| = {float(tf.norm(server.w)):.4f}")
        time.sleep(0.009)
    stream.close()


if __name__ == "__main__":
    main()
