"""Image tagging service with a watchdog for requests that hang."""
import sys
import threading
import time

import numpy as np
import tensorflow as tf


class Tagger:
    def __init__(self, seed):
        generator = tf.random.Generator.from_seed(seed)
        self.kernel = generator.normal([3, 3, 3, 8], stddev=0.3)
        self.head = generator.normal([8, 5])

    def __call__(self, image):
        features = tf.nn.relu(tf.nn.conv2d(image, self.kernel, strides=4, padding="SAME"))
        return tf.reduce_mean(features, axis=[1, 2]) @ self.head


class Request:
    def __init__(self, number, image):
        self.number = number
        self.image = image
        self.answer = None


class Supervisor:
    """Complains about every request without an answer after the limit."""

    def __init__(self, limit=900.0):
        self.limit = limit
        self.late = []

    def expire(self, request):
        if request.answer is None:
            self.late.append(request.number)

    def watch(self, request):
        watchdog = threading.Timer(self.limit, self.expire, args=(request,))
        watchdog.daemon = True
        watchdog.start()  # LEAK
        return watchdog


class Service:
    def __init__(self, tagger, supervisor):
        self.tagger = tagger
        self.supervisor = supervisor
        self.tags = np.zeros(5, int)

    def handle(self, request):
        watchdog = self.supervisor.watch(request)
        scores = self.tagger(request.image)
        request.answer = int(tf.argmax(scores[0]))
        self.tags[request.answer] += 1
        return watchdog.name


def camera(count, seed):
    rng = np.random.default_rng(seed)
    for number in range(count):
        yield Request(number, tf.constant(rng.uniform(size=(1, 64, 64, 3)), tf.float32))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    service = Service(Tagger(seed=1), Supervisor())
    for request in camera(rounds, seed=7):
        service.handle(request)
        time.sleep(0.008)
    print(f"images {service.tags.sum()} tags {service.tags.tolist()} late {len(service.supervisor.late)}")


if __name__ == "__main__":
    main()
