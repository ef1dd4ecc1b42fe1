"""Batch jobs, each with its own workspace that tidies up after itself."""
import os
import shutil
import tempfile
import time
import weakref

import numpy as np
import tensorflow as tf

JOBS = 900


class Workspace:
    """Scratch folder plus the tensors of the job; the folder goes when the object goes."""

    def __init__(self, root, job_id):
        self.path = os.path.join(root, f"job{job_id}")
        os.mkdir(self.path)
        self.tensors = {}
        self._finalizer = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    def put(self, name, value):
        self.tensors[name] = value
        return value

    def get(self, name):
        return self.tensors[name]


class WhiteningJob:
    def __init__(self, workspace, seed):
        self.ws = workspace
        self.rng = np.random.default_rng(seed)

    def load(self):
        base = self.rng.normal(size=(160, 24)) @ self.rng.normal(size=(24, 24))
        self.ws.put("raw", tf.constant(base, tf.float32))

    def centre(self):
        raw = self.ws.get("raw")
        self.ws.put("centred", raw - tf.reduce_mean(raw, axis=0))

    def whiten(self):
        x = self.ws.get("centred")
        s, u, _ = tf.linalg.svd(tf.transpose(x) @ x / 160.0)
        self.ws.put("white", x @ u / tf.sqrt(s + 1e-5))

    def run(self):
        for stage in (self.load, self.centre, self.whiten):
            stage()
        return float(tf.math.reduce_std(self.ws.get("white")))


def main():
    root = tempfile.mkdtemp(prefix="whiten")
    total = 0.0
    for job_id in range(1, JOBS + 1):
        total += WhiteningJob(Workspace(root, job_id), job_id).run()
        if job_id % 180 == 0:
            print(f"{job_id} jobs, mean std {total / job_id:.4f}")
        time.sleep(0.010)
    shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
