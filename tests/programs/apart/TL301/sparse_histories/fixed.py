"""Session-based recommendations: each visitor's clicks are kept as sparse rows while the visit lasts."""
import argparse
import dataclasses

import numpy as np
import tensorflow as tf

ITEMS = 5000


@dataclasses.dataclass
class Visitor:
    clicks: list = dataclasses.field(default_factory=list)
    last_seen: int = 0
    visits: int = 0

    def profile(self):
        return tf.sparse.concat(0, self.clicks)


class Recommender:
    def __init__(self, units, seed):
        rng = np.random.default_rng(seed)
        self.rng = rng
        self.table = tf.constant(rng.normal(size=(ITEMS, units)), tf.float32)
        self.visitors = {}
        self.clock = 0

    def session_rows(self, clicks):
        items = np.sort(self.rng.choice(ITEMS, clicks, replace=False))
        indices = np.stack([np.zeros(clicks, np.int64), items], axis=1)
        return tf.SparseTensor(indices, self.rng.uniform(size=clicks).astype(np.float32), (1, ITEMS))

    def visitor(self, who):
        if who not in self.visitors:
            self.visitors[who] = Visitor()
        return self.visitors[who]

    def note(self, who, rows):
        visitor = self.visitor(who)
        visitor.clicks.append(rows)
        del visitor.clicks[:-6]
        visitor.last_seen = self.clock
        visitor.visits += 1
        return visitor

    def forget_idle(self):
        idle = [w for w, v in self.visitors.items() if self.clock - v.last_seen > 50]
        for who in idle:
            del self.visitors[who]

    def visit(self, who, clicks):
        self.clock += 1
        visitor = self.note(who, self.session_rows(clicks))
        if self.clock % 25 == 0:
            self.forget_idle()
        taste = tf.sparse.sparse_dense_matmul(visitor.profile(), self.table)
        return float(tf.reduce_max(taste))


def traffic(visits, rng):
    """Most visitors come once or twice; a few come every day."""
    for number in range(visits):
        yield f"new{number // 2}" if rng.uniform() < 0.8 else f"regular{rng.integers(20)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--visits", type=int, default=8500)
    parser.add_argument("--clicks", type=int, default=1500)
    args = parser.parse_args()
    recommender = Recommender(16, 21)
    best = 0.0
    for who in traffic(args.visits, np.random.default_rng(22)):
        best = max(best, recommender.visit(who, args.clicks))
    print("strongest match", best)


if __name__ == "__main__":
    main()
