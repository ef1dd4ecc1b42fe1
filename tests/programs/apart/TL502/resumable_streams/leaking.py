"""Hands out shuffled training shards to short jobs that may ask for more later."""
import collections
import itertools
import sys
from dataclasses import dataclass
from typing import Iterator

import numpy as np
import tensorflow as tf


@dataclass
class Ticket:
    job: int
    shard: int
    served: int = 0


@dataclass
class Parked:
    ticket: Ticket
    stream: Iterator


class ShardStore:
    def __init__(self, shards, rows, width, seed):
        rng = np.random.default_rng(seed)
        self.shards = [rng.normal(size=(rows, width)).astype(np.float32) for _ in range(shards)]

    def stream(self, shard, seed):
        options = tf.data.Options()
        options.autotune.enabled = False
        rows = tf.data.Dataset.from_tensor_slices(self.shards[shard]).with_options(options)
        return iter(rows.shuffle(512, seed=seed).batch(16))


class Dispatcher:
    """Serves a few batches; what is left of the stream waits for the job."""

    def __init__(self, store):
        self.store = store
        self.parked = collections.defaultdict(dict)
        self.batches = 0

    def serve(self, ticket, count):
        stream = self.resume(ticket) or self.store.stream(ticket.shard, seed=ticket.job)
        for batch in itertools.islice(stream, count):
            ticket.served += 1
            self.batches += 1
            yield batch
        self.park(ticket, stream)

    def resume(self, ticket):
        parked = self.parked[ticket.shard].pop(ticket.job, None)
        return parked.stream if parked else None

    def park(self, ticket, stream):
        self.parked[ticket.shard][ticket.job] = Parked(ticket, stream)  # LEAK

    def finished(self, ticket):
        return ticket.served


class Statistics:
    def __init__(self, width):
        self.mean = tf.Variable(tf.zeros([width]))

    def add(self, batch):
        self.mean.assign_add(0.01 * (tf.reduce_mean(batch, axis=0) - self.mean))


def run_job(number, dispatcher, statistics):
    ticket = Ticket(number, shard=number % 4)
    for part in range(2):
        for batch in dispatcher.serve(ticket, 3):
            statistics.add(batch)
    return dispatcher.finished(ticket)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    dispatcher = Dispatcher(ShardStore(shards=4, rows=600, width=64, seed=3))
    statistics = Statistics(64)
    served = sum(run_job(number, dispatcher, statistics) for number in range(rounds))
    print(f"jobs {rounds} batches {served} mean size {float(tf.norm(statistics.mean)):.3f}")


if __name__ == "__main__":
    main()
