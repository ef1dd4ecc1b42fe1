"""On-policy training: collect a rollout, update on it, throw it away."""
import collections
import sys

import tensorflow as tf

STATE, HIDDEN, ACTORS, HORIZON = 160, 256, 256, 20
Step = collections.namedtuple("Step", "state hidden action reward")


class Rollout:
    def __init__(self):
        self.steps = []

    def add(self, *fields):
        self.steps.append(Step(*fields))

    def returns(self, discount):
        value, out = tf.zeros((ACTORS,)), []
        for step in reversed(self.steps):
            value = step.reward + discount * value
            out.append(value)
        return tf.stack(out[::-1])

    def clear(self):
        self.steps.clear()


class Policy(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((STATE, HIDDEN), seed=(1, 0)) * 0.08)
        self.v = tf.Variable(tf.random.stateless_normal((HIDDEN, STATE), seed=(2, 0)) * 0.06)

    def __call__(self, state):
        hidden = tf.tanh(tf.matmul(state, self.w))
        return hidden, tf.tanh(tf.matmul(hidden, self.v))


def collect(policy, rollout, state):
    for _ in range(HORIZON):
        hidden, action = policy(state)
        reward = -tf.reduce_mean(tf.abs(state + 0.3 * action), axis=1)
        rollout.add(state, hidden, action, reward)
        state = 0.97 * state + 0.3 * action
    return state


def update(policy, rollout, rate):
    returns = rollout.returns(0.95)
    with tf.GradientTape() as tape:
        loss = 0.0
        for step, value in zip(rollout.steps, returns):
            _, action = policy(step.state)
            loss += tf.reduce_mean(tf.square(action - step.action + 0.1 * step.state) - 0.01 * value[:, tf.newaxis])
    for variable, gradient in zip(policy.trainable_variables, tape.gradient(loss, policy.trainable_variables)):
        variable.assign_sub(rate * gradient)
    return float(tf.reduce_mean(returns))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    policy, rollout, value = Policy(), Rollout(), 0.0
    for number in range(rounds):
        state = tf.random.stateless_normal((ACTORS, STATE), seed=(number, 3))
        collect(policy, rollout, state)
        value = update(policy, rollout, 0.01)
        rollout.clear()
    print("mean return %.5f after %d updates" % (value, rounds))


if __name__ == "__main__":
    main()
