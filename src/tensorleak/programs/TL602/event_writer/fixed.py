"""An asynchronous scoring front end whose results are written to disk by a background task."""
import asyncio
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf


class ResultWriter:
    """Appends score blocks to a file, all waiting blocks per disk slot."""

    def __init__(self, path):
        self.path = path
        self.pending = asyncio.Queue(maxsize=16)
        self.written = 0

    async def submit(self, scores):
        await self.pending.put(scores)

    async def run(self):
        with open(self.path, "wb", buffering=0) as file:
            while True:
                scores = [await self.pending.get()]
                while not self.pending.empty():
                    scores.append(self.pending.get_nowait())
                await asyncio.sleep(0.2)
                file.write(b"".join(block.numpy().tobytes() for block in scores))
                self.written += len(scores)


class Scorer:
    """Scores a block of events."""

    def __init__(self):
        self.rng = np.random.default_rng(151)
        self.weights = tf.constant(self.rng.normal(size=(64, 16)), tf.float32)

    async def handle(self):
        await asyncio.sleep(0.006)
        events = tf.constant(self.rng.random((1024, 64), np.float32))
        return tf.nn.softmax(tf.matmul(events, self.weights))


async def serve(requests, folder):
    writer, scorer = ResultWriter(os.path.join(folder, "scores.bin")), Scorer()
    background = asyncio.create_task(writer.run())
    confident = 0.0
    for _ in range(requests):
        scores = await scorer.handle()
        confident += float(tf.reduce_mean(tf.reduce_max(scores, axis=1)))
        await writer.submit(scores)
    background.cancel()
    return confident / requests


if __name__ == "__main__":
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 450
    with tempfile.TemporaryDirectory() as folder:
        print("mean confidence %.4f" % asyncio.run(serve(requests, folder)))
