"""Multi-task training with projected gradients (PCGrad-like).

Each step samples three of the tasks.  Gradients are evaluated lazily: the loss
of every sampled task is recorded, but only those tasks that are not already
good enough get their gradient computed and projected.
"""
import functools
import sys
from collections import defaultdict

import numpy as np
import tensorflow as tf

TASKS = ("depth", "normals", "edges", "segmentation", "keypoints")


class SharedTrunk(tf.Module):
    def __init__(self, d_in=64, width=64, seed=1):
        super().__init__()
        rng = np.random.RandomState(seed)
        sizes = [d_in] + [width] * 4
        self.w = [tf.Variable(rng.randn(a, b).astype("f4") / np.float32(np.sqrt(a))) for a, b in zip(sizes, sizes[1:])]
        self.heads = {t: tf.Variable(rng.randn(width, 8).astype("f4") * np.float32(0.05)) for t in TASKS}

    def __call__(self, x, task):
        for w in self.w:
            x = tf.nn.elu(x @ w)
        return x @ self.heads[task]


class PCGradTrainer:
    def __init__(self, model, lr=0.02, floor=0.35):
        self.model = model
        self.lr = lr
        self.floor = floor
        self.pending = defaultdict(list)
        self.ema = {t: 1.0 for t in TASKS}
        self.rng = np.random.RandomState(99)

    def record(self, task, x, y):
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(tf.square(self.model(x, task) - y))
        self.pending[task].append(functools.partial(tape.gradient, loss, self.model.w))  # LEAK
        self.ema[task] = 0.9 * self.ema[task] + 0.1 * float(loss)

    def active(self, sampled):
        return [t for t in sampled if self.ema[t] > self.floor] or [max(sampled, key=self.ema.get)]

    def project(self, grads, others):
        out = list(grads)
        for other in others:
            dot = sum(tf.reduce_sum(a * b) for a, b in zip(out, other))
            if dot < 0:
                sq = sum(tf.reduce_sum(b * b) for b in other) + 1e-8
                out = [a - dot / sq * b for a, b in zip(out, other)]
        return out

    def step(self, batch):
        sampled = self.rng.permutation(TASKS)[:3]
        for task in sampled:
            self.record(task, batch["x"], batch[task])
        grads = {}
        for task in self.active(sampled):
            grads[task] = self.pending[task][-1]()
        for task, g in grads.items():
            g = self.project(g, [o for t, o in grads.items() if t != task])
            for w, d in zip(self.model.w, g):
                w.assign_sub(self.lr * d)
        return len(grads)


def make_batches(n, size=48, seed=3):
    rng = np.random.RandomState(seed)
    maps = {t: rng.randn(64, 8).astype("f4") / np.float32(8) for t in TASKS}
    for _ in range(n):
        x = rng.randn(size, 64).astype("f4")
        batch = {t: np.tanh(x @ m) for t, m in maps.items()}
        batch["x"] = x
        yield batch


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1250
    trainer = PCGradTrainer(SharedTrunk())
    evaluated = 0
    for batch in make_batches(n):
        evaluated += trainer.step(batch)
    worst = max(trainer.ema.values())
    print("steps %d, worst task loss %.2f" % (n, worst))
