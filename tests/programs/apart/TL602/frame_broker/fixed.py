"""Scores camera frames and archives the score maps, both as tasks of one loop."""
import asyncio
import hashlib
import sys

import numpy as np
import tensorflow as tf

HEIGHT, WIDTH = 120, 160


class Broker:
    """Takes score maps from one side and hands them to the other."""

    def __init__(self):
        self.maps = asyncio.Queue(maxsize=8)
        self.archived = 0
        self.digest = hashlib.sha1()

    async def camera(self, frames):
        rng = np.random.default_rng(30)
        kernel = tf.constant(rng.normal(size=(5, 5, 1, 1)), tf.float32)
        for _ in range(frames):
            frame = tf.constant(rng.random((1, HEIGHT, WIDTH, 1)), tf.float32)
            scores = tf.nn.sigmoid(tf.nn.conv2d(frame, kernel, 1, "SAME"))[0, :, :, 0]
            if self.maps.full():
                self.maps.get_nowait()
            await self.maps.put(scores)
            await asyncio.sleep(0.004)

    async def archive(self):
        while True:
            scores = await self.maps.get()
            for row in scores.numpy():
                self.digest.update(row.tobytes())
            self.archived += 1
            await asyncio.sleep(0.1)  # the store takes its time


async def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    broker = Broker()
    archive = asyncio.create_task(broker.archive())
    await broker.camera(frames)
    archive.cancel()
    print(f"{frames} frames scored, {'some' if broker.archived else 'none'} archived")


if __name__ == "__main__":
    asyncio.run(main())
