r"""The TensorBoard callback with histograms and profiles off: tags and steps that it wrote.

lanes = ["harm2", "tf215"]
needs = ["tensorboard"]
timeout = 300
"""
import glob
import shutil

import tensorflow as tf

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
model.compile("sgd", "mse")
callback = tf.keras.callbacks.TensorBoard("logs", histogram_freq=1, profile_batch=0)
model.fit(tf.ones([16, 3]), tf.ones([16, 2]), epochs=8, verbose=0, callbacks=[callback], validation_data=(tf.ones([4, 3]), tf.ones([4, 2])))
found = set()
for file in sorted(glob.glob("logs/*/*")):
    for event in tf.compat.v1.train.summary_iterator(file):
        for value in event.summary.value:
            found.add((file.split("/")[1], value.tag, event.step))
print(len(found), sorted(found))
shutil.rmtree("logs")
