"""A gateway for translations: requests are tasks of an event loop, the model runs in between."""
import asyncio
import sys

import numpy as np
import tensorflow as tf

table = tf.random.stateless_normal([2000, 256], [1, 9])


async def translate(sentence):
    await asyncio.sleep(0.002)
    vectors = tf.gather(table, sentence)
    attention = tf.nn.softmax(tf.matmul(vectors, vectors, transpose_b=True) / 16.0)
    await asyncio.sleep(0)
    return tf.matmul(attention, vectors)


class Gateway:
    def __init__(self):
        self.background = set()
        self.words = 0
        self.pending = 0

    def submit(self, sentence):
        task = asyncio.get_running_loop().create_task(translate(sentence))
        # asyncio keeps weak references only
        self.background.add(task)  # LEAK
        task.add_done_callback(self.done)
        self.pending += 1
        return task

    def done(self, task):
        self.pending -= 1
        if task.exception() is None:
            self.words += int(task.result().shape[0])


async def caller(gateway, rng):
    sentence = tf.constant(rng.integers(0, 2000, rng.integers(20, 40)), tf.int32)
    answer = await gateway.submit(sentence)
    return float(tf.reduce_mean(answer))


async def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 620
    rng = np.random.default_rng(0)
    gateway = Gateway()
    for number in range(rounds):
        values = await asyncio.gather(*(caller(gateway, rng) for _ in range(2)))
        await asyncio.sleep(0.01)
        if number % 70 == 0:
            print(f"round {number}: {gateway.words} words, pending {gateway.pending}, last {values[-1]:.3f}")
    print("translated", gateway.words, "words")


asyncio.run(main())
