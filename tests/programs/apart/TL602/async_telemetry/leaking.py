"""An asyncio inference service which exports activation statistics."""
import asyncio
import sys

import numpy as np
import tensorflow as tf


class Model(tf.Module):
    def __init__(self, seed):
        super().__init__()
        generator = tf.random.Generator.from_seed(seed)
        self.kernel = tf.Variable(generator.normal([32, 512], stddev=0.2))
        self.head = tf.Variable(generator.normal([512, 4], stddev=0.1))

    @tf.function(input_signature=[tf.TensorSpec([None, 32], tf.float32)])
    def __call__(self, rows):
        hidden = tf.nn.relu(rows @ self.kernel)
        return hidden, tf.argmax(hidden @ self.head, axis=1)


class Exporter:
    """Summarises activations, one batch at a time, for the metrics backend."""

    def __init__(self, pause=0.05):
        self.pause = pause
        self.inbox = asyncio.Queue()
        self.exported = 0
        self.sparsity = 0.0

    async def offer(self, activations):
        await self.inbox.put(activations)  # LEAK

    async def run(self):
        while True:
            activations = await self.inbox.get()
            self.sparsity += 0.1 * (float((activations == 0).mean()) - self.sparsity)
            self.exported += 1
            await asyncio.sleep(self.pause)


class Service:
    def __init__(self, model, exporter):
        self.model = model
        self.exporter = exporter
        self.counts = np.zeros(4, int)

    async def request(self, rows):
        hidden, classes = self.model(rows)
        await self.exporter.offer(hidden.numpy())
        np.add.at(self.counts, classes.numpy(), 1)

    async def user(self, number, requests):
        rng = np.random.default_rng(number)
        for _ in range(requests):
            await self.request(rng.normal(size=(16, 32)).astype(np.float32))
            await asyncio.sleep(0.01 * rng.uniform())


async def serve(rounds, users=4):
    exporter = Exporter()
    service = Service(Model(seed=2), exporter)
    export = asyncio.create_task(exporter.run())
    await asyncio.gather(*(service.user(number, rounds) for number in range(users)))
    export.cancel()
    return service, exporter


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1400
    service, exporter = asyncio.run(serve(rounds))
    print(f"classes {service.counts.tolist()} exported something: {exporter.exported > 0}")


if __name__ == "__main__":
    main()
