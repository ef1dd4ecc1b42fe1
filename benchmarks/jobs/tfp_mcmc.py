"""Hamiltonian Monte Carlo on a small regression, one compiled call for each batch of samples."""

import sys

import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp

rounds = int(sys.argv[1])
rng = np.random.default_rng(0)
x = tf.constant(rng.normal(size=(200, 5)), tf.float32)
y = tf.linalg.matvec(x, tf.constant([1.0, -1.0, 0.5, 0.0, 2.0])) + tf.constant(rng.normal(size=200), tf.float32)


def log_prob(weights):
    return tf.reduce_sum(tfp.distributions.Normal(tf.linalg.matvec(x, weights), 1.0).log_prob(y))


kernel = tfp.mcmc.HamiltonianMonteCarlo(log_prob, step_size=0.01, num_leapfrog_steps=5)


@tf.function
def chain(state):
    return tfp.mcmc.sample_chain(20, state, kernel=kernel, trace_fn=None)


state = tf.zeros(5)
for _ in range(rounds):
    state = chain(state)[-1]
print(state.numpy().round(1))
