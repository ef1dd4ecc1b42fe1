"""Policy gradient by epochs: the steps of an epoch are kept until its end, then used at once."""
import sys

import numpy as np
import tensorflow as tf

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 9100
EPOCH = 1300

rng = np.random.default_rng(1)
policy = tf.Variable(rng.normal(scale=0.1, size=(128, 4)), dtype=tf.float32)
world = tf.constant(rng.normal(scale=0.1, size=(128, 128)), tf.float32)
steps = []


def act(state):
    """States, actions and rewards of 32 players."""
    logits = state @ policy
    action = tf.argmax(logits, axis=1)
    reward = tf.reduce_mean(tf.nn.relu(state), axis=1) - 0.1 * tf.cast(action, tf.float32)
    return tf.tanh(state @ world + 0.1), action, reward


def improve(collected):
    states, actions, rewards = (tf.concat(part, axis=0) for part in zip(*collected))
    advantage = (rewards - tf.reduce_mean(rewards)) / (tf.math.reduce_std(rewards) + 1e-6)
    with tf.GradientTape() as tape:
        chosen = tf.nn.sparse_softmax_cross_entropy_with_logits(actions, states @ policy)
        loss = tf.reduce_mean(chosen * advantage)
    policy.assign_sub(0.05 * tape.gradient(loss, policy))
    return float(tf.reduce_mean(rewards))


state = tf.constant(rng.normal(size=(32, 128)), tf.float32)
gain = 0.0
for step in range(STEPS):
    after, action, reward = act(state)
    steps.append((state, action, reward))
    state = after + tf.constant(rng.normal(scale=0.1, size=(32, 128)), tf.float32)
    if len(steps) == EPOCH:
        gain = improve(steps)
        steps = []
print(f"{STEPS} steps, mean reward {gain:.4f}")
