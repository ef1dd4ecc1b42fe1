"""REINFORCE on a drifting pendulum; the horizon is lengthened as the agent gets better."""
import sys

import numpy as np
import tensorflow as tf

ACTIONS, LONGEST = 3, 900


class Pendulum:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def rollout(self, policy, horizon):
        state = self.rng.normal(size=4).astype("float32")
        states, actions, rewards = [], [], []
        logits = policy(tf.constant(self.rng.normal(size=(LONGEST, 4)).astype("float32"))).numpy()
        for step in range(horizon):
            action = int(np.argmax(logits[step] + self.rng.gumbel(size=ACTIONS)))
            states.append(state)
            actions.append(action)
            rewards.append(float(np.cos(state[0]) - 0.1 * abs(action - 1)))
            state = (0.97 * state + 0.05 * self.rng.normal(size=4) + 0.02 * (action - 1)).astype("float32")
        returns = np.cumsum(np.array(rewards, "float32")[::-1])[::-1].copy()
        return np.array(states), np.array(actions, "int32"), returns


class Agent(tf.Module):
    def __init__(self):
        super().__init__()
        init = tf.keras.initializers.GlorotNormal(seed=5)
        self.layers = [tf.Variable(init(shape)) for shape in ((4, 64), (64, 64), (64, ACTIONS))]
        self.biases = [tf.Variable(tf.zeros(n)) for n in (64, 64, ACTIONS)]

    def logits(self, states):
        for weight, bias in zip(self.layers[:-1], self.biases):
            states = tf.tanh(states @ weight + bias)
        return states @ self.layers[-1] + self.biases[-1]

    @tf.function
    def update(self, states, actions, returns):
        with tf.GradientTape() as tape:
            logp = -tf.nn.sparse_softmax_cross_entropy_with_logits(actions, self.logits(states))
            scaled = (returns - tf.reduce_mean(returns)) / (tf.math.reduce_std(returns) + 1e-6)
            loss = -tf.reduce_mean(logp * scaled)
        grads = tape.gradient(loss, self.trainable_variables)
        clipped, _ = tf.clip_by_global_norm(grads, 1.0)
        for variable, grad in zip(self.trainable_variables, clipped):
            variable.assign_sub(0.01 * grad)
        return loss


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    env, agent, total = Pendulum(seed=1), Agent(), 0.0
    for episode in range(episodes):
        states, actions, returns = env.rollout(agent.logits, horizon=min(LONGEST, 400 + 2 * episode))
        batch = [tf.constant(part) for part in (states, actions, returns)]
        for _ in range(12):
            loss = agent.update(*batch)  # LEAK
        total += float(returns[0])
    print(f"{episodes} episodes, last loss {float(loss):.4f}, mean return {total / episodes:.2f}")


if __name__ == "__main__":
    main()
