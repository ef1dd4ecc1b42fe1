"""Reinforcement learning on a balancing task: the better the policy, the longer an episode lasts."""
import dataclasses

import numpy as np
import tensorflow as tf

PIXELS, LIMIT = 9000, 90


@dataclasses.dataclass
class Step:
    picture: tf.Tensor
    action: tf.Tensor
    reward: float


class Policy(tf.Module):
    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable(tf.random.stateless_normal((PIXELS, 2), (4, 4), stddev=0.01))

    @tf.function
    def act(self, picture, chance):
        return tf.cast(tf.nn.sigmoid((picture[None] @ self.kernel)[0, 0]) > chance[0], tf.int32)

    @tf.function(input_signature=[tf.TensorSpec([None, PIXELS]), tf.TensorSpec([None], tf.int32), tf.TensorSpec([None])])
    def learn(self, pictures, actions, returns):
        with tf.GradientTape() as tape:
            logits = pictures @ self.kernel
            loss = tf.reduce_mean(returns * tf.nn.sparse_softmax_cross_entropy_with_logits(actions, logits))
        self.kernel.assign_sub(1e-4 * tape.gradient(loss, self.kernel))
        return loss


class Episode:
    def __init__(self):
        self.steps = []

    def __len__(self):
        return len(self.steps)

    def add(self, *step):
        self.steps.append(Step(*step))

    def columns(self, gamma=0.99):
        total, returns = 0.0, []
        for step in reversed(self.steps):
            total = step.reward + gamma * total
            returns.append(total)
        returns = tf.constant(returns[::-1], tf.float32)
        return (tf.stack([step.picture for step in self.steps]), tf.stack([step.action for step in self.steps]),
                returns - tf.reduce_mean(returns))


def main():
    rng = np.random.default_rng(81)
    policy, done, longest = Policy(), 0, 0
    episode = Episode()
    for tick in range(14000):
        picture = tf.constant(rng.normal(size=PIXELS), tf.float32)
        action = policy.act(picture, tf.constant(rng.random(1), tf.float32))
        episode.add(picture, action, 1.0)
        allowed = min(LIMIT, 10 + done * 2)
        if len(episode) >= allowed - int(rng.integers(0, 5)):
            policy.learn(*episode.columns())
            longest, done = max(longest, len(episode)), done + 1
            episode = Episode()
    print("episodes done:", done > 50, "longest at most the limit:", longest <= LIMIT)


if __name__ == "__main__":
    main()
