"""asyncio inference front with a drift auditor running beside the handlers."""
import asyncio
import sys
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Sample:
    request_id: int
    layer: str
    activation: tf.Tensor


class Backbone(tf.Module):
    LAYERS = ("stem", "stage1", "stage2", "stage3")

    def __init__(self, seed=14):
        super().__init__()
        rng = np.random.RandomState(seed)
        chans = (3, 24, 32, 48, 64)
        self.k = [tf.Variable(rng.normal(0, (2 / (9 * a)) ** 0.5, (3, 3, a, b)).astype("f4"))
                  for a, b in zip(chans, chans[1:])]

    @tf.function
    def __call__(self, x):
        taps = []
        for k in self.k:
            x = tf.nn.relu(tf.nn.conv2d(x, k, 2, "SAME"))
            taps.append(x)
        return tf.reduce_mean(x, axis=[1, 2]), taps


class Service:
    def __init__(self):
        self.model = Backbone()
        self.audit_queue = asyncio.Queue()
        self.answers = 0

    async def handle(self, request_id, image):
        vec = 0.0
        for crop in range(16):
            view, taps = self.model(tf.constant(np.roll(image, 4 * crop, axis=2)))
            vec += view / 16.0
        for name, act in zip(Backbone.LAYERS, taps):
            await self.audit_queue.put(Sample(request_id, name, act))  # LEAK
        self.answers += 1
        await asyncio.sleep(0)
        return float(tf.norm(vec))


class Auditor:
    def __init__(self, queue):
        self.queue = queue
        self.checked = 0
        self.dead = 0

    async def run(self):
        while True:
            sample = await self.queue.get()
            sparsity = float(tf.reduce_mean(tf.cast(sample.activation <= 0, tf.float32)))
            self.dead += sparsity > 0.99
            self.checked += 1
            # one histogram per request slot is all the auditor can afford
            await asyncio.sleep(0)


async def serve(requests):
    service = Service()
    auditor = Auditor(service.audit_queue)
    background = asyncio.ensure_future(auditor.run())
    rng = np.random.RandomState(2)
    norms = []
    for i in range(requests):
        image = rng.rand(2, 80, 80, 3).astype("f4")
        norms.append(await service.handle(i, image))
    background.cancel()
    return service.answers, sum(norms) / len(norms), auditor.dead


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    answers, norm, dead = asyncio.run(serve(n))
    print("answered %d mean norm %.2f dead layers %d" % (answers, norm, dead))
