"""Thumbnails first, full pictures when there is time: one worker behind a priority queue."""
import asyncio
import itertools

import tensorflow as tf

TICKS = 220

kernel = tf.random.normal((5, 5, 3, 12), stddev=0.1)
order = itertools.count()


def describe(picture):
    features = tf.nn.relu(tf.nn.conv2d(picture, kernel, 1, "SAME"))
    return float(tf.reduce_mean(features))


async def camera(inbox, ticks, finished):
    for tick in range(ticks):
        picture = tf.random.stateless_uniform((1, 120, 120, 3), seed=(tick, 8))  # LEAK
        inbox.put_nowait((0, next(order), tf.image.resize(picture, (64, 64))))
        inbox.put_nowait((5, next(order), picture))  # LEAK
        await asyncio.sleep(0.022)
    finished.set()


async def worker(inbox, finished):
    total = 0.0
    while not finished.is_set():
        priority, _, picture = await inbox.get()
        total += describe(tf.repeat(picture, 6, axis=0))
        await asyncio.sleep(0.018)
    return total


async def main():
    inbox = asyncio.PriorityQueue()  # LEAK
    finished = asyncio.Event()
    total, _ = await asyncio.gather(worker(inbox, finished), camera(inbox, TICKS, finished))
    print("sum of means", total)


asyncio.run(main())
