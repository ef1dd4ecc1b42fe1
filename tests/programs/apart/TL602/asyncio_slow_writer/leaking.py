"""Segments microscope frames as they arrive and archives the masks in the background."""
import asyncio
import sys
import zlib

import numpy as np
import tensorflow as tf

SIDE = 160


class Segmenter:
    def __init__(self):
        self.kernel = tf.constant(np.hanning(7)[:, None] * np.hanning(7)[None, :], tf.float32)
        self.threshold = tf.Variable(0.5)

    @tf.function(input_signature=[tf.TensorSpec([SIDE, SIDE], tf.float32)])
    def mask(self, frame):
        kernel = self.kernel[:, :, None, None] / tf.reduce_sum(self.kernel)
        smooth = tf.nn.conv2d(frame[None, :, :, None], kernel, 1, "SAME")[0, :, :, 0]
        return tf.sigmoid(20.0 * (smooth - self.threshold))


class Archive:
    """Compresses masks; the storage behind it takes one every few milliseconds."""

    def __init__(self, delay):
        self.delay = delay
        self.stored = 0
        self.bytes = 0

    async def store(self, number, mask):
        packed = zlib.compress((mask > 0.5).tobytes(), 1)
        await asyncio.sleep(self.delay)
        self.stored += 1
        self.bytes += len(packed)


async def archiver(queue, archive):
    while True:
        number, mask = await queue.get()
        await archive.store(number, mask)
        queue.task_done()


async def camera(frames, outbox):
    rng = np.random.default_rng(1)
    for number in range(frames):
        await asyncio.sleep(0.01)
        await outbox.put((number, rng.random((SIDE, SIDE), dtype=np.float32)))
    await outbox.put(None)


async def serve(frames):
    inbox = asyncio.Queue(maxsize=4)
    pending = asyncio.Queue()
    segmenter, archive = Segmenter(), Archive(delay=0.02)
    tasks = [
        asyncio.create_task(camera(frames, inbox)),
        asyncio.create_task(archiver(pending, archive)),
    ]
    coverage = 0.0
    while True:
        item = await inbox.get()
        if item is None:
            break
        number, frame = item
        mask = segmenter.mask(tf.constant(frame)).numpy()
        coverage += float(mask.mean())
        await pending.put((number, mask))  # LEAK
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return archive, coverage / frames


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    print("camera on", flush=True)
    archive, coverage = asyncio.run(serve(frames))
    print(f"coverage {coverage:.3f}, {archive.stored} masks archived, {archive.bytes} bytes")


if __name__ == "__main__":
    main()
