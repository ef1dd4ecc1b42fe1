"""Anomaly watch over a sensor feed; breadcrumbs help to explain an alarm afterwards."""
import asyncio
import contextvars
import sys

import numpy as np
import tensorflow as tf

INPUTS, HIDDEN, ROWS = 24, 96, 64

trail = contextvars.ContextVar("trail", default=())
station = contextvars.ContextVar("station", default="?")


def crumb(name, value):
    """Remembers a step of the current work, as the tracing library recommends."""
    trail.set(trail.get() + ((name, value),))  # LEAK


class Cell(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.random.stateless_normal([INPUTS, HIDDEN], [1, 3], stddev=0.2)
        self.u = tf.random.stateless_normal([HIDDEN, HIDDEN], [1, 4], stddev=0.05)

    @tf.function
    def __call__(self, x, state):
        gate = tf.sigmoid(tf.matmul(x, self.w) + tf.matmul(state, self.u))
        return gate * state + (1.0 - gate) * tf.tanh(tf.matmul(x, self.w))


class Watch:
    def __init__(self):
        self.cell = Cell()
        self.state = tf.zeros([ROWS, HIDDEN])
        self.alarms = []
        self.level = 0.0

    def observe(self, x):
        state = self.cell(x, self.state)
        crumb("hidden", state)
        jump = float(tf.reduce_mean(tf.abs(state - self.state)))
        self.state = state
        if jump > 3.0 * self.level and self.level > 0.0:
            self.alarms.append(self.explain())
        self.level = 0.95 * self.level + 0.05 * jump
        return jump

    def explain(self, last=5):
        crumbs = trail.get()[-last:]
        norms = [round(float(tf.norm(value)), 2) for _, value in crumbs]
        return f"{station.get()}: {norms}"


async def feed(samples):
    rng = np.random.default_rng(13)
    for number in range(samples):
        await asyncio.sleep(0.008)
        scale = 4.0 if number % 211 == 210 else 0.3
        yield tf.constant(rng.normal(scale=scale, size=(ROWS, INPUTS)), tf.float32)


async def watch_station(name, samples):
    station.set(name)
    watch = Watch()
    async for x in feed(samples):
        watch.observe(x)
    return watch


async def heartbeat():
    while True:
        await asyncio.sleep(1.0)
        station.get()


async def supervise(samples):
    beat = asyncio.create_task(heartbeat())
    watch = await watch_station("pump-3", samples)
    beat.cancel()
    return watch


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    print("watching", flush=True)
    watch = asyncio.run(supervise(samples))
    print(len(watch.alarms), "alarms, level", round(watch.level, 4))
    for alarm in watch.alarms[:3]:
        print(alarm)


if __name__ == "__main__":
    main()
