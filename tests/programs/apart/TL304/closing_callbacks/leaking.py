"""Streams of a fitness tracker: each connection smooths a few windows of samples and ends."""
import asyncio
import sys

import numpy as np
import tensorflow as tf

smoothing = tf.constant(np.hanning(65)[:, None, None] / 32.0, tf.float32)


@tf.function(input_signature=[tf.TensorSpec([None, None, 1])])
def smooth(samples):
    return tf.nn.conv1d(samples, smoothing, 1, "SAME")


class Connection:
    def __init__(self, number, closing):
        self.number = number
        self.window = np.zeros((1, 9000, 1), "float32")
        self.steps = 0
        self.lost = False
        closing.add_done_callback(self.interrupted)  # LEAK

    def interrupted(self, closing):
        self.lost = True

    async def receive(self, samples):
        self.window = np.concatenate([self.window[:, len(samples) :], samples[None, :, None]], axis=1)
        curve = smooth(tf.constant(self.window)).numpy()[0, :, 0]
        self.steps += int((np.diff(np.sign(curve)) > 0).sum())
        await asyncio.sleep(0.002)


class Gateway:
    def __init__(self, closing):
        self.closing = closing
        self.steps = 0

    async def serve(self, number, rng):
        connection = Connection(number, self.closing)
        for _ in range(3):
            await connection.receive(rng.normal(size=3000).astype("float32"))
        self.steps += connection.steps


async def main(connections):
    closing = asyncio.get_running_loop().create_future()
    gateway, rng = Gateway(closing), np.random.default_rng(121)
    for number in range(connections):
        await gateway.serve(number, rng)
    closing.set_result("shutdown")
    print(f"{gateway.steps} steps from {connections} connections")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 900))
