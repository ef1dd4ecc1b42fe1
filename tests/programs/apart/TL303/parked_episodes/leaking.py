"""Model-based control: each imagined episode yields its policy gradient, then (on request) a diagnosis."""
import collections
import sys

import tensorflow as tf

STATE, HIDDEN, BATCH = 128, 256, 48


class Policy(tf.Module):
    def __init__(self):
        super().__init__()
        scale = 0.05
        self.w_in = tf.Variable(tf.random.stateless_normal((STATE, HIDDEN), seed=(1, 1)) * scale)
        self.w_out = tf.Variable(tf.random.stateless_normal((HIDDEN, STATE), seed=(1, 2)) * scale)

    def __call__(self, state):
        return tf.matmul(tf.tanh(tf.matmul(state, self.w_in)), self.w_out)


def episode(policy, start, horizon=6):
    """First yields (loss, gradients); resumed, it yields the gradient by the starting state."""
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(start)
        state = start
        for _ in range(horizon):
            state = state + 0.1 * tf.tanh(policy(state))
        loss = tf.reduce_mean(tf.square(state - 0.5))
    yield loss, tape.gradient(loss, policy.trainable_variables)
    yield tape.gradient(loss, start)


class Scheduler:
    def __init__(self, policy, rate):
        self.policy, self.rate = policy, rate
        self.parked = collections.OrderedDict()

    def advance(self, number, start):
        run = episode(self.policy, start)
        loss, gradients = next(run)
        for variable, gradient in zip(self.policy.trainable_variables, gradients):
            variable.assign_sub(self.rate * gradient)
        self.parked[number] = run  # LEAK
        return float(loss)

    def diagnose(self, number):
        sensitivity = next(self.parked[number])
        return float(tf.reduce_mean(tf.abs(sensitivity)))


def evaluate(policy, state, horizon=6):
    for _ in range(horizon):
        state = state + 0.1 * tf.tanh(policy(state))
    return float(tf.reduce_mean(tf.square(state - 0.5)))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 280
    scheduler = Scheduler(Policy(), rate=0.5)
    probe = tf.random.stateless_normal((4500, STATE), seed=(0, 9))
    loss = sensitivity = 0.0
    for number in range(rounds):
        start = tf.random.stateless_normal((BATCH, STATE), seed=(number, 3))
        loss = scheduler.advance(number, start) + evaluate(scheduler.policy, probe)
        if number % 20 == 0:
            sensitivity = scheduler.diagnose(number)
    print("final loss %.5f, sensitivity %.2e" % (loss, sensitivity))


if __name__ == "__main__":
    main()
