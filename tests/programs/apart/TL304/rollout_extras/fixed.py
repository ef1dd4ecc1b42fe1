"""Policy-gradient training on a toy grid of sensors, with generalised advantages."""
import numpy as np
import tensorflow as tf

OBSERVATION, ACTIONS, HORIZON, UPDATES = 256, 4, 32, 500


class Rollout:
    """Steps of the current policy until the next update."""

    def __init__(self):
        self.observations, self.actions, self.rewards, self.values = [], [], [], []
        self.extras = {}

    def add(self, observation, action, reward, value, **extras):
        self.observations.append(observation)
        self.actions.append(action)
        self.rewards.append(reward)
        self.values.append(value)
        for name, extra in extras.items():
            self.extras.setdefault(name, []).append(extra)

    def advantages(self, gamma=0.98, lam=0.95):
        following, total = 0.0, 0.0
        advantages = np.zeros(len(self.rewards), "float32")
        for t in reversed(range(len(self.rewards))):
            delta = self.rewards[t] + gamma * following - self.values[t]
            total = delta + gamma * lam * total
            advantages[t], following = total, self.values[t]
        return advantages

    def clear(self):
        for column in (self.observations, self.actions, self.rewards, self.values):
            column.clear()
        self.extras.clear()


class Policy(tf.Module):
    def __init__(self, seed):
        super().__init__()
        start = tf.random.stateless_normal((OBSERVATION, 64), (seed, 1), stddev=0.06)
        self.first = tf.Variable(start)
        self.actor = tf.Variable(tf.zeros((64, ACTIONS)))
        self.critic = tf.Variable(tf.zeros((64, 1)))

    def heads(self, observations):
        hidden = tf.nn.relu(observations @ self.first)
        return hidden @ self.actor, (hidden @ self.critic)[:, 0], hidden

    @tf.function
    def act(self, observation):
        logits, values, hidden = self.heads(observation[None])
        return tf.nn.softmax(logits)[0], values[0], hidden[0]

    @tf.function
    def improve(self, observations, actions, advantages, rate):
        with tf.GradientTape() as tape:
            logits, values, _ = self.heads(observations)
            chosen = tf.nn.sparse_softmax_cross_entropy_with_logits(actions, logits)
            loss = tf.reduce_mean(chosen * advantages) + 0.1 * tf.reduce_mean(tf.square(values - advantages))
        for variable, gradient in zip(self.trainable_variables, tape.gradient(loss, self.trainable_variables)):
            variable.assign_sub(rate * gradient)
        return loss


class World:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def observe(self):
        self.goal = int(self.rng.integers(ACTIONS))
        picture = self.rng.normal(size=OBSERVATION).astype("float32")
        picture[self.goal * 64:(self.goal + 1) * 64] += 0.5
        return picture

    def reward(self, action):
        return 1.0 if action == self.goal else -0.2


def main():
    policy, world, rollout = Policy(7), World(8), Rollout()
    rng = np.random.default_rng(9)
    for _ in range(UPDATES):
        for _ in range(HORIZON):
            observation = world.observe()
            shares, value, hidden = policy.act(observation)
            action = int(rng.choice(ACTIONS, p=np.asarray(shares, "float64") / float(np.sum(shares, dtype="float64"))))
            rollout.add(observation, action, world.reward(action), float(value),
                        reference=observation - observation.mean(), hidden=hidden.numpy())
        spread = np.std(rollout.extras["hidden"][-HORIZON:])
        columns = np.stack(rollout.observations), np.array(rollout.actions), rollout.advantages()
        loss = policy.improve(*columns, tf.constant(0.02))
        rollout.clear()
    print("finite:", bool(np.isfinite(loss)), "hidden units vary:", bool(spread > 0))


if __name__ == "__main__":
    main()
