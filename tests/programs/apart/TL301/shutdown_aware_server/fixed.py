"""asyncio embedding server with graceful shutdown."""
import asyncio
from functools import partial

import numpy as np
import tensorflow as tf


class Request:
    def __init__(self, number, tokens):
        self.number = number
        self.tokens = tokens
        self.vectors = None
        self.cancelled = False


class EmbeddingServer:
    def __init__(self, vocab=500, dim=64):
        rng = np.random.default_rng(21)
        self.table = tf.constant(rng.normal(size=(vocab, dim)), tf.float32)
        self.shutdown = asyncio.get_running_loop().create_future()
        self.inbox = asyncio.Queue(maxsize=8)
        self.answered = 0

    @staticmethod
    def _abort(request, _future):
        request.cancelled = True

    async def accept(self, request):
        if self.shutdown.done():
            return
        abort = partial(self._abort, request)
        self.shutdown.add_done_callback(abort)
        reply = asyncio.get_running_loop().create_future()
        await self.inbox.put((request, reply))
        try:
            return await reply
        finally:
            self.shutdown.remove_done_callback(abort)

    async def worker(self):
        while True:
            request, reply = await self.inbox.get()
            if request is None:
                break
            rows = tf.gather(self.table, request.tokens)
            request.vectors = tf.math.l2_normalize(rows, axis=1)
            self.answered += 1
            reply.set_result(float(tf.reduce_mean(request.vectors)))


async def client(server, rounds):
    rng = np.random.default_rng(22)
    total = 0.0
    for n in range(1, rounds + 1):
        request = Request(n, rng.integers(0, 500, size=100))
        total += await server.accept(request)
        if n % 200 == 0:
            print(f"{n} requests, running mean {total / n:+.6f}")
        await asyncio.sleep(0.009)


async def main():
    server = EmbeddingServer()
    worker = asyncio.create_task(server.worker())
    await client(server, 1000)
    server.shutdown.set_result(None)
    await server.inbox.put((None, None))
    await worker
    print("answered", server.answered)


if __name__ == "__main__":
    asyncio.run(main())
