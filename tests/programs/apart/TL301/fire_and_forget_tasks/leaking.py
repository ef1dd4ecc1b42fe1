"""Image upload service: answers at once, computes the thumbnail features in the background."""
import asyncio
import collections
import sys

import numpy as np
import tensorflow as tf

SIDE = 64


def features(image):
    """Edges in four directions, pooled."""
    dy, dx = tf.image.image_gradients(image[None])
    bands = tf.concat([tf.nn.relu(dy), tf.nn.relu(-dy), tf.nn.relu(dx), tf.nn.relu(-dx)], axis=-1)
    return tf.nn.avg_pool2d(bands, 2, 2, "SAME")[0]


class Background:
    """Runs coroutines on the side. asyncio holds tasks weakly, so keep them here."""

    def __init__(self):
        self._tasks = set()
        self.started = 0

    def spawn(self, coroutine):
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)  # LEAK
        self.started += 1
        return task

    async def drain(self):
        await asyncio.gather(*self._tasks)


class Gallery:
    def __init__(self):
        self.background = Background()
        self.limit = asyncio.Semaphore(2)
        self.sharpness = collections.OrderedDict()
        self.newest = collections.deque(maxlen=8)

    async def index(self, name, image):
        async with self.limit:
            found = features(image)
            await asyncio.sleep(0)
            self.sharpness[name] = float(tf.reduce_mean(found))
            if len(self.sharpness) > 100:
                self.sharpness.popitem(last=False)
            self.newest.append(found)
            return found

    async def upload(self, name, image):
        self.background.spawn(self.index(name, image))
        return {"status": "accepted", "name": name}

    def sharpest(self):
        return max(self.sharpness, key=self.sharpness.get)


async def visitors(gallery, uploads):
    rng = np.random.default_rng(44)
    accepted = 0
    for number in range(uploads):
        pixels = rng.random((SIDE, SIDE, 3), dtype=np.float32)
        answer = await gallery.upload(f"img{number}", tf.constant(pixels))
        accepted += answer["status"] == "accepted"
        await asyncio.sleep(0.008)
    await gallery.background.drain()
    return accepted


async def serve(uploads):
    gallery = Gallery()
    accepted = await visitors(gallery, uploads)
    print(accepted, "uploads, sharpest of the newest:", gallery.sharpest())
    print("tasks started", gallery.background.started)


def main():
    uploads = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    print("gallery open", flush=True)
    asyncio.run(serve(uploads))


if __name__ == "__main__":
    main()
