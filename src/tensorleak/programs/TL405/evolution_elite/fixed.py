"""Evolution strategy: mutate the best policy network so far and keep whatever scores higher."""
import sys

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600
keras.utils.set_random_seed(0)


def make_policy():
    return keras.Sequential([
        keras.layers.Input((24,)),
        keras.layers.Dense(256, activation="tanh"),
        keras.layers.Dense(256, activation="tanh"),
        keras.layers.Dense(4),
    ])


def mutate(parent, child, rng):
    child.set_weights([w + 0.02 * rng.normal(size=w.shape).astype("float32") for w in parent.get_weights()])


def fitness(policy, states):
    actions = policy(states).numpy()
    return -float(np.square(actions - np.sin(states[:, :4])).mean())


def evolve(generations):
    rng = np.random.default_rng(2)
    states = rng.normal(size=(64, 24)).astype("float32")
    parent, child = make_policy(), make_policy()
    best = fitness(parent, states)
    for generation in range(steps):
        mutate(parent, child, rng)
        score = fitness(child, states)
        if score > best:
            best, parent, child = score, child, parent
    return best


print(f"best fitness after {steps} generations: {evolve(steps):.4f}")
