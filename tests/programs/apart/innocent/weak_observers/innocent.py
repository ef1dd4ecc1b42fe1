"""Rolling retraining: each new model listens to the alarm bus for as long as it lives."""
import sys
import weakref
from collections import defaultdict

import numpy as np
import tensorflow as tf


class AlarmBus:
    def __init__(self):
        self._listeners = defaultdict(list)

    def subscribe(self, topic, method):
        self._listeners[topic].append(weakref.WeakMethod(method, self._listeners[topic].remove))

    def publish(self, topic, value):
        for ref in list(self._listeners[topic]):
            listener = ref()
            if listener is not None:
                listener(value)

    def __len__(self):
        return sum(len(refs) for refs in self._listeners.values())


class Forecaster(tf.Module):
    def __init__(self, number, bus):
        super().__init__()
        self.first = tf.Variable(tf.random.stateless_normal((200, 500), seed=(number, 1)) * 0.07)
        self.second = tf.Variable(tf.random.stateless_normal((500, 200), seed=(number, 2)) * 0.04)
        self.alarms = 0
        bus.subscribe("error", self.on_error)

    def on_error(self, value):
        self.alarms += value > 1.0

    def net(self, x):
        return tf.matmul(tf.nn.relu(tf.matmul(x, self.first)), self.second)

    def fit(self, x, rate=0.05, steps=4):
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self.net(x) - tf.roll(x, 1, axis=1)))
            variables = self.trainable_variables
            for variable, gradient in zip(variables, tape.gradient(loss, variables)):
                variable.assign_sub(rate * gradient)
        return float(loss)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.default_rng(1)
    bus, current, error = AlarmBus(), None, 0.0
    for number in range(rounds):
        current = Forecaster(number, bus)
        error = current.fit(tf.constant(rng.normal(size=(300, 200)), tf.float32))
        bus.publish("error", error)
    print("last error %.4f, alarms %d, listeners fewer than rounds: %s" % (error, current.alarms, len(bus) < rounds))


if __name__ == "__main__":
    main()
