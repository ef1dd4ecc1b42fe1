"""Insurance quotes with a tracer: what a request computed can be looked at while it is being answered."""
import contextvars
import sys
import time

import numpy as np
import tensorflow as tf

stages = contextvars.ContextVar("stages")


class Tracer:
    """Runs each request in a context of its own."""

    def __init__(self):
        self.contexts = {}

    def run(self, request_id, function, *arguments):
        context = contextvars.copy_context()
        self.contexts[request_id] = context
        context.run(stages.set, {})
        return context.run(function, *arguments)

    def forget(self, request_id):
        del self.contexts[request_id]

    def size(self, request_id):
        return sum(array.nbytes for array in self.contexts[request_id][stages].values())


class Quotes:
    def __init__(self):
        rng = np.random.default_rng(101)
        self.layers = [tf.constant(rng.normal(scale=0.06, size=(256, 256)), tf.float32) for _ in range(3)]

    def stage(self, name, tensor):
        stages.get()[name] = tensor.numpy()
        return tensor

    def quote(self, answers):
        hidden = self.stage("answers", tf.constant(answers))
        for number, layer in enumerate(self.layers):
            hidden = self.stage(f"layer {number}", tf.nn.relu(tf.matmul(hidden, layer)))
        return float(tf.reduce_mean(self.stage("price", tf.exp(-hidden))))


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(102)
    tracer, quotes = Tracer(), Quotes()
    largest, total = 0, 0.0
    for number in range(requests):
        answers = rng.normal(size=(12, 256)).astype("float32")
        total += tracer.run(number, quotes.quote, answers)
        largest = max(largest, tracer.size(number))
        tracer.forget(number)
        time.sleep(0.004)
    print(f"mean price {100 * total / requests:.2f}, largest trace {largest} bytes")


if __name__ == "__main__":
    main()
