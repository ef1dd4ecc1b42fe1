"""Checkpoints of trackable objects: names, dependencies, restored values, managers.

lanes = ["tf2", "tf215"]
"""
import shutil

import tensorflow as tf

tf.keras.utils.set_random_seed(4)
step, layer = tf.Variable(1), tf.keras.layers.Dense(2)
layer(tf.ones([1, 2]))
module = tf.Module()
module.parts = {"a": tf.Variable(2.0), "b": [tf.Variable(3.0)]}
checkpoint = tf.train.Checkpoint(step=step, module=module, values=[tf.Variable(5.0)])
manager = tf.train.CheckpointManager(checkpoint, "points", max_to_keep=2)
for number in range(30):
    step.assign_add(1)
    manager.save()
print(tf.train.list_variables(manager.latest_checkpoint))
step.assign(0)
status = checkpoint.restore(manager.latest_checkpoint)
status.assert_existing_objects_matched()
print(int(step), [path.rsplit("/", 1)[-1] for path in manager.checkpoints], type(module.parts).__name__)
shutil.rmtree("points")
