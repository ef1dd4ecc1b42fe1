"""An inference service: heat maps are computed in the background while requests are answered."""
import asyncio
import sys

import numpy as np
import tensorflow as tf


class SaliencyService:
    def __init__(self, side=192):
        self.side = side
        self.filters = tf.random.stateless_normal((9, 9, 3, 32), seed=(4, 2)) / 20.0
        self.background = set()
        self.done = 0

    def _saliency(self, image):
        with tf.GradientTape() as tape:
            tape.watch(image)
            maps = tf.nn.relu(tf.nn.conv2d(image, self.filters, 1, "SAME"))
            score = tf.reduce_sum(tf.reduce_max(maps, axis=-1))
        return tape.gradient(score, image)[0].numpy()

    async def _explain(self, image):
        await asyncio.sleep(0)
        heat = self._saliency(image)
        self.done += 1
        return heat

    async def _wait_room(self, limit=4):
        while sum(not task.done() for task in self.background) >= limit:
            await asyncio.sleep(0.001)

    async def answer(self, image):
        await self._wait_room()
        task = asyncio.ensure_future(self._explain(image))
        # the loop itself keeps only weak references to tasks
        self.background.add(task)
        task.add_done_callback(self.background.discard)
        return float(tf.reduce_mean(image))


async def serve(rounds):
    service = SaliencyService()
    rng = np.random.default_rng(3)
    total = 0.0
    for _ in range(rounds):
        image = tf.constant(rng.random((1, service.side, service.side, 3), dtype=np.float32))
        total += await service.answer(image)
        await asyncio.sleep(0)
    while service.done < rounds:
        await asyncio.sleep(0.01)
    return total / rounds, service.done


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    mean, done = asyncio.run(serve(rounds))
    print("mean brightness %.4f, %d explanations" % (mean, done))


if __name__ == "__main__":
    main()
