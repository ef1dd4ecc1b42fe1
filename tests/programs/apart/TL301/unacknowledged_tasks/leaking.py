"""Delivers forecasts to subscribers and sends one again when a subscriber asks for it."""
import asyncio
import sys

import numpy as np
import tensorflow as tf


class Subscriber:
    """A remote client; only a careful one acknowledges what it got."""

    def __init__(self, name, careful):
        self.name = name
        self.careful = careful
        self.received = 0

    async def receive(self, forecast, acknowledged):
        self.received += 1
        await asyncio.sleep(0)
        if self.careful:
            acknowledged.set()


class Publisher:
    def __init__(self, subscribers):
        self.subscribers = subscribers
        self.deliveries = set()

    async def deliver(self, subscriber, forecast):
        acknowledged = asyncio.Event()
        await subscriber.receive(forecast, acknowledged)
        await acknowledged.wait()
        return float(tf.reduce_sum(forecast))

    def publish(self, forecast):
        for subscriber in self.subscribers:
            task = asyncio.create_task(self.deliver(subscriber, forecast))
            self.deliveries.add(task)  # LEAK
            task.add_done_callback(self.deliveries.discard)


def forecast(state, kernel):
    for _ in range(6):
        state = tf.tanh(state @ kernel) + 0.1 * state
    return state


async def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1300
    rng = np.random.default_rng(2)
    kernel = tf.constant(rng.normal(scale=0.05, size=(160, 160)), tf.float32)
    subscribers = [Subscriber(f"grid{number}", careful=number % 2 == 0) for number in range(4)]
    publisher = Publisher(subscribers)
    for _ in range(rounds):
        publisher.publish(forecast(tf.constant(rng.normal(size=(160, 160)), tf.float32), kernel))
        await asyncio.sleep(0.002)
    print(f"{rounds} forecasts, {sum(s.received for s in subscribers)} deliveries")
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main())
