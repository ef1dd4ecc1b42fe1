"""Off-policy learner: the replay memory takes most of the run to fill."""
import sys
import time

import numpy as np
import tensorflow as tf

CAPACITY = 1500


class Replay:
    def __init__(self, capacity):
        self.capacity = capacity
        self.items = []
        self.next = 0

    def add(self, transition):
        if len(self.items) < self.capacity:
            self.items.append(transition)
        else:
            self.items[self.next] = transition
        self.next = (self.next + 1) % self.capacity

    def sample(self, rng, count):
        return [self.items[i] for i in rng.integers(0, len(self.items), count)]


@tf.function(input_signature=[tf.TensorSpec([None, 512]), tf.TensorSpec([None])])
def learn(observations, returns):
    with tf.GradientTape() as tape:
        values = tf.linalg.matvec(observations, critic)
        loss = tf.reduce_mean(tf.square(values - returns))
    critic.assign_sub(0.001 * tape.gradient(loss, critic))
    return loss


critic = tf.Variable(tf.zeros([512]))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    rng = np.random.default_rng(0)
    memory = Replay(CAPACITY * steps // 3600)
    losses = np.zeros(20)
    for step in range(steps):
        observation = tf.constant(rng.normal(size=512), tf.float32)
        memory.add((observation, float(rng.normal()), step))
        batch = memory.sample(rng, 16)
        loss = learn(tf.stack([b[0] for b in batch]), tf.constant([b[1] for b in batch]))
        losses[step % 20] = float(loss)
        time.sleep(0.008)
        if step % 200 == 0:
            print("step", step, "memory", len(memory.items), "loss %.3f" % losses.mean())
    print("memory", len(memory.items))


if __name__ == "__main__":
    main()
