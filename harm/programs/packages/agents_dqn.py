r"""tf-agents: a DQN agent trains on random experience, seeded.

lanes = ["harm215"]
needs = ["tf_agents"]
timeout = 400

[[filters]]
pattern = "__autograph_generated_file\\w+\\.py|tmp\\w+\\.py"
why = "files that AutoGraph writes have random names"
"""
import numpy
import tensorflow as tf
from graphs import bits
from tf_agents.agents.dqn import dqn_agent
from tf_agents.networks import sequential
from tf_agents.specs import tensor_spec
from tf_agents.trajectories import time_step as ts
from tf_agents.trajectories import trajectory

tf.keras.utils.set_random_seed(2)
numpy.random.seed(2)
observation = tensor_spec.TensorSpec([3], tf.float32)
action = tensor_spec.BoundedTensorSpec([], tf.int32, 0, 1)
net = sequential.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(2)])
agent = dqn_agent.DqnAgent(ts.time_step_spec(observation), action, q_network=net, optimizer=tf.keras.optimizers.legacy.Adam(0.01))
agent.initialize()
train = tf.function(agent.train)
for number in range(40):
    experience = trajectory.Trajectory(
        step_type=tf.ones([4, 2], tf.int32), observation=tf.constant(numpy.random.normal(size=(4, 2, 3)), tf.float32), action=tf.ones([4, 2], tf.int32),
        policy_info=(), next_step_type=tf.ones([4, 2], tf.int32), reward=tf.ones([4, 2]), discount=tf.ones([4, 2]),
    )
    loss = train(experience).loss
print(float(loss).hex(), bits([v.numpy() for v in net.variables]), train.experimental_get_tracing_count())
