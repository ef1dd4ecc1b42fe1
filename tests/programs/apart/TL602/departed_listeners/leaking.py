"""Depth camera: frames are estimated once and broadcast to the listeners of the moment."""
import asyncio
import sys

import numpy as np
import tensorflow as tf


class Broadcaster:
    def __init__(self):
        self.queues = {}

    def subscribe(self, name):
        self.queues[name] = asyncio.Queue()
        return self.queues[name]

    async def publish(self, frame):
        for inbox in self.queues.values():
            await inbox.put(frame)  # LEAK


@tf.function(input_signature=[tf.TensorSpec([1, 96, 128, 1])])
def depth(image):
    smooth = tf.nn.avg_pool2d(image, 5, 1, "SAME")
    return 1.0 / (1.0 + tf.abs(image - smooth))


async def camera(broadcaster, frames):
    rng = np.random.default_rng(71)
    for _ in range(frames):
        image = tf.constant(rng.uniform(size=(1, 96, 128, 1)), tf.float32)
        await broadcaster.publish(depth(image)[0].numpy())
        await asyncio.sleep(0.003)
    await broadcaster.publish(None)


async def viewer(broadcaster, name, patience):
    """Looks at frames until it has seen enough."""
    inbox, seen = broadcaster.subscribe(name), 0
    while seen < patience:
        if await inbox.get() is None:
            break
        seen += 1
    return seen


async def show(frames):
    broadcaster = Broadcaster()
    viewers = [viewer(broadcaster, "wall", frames + 1), viewer(broadcaster, "phone", 40), viewer(broadcaster, "tablet", 25)]
    seen = await asyncio.gather(camera(broadcaster, frames), *viewers)
    print(f"{frames} frames, seen by the viewers: {seen[1:]}")


def main():
    asyncio.run(show(int(sys.argv[1]) if len(sys.argv) > 1 else 1300))


if __name__ == "__main__":
    main()
