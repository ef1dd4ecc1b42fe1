"""TensorFlow Probability: a Hamiltonian Monte Carlo chain and variational steps, seeded.

lanes = ["harm2"]
needs = ["tensorflow_probability", "tf_keras"]
timeout = 300
"""
import tensorflow as tf
import tensorflow_probability as tfp
from graphs import bits

tfd = tfp.distributions
target = tfd.JointDistributionSequential([tfd.Normal(0.0, 1.0), lambda m: tfd.Normal(m, 0.5)])
kernel = tfp.mcmc.HamiltonianMonteCarlo(lambda m: target.log_prob([m, tf.constant(1.0)]), step_size=0.3, num_leapfrog_steps=3)


@tf.function
def chain():
    return tfp.mcmc.sample_chain(200, 0.0, kernel=kernel, num_burnin_steps=50, trace_fn=None, seed=[1, 2])


print(bits([chain()]), chain.experimental_get_tracing_count())
location = tf.Variable(0.0)
for number in range(60):
    with tf.GradientTape() as tape:
        sample = tfd.Normal(location, 1.0).sample(seed=[3, number])
        loss = -target.log_prob([sample, tf.constant(1.0)])
    location.assign_sub(0.01 * tape.gradient(loss, location))
print(float(location).hex())
