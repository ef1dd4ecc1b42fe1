"""Chat moderation: messages are judged in background tasks while the room goes on."""
import asyncio
import sys

import numpy as np
import tensorflow as tf


class Judge:
    def __init__(self):
        rng = np.random.default_rng(111)
        self.table = tf.constant(rng.normal(size=(2000, 96)), tf.float32)
        self.heads = tf.constant(rng.normal(scale=0.1, size=(96, 96)), tf.float32)

    async def attention(self, tokens):
        await asyncio.sleep(0)
        vectors = tf.gather(self.table, tokens)
        for _ in range(4):
            vectors = tf.nn.tanh(tf.matmul(vectors, self.heads))
        return tf.nn.softmax(tf.matmul(vectors, vectors, transpose_b=True))


class Room:
    """Everything that goes on in one chat room."""

    def __init__(self, judge):
        self.judge = judge
        self.background = set()
        self.flagged = 0

    async def review(self, tokens):
        weights = await self.judge.attention(tokens)
        self.flagged += bool(tf.reduce_max(weights[0]) > 0.5)
        return weights

    def post(self, tokens):
        task = asyncio.create_task(self.review(tokens))
        self.background.add(task)
        task.add_done_callback(self.background.discard)
        return task


async def chat(messages):
    rng = np.random.default_rng(112)
    rooms = {name: Room(Judge()) for name in ("general", "music", "help")}
    for number in range(messages):
        room = rooms[("general", "music", "help")[number % 3]]
        task = room.post(tf.constant(rng.integers(2000, size=120)))
        if number % 10 == 9:
            await task
        await asyncio.sleep(0.003)
    await task
    return {name: room.flagged for name, room in rooms.items()}


if __name__ == "__main__":
    messages = int(sys.argv[1]) if len(sys.argv) > 1 else 1600
    print(asyncio.run(chat(messages)))
