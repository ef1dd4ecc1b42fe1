"""Nightly batch scoring: each shard gets its own scratch workspace and calibrator."""

import os
import pathlib
import shutil
import tempfile
import time
import weakref

import numpy as np
import tensorflow as tf

FEATURES = 24


class Workspace:
    """Scratch directory plus per-shard calibration, cleaned up when dropped."""

    def __init__(self, shard, root):
        self.shard = shard
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"s{shard:04d}_", dir=root))
        rng = np.random.default_rng(shard)
        self.scale = tf.constant(rng.uniform(0.5, 1.5, FEATURES).astype("float32"))
        self.spool = np.empty((256, FEATURES), np.float32)
        self._finalizer = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    def close(self):
        for part in self.path.glob("*.npy"):
            part.unlink()

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()
        return False

    def load(self, rows):
        np.copyto(self.spool, rows)
        return tf.convert_to_tensor(self.spool) * self.scale

    def dump(self, name, values):
        target = self.path / f"{name}.npy"
        np.save(target, values)
        return os.path.getsize(target)


class Scorer(tf.Module):
    def __init__(self):
        super().__init__(name="scorer")
        g = tf.random.Generator.from_seed(21)
        self.hidden = tf.Variable(g.normal([FEATURES, 32], stddev=0.3))
        self.out = tf.Variable(g.normal([32, 1], stddev=0.3))

    @tf.function(input_signature=[tf.TensorSpec([None, FEATURES], tf.float32)])
    def __call__(self, rows):
        return tf.sigmoid(tf.nn.elu(rows @ self.hidden) @ self.out)[:, 0]


def read_shard(shard):
    rng = np.random.default_rng(1000 + shard)
    return rng.normal(size=(256, FEATURES)).astype("float32")


def score_shard(scorer, shard, root):
    with Workspace(shard, root) as ws:
        rows = ws.load(read_shard(shard))
        probs = scorer(rows).numpy()
        written = ws.dump("probs", probs)
    return float(probs.mean()), written


def main(shards=400):
    scorer = Scorer()
    total_bytes, means = 0, np.zeros(shards, np.float32)
    with tempfile.TemporaryDirectory(prefix="nightly_") as root:
        for shard in range(shards):
            means[shard], size = score_shard(scorer, shard, root)
            total_bytes += size
            if shard % 100 == 99:
                print(f"{shard + 1} shards, {total_bytes} bytes, mean {means[: shard + 1].mean():.4f}")
            time.sleep(0.015)
    print("drift %.5f" % float(np.std(means)))


if __name__ == "__main__":
    main()
