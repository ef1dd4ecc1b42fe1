"""Job service: clients submit a picture, poll for its result and sometimes forget to."""
import asyncio
import heapq
import itertools

import numpy as np
import tensorflow as tf

LIFETIME = 400


class Jobs:
    def __init__(self):
        self.pending = asyncio.Queue(maxsize=8)
        self.results = {}
        self.expiry = []
        self.tick = 0
        self.serial = itertools.count()

    async def submit(self, picture):
        job = next(self.serial)
        await self.pending.put((job, picture))
        return job

    def fetch(self, job):
        return self.results.pop(job, None)

    async def worker(self):
        while True:
            job, picture = await self.pending.get()
            blurred = tf.nn.avg_pool2d(picture[None], 5, 1, "SAME")[0]
            self.results[job] = tf.abs(picture - blurred)
            heapq.heappush(self.expiry, (self.tick + LIFETIME, job))
            self.expire()
            self.pending.task_done()
            await asyncio.sleep(0.001)

    def expire(self):
        self.tick += 1
        while self.expiry and self.expiry[0][0] <= self.tick:
            _, job = heapq.heappop(self.expiry)
            self.results.pop(job, None)


async def client(jobs, seed, number):
    rng = np.random.default_rng(seed)
    fetched = 0
    for _ in range(number):
        job = await jobs.submit(tf.constant(rng.random((64, 64, 3)), tf.float32))
        await asyncio.sleep(0.004)
        if rng.random() < 0.6:
            fetched += jobs.fetch(job) is not None
    return fetched


async def main():
    jobs = Jobs()
    workers = [asyncio.create_task(jobs.worker()) for _ in range(2)]
    fetched = await asyncio.gather(*(client(jobs, seed, 1300) for seed in range(5)))
    await jobs.pending.join()
    for worker in workers:
        worker.cancel()
    print("some results fetched:", sum(fetched) > 100)


if __name__ == "__main__":
    asyncio.run(main())
