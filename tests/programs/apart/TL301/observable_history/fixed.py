"""Speech front end: devices send chunks, a detector emits an event whenever it has heard something."""
import asyncio

import numpy as np
import tensorflow as tf

from observe_bounded import Observable

CHUNK = 4096
DEVICES = 6
CHUNKS = 400


class Detector(Observable):
    def __init__(self, device):
        self.device = device
        self.threshold = 0.5

    async def hear(self, chunk):
        spectrum = tf.abs(tf.signal.stft(chunk, 256, 64))
        level = float(tf.reduce_mean(spectrum))
        if level > self.threshold:
            self.emit("heard", spectrum)
        await asyncio.sleep(0)


class Counter:
    def __init__(self):
        self.heard = 0
        self.loudest = 0.0

    def __call__(self, event):
        self.heard += 1
        self.loudest = max(self.loudest, float(tf.reduce_max(event.payload)))


async def device(number, detector):
    rng = np.random.default_rng(number)
    for _ in range(CHUNKS):
        await detector.hear(tf.constant(rng.normal(size=CHUNK), tf.float32))
        await asyncio.sleep(0.002)


async def main():
    counter = Counter()
    work = []
    for number in range(DEVICES):
        detector = Detector(number)
        detector.listen("heard", counter)
        work.append(device(number, detector))
    await asyncio.gather(*work)
    print(f"heard {counter.heard} chunks, loud: {counter.loudest > 1}")


if __name__ == "__main__":
    asyncio.run(main())
