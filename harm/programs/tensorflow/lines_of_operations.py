"""The traceback that each operation keeps: files, lines and functions from the script down to the operation.

lanes = ["tf2", "tf1"]
"""
import tensorflow as tf

v1 = tf.compat.v1
v1.disable_eager_execution()


def build():
    x = v1.placeholder(tf.float32, [2, 2], name="x")
    w = v1.get_variable("w", [2, 2])
    y = tf.matmul(x, w) + 1
    gradients = tf.gradients(y, w)
    keras = tf.keras.layers.Dense(2, name="dense")(x) if tf.__version__.startswith("1") else tf.nn.relu(x)
    state = v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y), var_list=[w])
    return gradients, keras, state


build()
for operation in v1.get_default_graph().get_operations():
    frames = [(f.filename.rsplit("/", 1)[-1], f.lineno, f.name) if hasattr(f, "filename") else (f[0].rsplit("/", 1)[-1], f[1], f[2]) for f in operation.traceback]
    print(operation.name, len(frames), frames[:3], frames[-2:])
