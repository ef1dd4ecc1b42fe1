"""Asyncio scoring server: each request may take ten minutes at most."""
import asyncio
import itertools

import tensorflow as tf

REQUESTS = 300
PATIENCE = 600.0

kernel = tf.random.normal((512, 512))


class Request:
    ids = itertools.count()

    def __init__(self, payload):
        self.id = next(self.ids)
        self.payload = payload
        self.answer = None
        self.done = False


class Server:
    def __init__(self, loop):
        self.loop = loop
        self.expired = 0
        self.inbox = asyncio.Queue(maxsize=4)

    def expire(self, request):
        if not request.done:
            request.done = True
            self.expired += 1

    async def score(self, request):
        hidden = request.payload
        for _ in range(6):
            hidden = tf.nn.relu(hidden @ kernel) * 0.05
            await asyncio.sleep(0)
        request.answer = float(tf.reduce_mean(hidden))
        request.done = True

    async def serve(self, count):
        for _ in range(count):
            request = await self.inbox.get()
            timeout = self.loop.call_later(PATIENCE, self.expire, request)
            try:
                await self.score(request)
            finally:
                timeout.cancel()


async def clients(server, count):
    for number in range(count):
        payload = tf.random.stateless_normal((64, 512), seed=(number, 3))
        await server.inbox.put(Request(payload))
        await asyncio.sleep(0.015)


async def main():
    server = Server(asyncio.get_running_loop())
    await asyncio.gather(server.serve(REQUESTS), clients(server, REQUESTS))
    print("served", REQUESTS, "expired", server.expired)


asyncio.run(main())
