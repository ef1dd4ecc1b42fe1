"""Asyncio client with replies matched by number; some are lost and time out."""
import asyncio
import sys

import numpy as np
import tensorflow as tf


class Client:
    def __init__(self):
        self.pending = {}
        self.lost = 0

    async def call(self, number, rows):
        future = asyncio.get_running_loop().create_future()
        self.pending[number] = (future, rows)
        asyncio.get_running_loop().call_soon(self.answer, number)
        try:
            return await asyncio.wait_for(future, 0.02)
        except asyncio.TimeoutError:
            self.lost += 1
            return None
        finally:
            self.pending.pop(number)

    def answer(self, number):
        if number % 50 == 7:
            return
        future, rows = self.pending[number]
        future.set_result(tf.nn.relu(tf.matmul(rows, rows, transpose_a=True)))


async def run(calls):
    client, rng, total = Client(), np.random.default_rng(6), 0.0
    for start in range(0, calls, 8):
        jobs = [client.call(n, tf.constant(rng.normal(size=(64, 128)), tf.float32)) for n in range(start, start + 8)]
        for answer in await asyncio.gather(*jobs):
            total += 0.0 if answer is None else float(tf.reduce_mean(answer))
    return total, client.lost, len(client.pending)


def main():
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("%.2f, %d lost, %d pending" % asyncio.run(run(calls)))


if __name__ == "__main__":
    main()
