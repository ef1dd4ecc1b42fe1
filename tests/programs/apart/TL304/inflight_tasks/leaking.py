"""Asynchronous segmentation service: requests become tasks, masks go back to the caller."""
import asyncio
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 800


class Segmenter:
    def __init__(self):
        self.kernel = tf.random.normal((3, 3, 1, 4), stddev=0.3)

    def __call__(self, picture):
        planes = tf.nn.conv2d(picture[None, :, :, None], self.kernel, 1, "SAME")
        return tf.nn.softmax(planes[0]).numpy()


class Service:
    def __init__(self, model):
        self.model = model
        self.tasks = set()
        self.gate = asyncio.Semaphore(4)
        self.served = 0

    async def segment(self, picture):
        async with self.gate:
            await asyncio.sleep(0.004)
            mask = self.model(tf.constant(picture))
            self.served += 1
            return mask

    def submit(self, picture):
        task = asyncio.get_running_loop().create_task(self.segment(picture))
        self.tasks.add(task)  # LEAK
        return task


async def client(service, rng):
    wanted = [
        service.submit(rng.random((64, 64), dtype=np.float32))
        for _ in range(int(rng.integers(2, 5)))
    ]
    covered = 0
    for answer in asyncio.as_completed(wanted):
        mask = await answer
        covered += int((mask.argmax(-1) == 0).sum())
    return covered


async def main():
    rng = np.random.default_rng(1)
    service = Service(Segmenter())
    for number in range(ROUNDS):
        covered = await client(service, rng)
        if number % 200 == 0:
            print("client", number, "covered", covered, "served", service.served)


if __name__ == "__main__":
    asyncio.run(main())
