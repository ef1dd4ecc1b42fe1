"""Delivery of predictions: what the receiver refuses is tried again later, with longer pauses, and given up at last."""
import heapq
import itertools
import sys

import numpy as np
import tensorflow as tf


class Delivery:
    def __init__(self, receiver):
        self.receiver, self.waiting, self.order = receiver, [], itertools.count()
        self.delivered = self.expired = 0

    def send(self, payload, now, attempt=0):
        if self.receiver(now):
            self.delivered += 1
        elif attempt == 5:
            self.expired += 1
        else:
            heapq.heappush(self.waiting, (now + 10 * 2**attempt, next(self.order), attempt + 1, payload))

    def tick(self, now):
        while self.waiting and self.waiting[0][0] <= now:
            _, _, attempt, payload = heapq.heappop(self.waiting)
            self.send(payload, now, attempt)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    rng = np.random.default_rng(18)
    outages = [(int(start), int(start + length)) for start, length in zip(rng.integers(0, rounds, 24), rng.integers(60, 420, 24))]

    def receiver(now):
        return rng.random() > (0.97 if any(a <= now < b for a, b in outages) else 0.1)

    delivery = Delivery(receiver)
    weights = tf.random.stateless_normal((128, 128), (5, 5), stddev=0.1)
    for now in range(rounds):
        prediction = tf.nn.softmax(tf.constant(rng.normal(size=(128, 128)), tf.float32) @ weights)
        delivery.send(prediction, now)
        delivery.tick(now)
    print(f"{delivery.delivered} delivered, {delivery.expired} given up, {len(delivery.waiting)} waiting")


if __name__ == "__main__":
    main()
