"""Streaming inference: requests are worked on by several coroutines and answered in the order they came."""
import asyncio
import heapq
import sys

import numpy as np
import tensorflow as tf


class InOrder:
    """Holds results back until their turn has come."""

    def __init__(self):
        self.waiting, self.turn, self.total = [], 0, 0.0

    def add(self, number, result):
        heapq.heappush(self.waiting, (number, result))
        while self.waiting and self.waiting[0][0] == self.turn:
            _, ready = heapq.heappop(self.waiting)
            self.total += float(ready[0])
            self.turn += 1


@tf.function(input_signature=[tf.TensorSpec([None])])
def infer(signal):
    return tf.abs(tf.signal.rfft(signal))


async def produce(requests, inbox, rng):
    for number in range(requests):
        wave = 1.0 + np.sin(number / 180.0)
        size = 2 ** int(rng.integers(11, 15))
        await inbox.put((number, rng.normal(size=size).astype("float32")))
        if rng.random() > 0.4 * wave:
            await asyncio.sleep(0.001)


async def work(inbox, in_order, rng):
    while True:
        number, signal = await inbox.get()
        result = infer(tf.constant(signal)).numpy()
        stuck = rng.random() < 0.01
        await asyncio.sleep(0.15 if stuck else 0.001 * rng.random())
        in_order.add(number, result)
        inbox.task_done()


async def serve(requests):
    rng, inbox, in_order = np.random.default_rng(13), asyncio.Queue(maxsize=64), InOrder()
    workers = [asyncio.create_task(work(inbox, in_order, rng)) for _ in range(12)]
    await produce(requests, inbox, rng)
    await inbox.join()
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)
    print(f"{in_order.turn} answers, {len(in_order.waiting)} waiting, sum {in_order.total:.2f}")


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]) if len(sys.argv) > 1 else 3500))
