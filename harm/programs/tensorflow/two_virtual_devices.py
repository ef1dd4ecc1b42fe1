"""MirroredStrategy on two virtual CPUs: a distributed training, per-replica values, reductions.

lanes = ["tf2", "tf215"]
"""
import tensorflow as tf
from graphs import bits

cpus = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * 2)
tf.keras.utils.set_random_seed(8)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
with strategy.scope():
    w = tf.Variable(tf.ones([4, 1]))
data = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices(tf.reshape(tf.range(256.0), [64, 4])).batch(8).repeat(20))


@tf.function
def step(batch):
    def replica(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ w) ** 2)
        w.assign_sub(1e-6 * tape.gradient(loss, w))
        return loss

    return strategy.reduce("sum", strategy.run(replica, args=(batch,)), axis=None)


values = [float(step(batch)) for batch in data]
print(strategy.num_replicas_in_sync, [v.hex() for v in values[-2:]], bits([w.numpy()]), step.experimental_get_tracing_count())
