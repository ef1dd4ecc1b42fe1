"""A client talks to an embedding backend over one connection; replies are matched by correlation id."""
import asyncio
import itertools
import sys

import numpy as np
import tensorflow as tf


class Backend:
    """The far end: answers in its own order."""

    def __init__(self, seed):
        self.kernel = tf.constant(np.random.default_rng(seed).normal(size=(64, 128)), tf.float32)
        self.inbox = asyncio.Queue(maxsize=32)

    async def run(self, reply):
        while True:
            number, rows = await self.inbox.get()
            if rows is None:
                return
            await asyncio.sleep(0)
            reply(number, tf.nn.relu(tf.matmul(rows, self.kernel)))


class Connection:
    def __init__(self, backend):
        self.backend = backend
        self.numbers = itertools.count()
        self.waiting = {}
        self.strays = 0

    def start(self):
        return asyncio.create_task(self.backend.run(self.on_reply))

    def on_reply(self, number, value):
        future = self.waiting.get(number)
        if future is None or future.done():
            self.strays += 1
            return
        future.set_result(value)

    async def call(self, rows):
        number = next(self.numbers)
        future = asyncio.get_running_loop().create_future()
        self.waiting[number] = future  # LEAK
        await self.backend.inbox.put((number, rows))
        return await asyncio.wait_for(future, timeout=5.0)


class Client:
    def __init__(self, connection, seed):
        self.connection = connection
        self.rng = np.random.default_rng(seed)
        self.total = 0.0

    async def ask(self):
        rows = tf.constant(self.rng.normal(size=(64, 64)), tf.float32)
        answer = await self.connection.call(rows)
        self.total += float(tf.reduce_mean(answer))


async def serve(calls):
    connection = Connection(Backend(5))
    pump = connection.start()
    clients = [Client(connection, seed) for seed in range(4)]
    for _ in range(calls // len(clients)):
        await asyncio.gather(*(client.ask() for client in clients))
    await connection.backend.inbox.put((None, None))
    await pump
    return sum(client.total for client in clients), connection.strays


def main():
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    total, strays = asyncio.run(serve(calls))
    print(f"{calls} calls, {total:.2f}, {strays} strays")


if __name__ == "__main__":
    main()
