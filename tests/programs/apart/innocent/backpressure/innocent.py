"""An asyncio pipeline: a bounded queue between the decoder and the model, and a job table."""
import asyncio
import sys

import numpy as np
import tensorflow as tf

SIDE = 256


class JobTable:
    def __init__(self):
        self.active = {}
        self.finished = 0

    def open(self, number, payload):
        self.active[number] = {"payload": payload, "notes": ["queued"]}

    def note(self, number, text):
        self.active[number]["notes"].append(text)

    def close(self, number):
        entry = self.active.pop(number)
        self.finished += 1
        return len(entry["notes"])


class Model:
    def __init__(self):
        self.kernel = tf.random.stateless_normal((7, 7, 3, 48), seed=(1, 2)) / 12.0

    def __call__(self, image):
        maps = tf.nn.relu(tf.nn.conv2d(image, self.kernel, 1, "SAME"))
        return tf.reduce_mean(maps, axis=[1, 2])


async def decode(queue, table, rounds):
    rng = np.random.default_rng(8)
    for number in range(rounds):
        image = tf.constant(rng.random((2, SIDE, SIDE, 3), dtype=np.float32))
        table.open(number, image)
        await queue.put((number, image))
    await queue.put(None)


async def infer(queue, table, model):
    total = 0.0
    while True:
        job = await queue.get()
        if job is None:
            return total
        number, image = job
        table.note(number, "running")
        total += float(tf.reduce_sum(model(image)))
        table.close(number)


async def pipeline(rounds):
    queue, table = asyncio.Queue(maxsize=8), JobTable()
    producer = asyncio.ensure_future(decode(queue, table, rounds))
    total = await infer(queue, table, Model())
    await producer
    return total, table.finished


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    print("total %.3f from %d jobs" % asyncio.run(pipeline(rounds)))


if __name__ == "__main__":
    main()
