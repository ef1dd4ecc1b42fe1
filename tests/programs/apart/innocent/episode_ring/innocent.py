"""Actor-critic with a short memory: only the latest episodes and their tapes may be replayed."""
import collections
import sys

import numpy as np
import tensorflow as tf

Played = collections.namedtuple("Played", "states returns tape loss")


class Memory:
    def __init__(self, size):
        self.episodes = collections.deque(maxlen=size)
        self.returns = collections.deque(maxlen=4 * size)

    def add(self, played):
        self.episodes.append(played)
        self.returns.append(float(tf.reduce_mean(played.returns)))


class Critic(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.a = tf.Variable(tf.random.stateless_normal((width, 256), seed=(1, 1)) * 0.1)
        self.b = tf.Variable(tf.random.stateless_normal((256, 1), seed=(1, 2)) * 0.1)

    def __call__(self, states):
        return tf.tanh(states @ self.a) @ self.b


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2400
    rng, critic, memory = np.random.default_rng(3), Critic(64), Memory(48)
    for round_ in range(rounds):
        states = tf.constant(rng.normal(size=(512, 64)).astype("float32"))
        returns = tf.sin(states[:, :1]) + 0.1
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(tf.square(critic(states) - returns))
        memory.add(Played(states, returns, tape, loss))
        chosen = memory.episodes[int(rng.integers(len(memory.episodes)))]
        grads = chosen.tape.gradient(chosen.loss, critic.trainable_variables)
        for variable, grad in zip(critic.trainable_variables, grads):
            variable.assign_sub(0.01 * grad)
    print(f"{rounds} rounds, loss {float(loss):.4f}, mean return {np.mean(memory.returns):.4f}")


if __name__ == "__main__":
    main()
