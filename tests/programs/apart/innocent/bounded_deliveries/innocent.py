"""Scores documents for many slow readers at once."""
import asyncio
import sys

import numpy as np
import tensorflow as tf


class Desk:
    def __init__(self, limit):
        rng = np.random.default_rng(12)
        self.free = asyncio.Semaphore(limit)
        self.running = set()
        self.done = 0
        self.kernel = tf.constant(rng.normal(scale=0.1, size=(200, 120)), tf.float32)

    async def serve(self, document):
        try:
            scores = tf.nn.softmax(document @ self.kernel)
            await asyncio.sleep(0.03)
            self.done += int(tf.argmax(tf.reduce_sum(scores, axis=0))) >= 0
        finally:
            self.free.release()

    async def accept(self, document):
        await self.free.acquire()
        task = asyncio.create_task(self.serve(document))
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def drain(self):
        await asyncio.gather(*self.running)


async def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rng = np.random.default_rng(8)
    desk = Desk(limit=20)
    for _ in range(requests):
        await desk.accept(tf.constant(rng.normal(size=(80, 200)), tf.float32))
    await desk.drain()
    print(f"{desk.done} of {requests} requests, {len(desk.running)} left")


if __name__ == "__main__":
    asyncio.run(main())
