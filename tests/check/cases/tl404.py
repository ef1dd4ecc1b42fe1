# ruff: noqa
# fmt: off
"""TL404: a Keras callback keeps something from every batch."""

# --- leak: weights of every batch
from tensorflow import keras


class Drift(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.snapshots = []

    def on_train_batch_end(self, batch, logs=None):
        self.snapshots.append(self.model.get_weights())  # leak

# --- leak: predictions of every batch
import numpy as np
import tensorflow as tf


class Probe(tf.keras.callbacks.Callback):
    def __init__(self, x):
        super().__init__()
        self.x = x
        self.outputs = []

    def on_batch_end(self, batch, logs=None):
        self.outputs.append(self.model.predict_on_batch(self.x))  # leak


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.zeros([100, 4]), np.zeros([100, 1]), callbacks=[Probe(np.zeros([1, 4]))])

# --- leak: tensors of every batch
import keras
import tensorflow as tf
from keras.callbacks import Callback


class Activations(Callback):
    def __init__(self, sample):
        super(Activations, self).__init__()
        self.sample = sample
        self.kept = []

    def on_train_batch_end(self, batch, logs={}):
        out = self.model(self.sample)
        self.kept.append((batch, out))  # leak

# --- leak: callback of another file
import numpy as np
import tensorflow as tf
from watchers import WeightHistory

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.zeros([100, 4]), np.zeros([100, 1]), callbacks=[WeightHistory()])
# file: watchers.py
import tensorflow as tf


class WeightHistory(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.history = []

    def on_train_batch_end(self, batch, logs=None):
        weights = [w.numpy() for w in self.model.trainable_weights]
        self.history.append(weights)  # leak

# --- leak: dictionary by a counter
import tensorflow as tf


class Steps(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.step = 0
        self.weights = {}

    def on_train_batch_end(self, batch, logs=None):
        self.step += 1
        self.weights[self.step] = self.model.get_weights()  # leak

# --- leak: module list from a lambda callback
import tensorflow as tf
from tensorflow import keras

history = []
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
watch = keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: history.append(model.get_weights()))  # leak
model.fit(tf.zeros([100, 4]), tf.zeros([100, 1]), callbacks=[watch])

# --- leak: weights of one layer
from tensorflow.keras.callbacks import Callback


class Kernel(Callback):
    def __init__(self, name):
        super().__init__()
        self.name = name
        self.kernels = []

    def on_train_batch_end(self, batch, logs=None):
        self.kernels.append(self.model.get_layer(self.name).get_weights()[0])  # leak

# --- leak: copy of a variable
import tensorflow as tf
import numpy as np


class Embeddings(tf.keras.callbacks.Callback):
    rows = []

    def on_test_batch_end(self, batch, logs=None):
        Embeddings.rows.append(self.model.layers[0].embeddings.numpy())  # leak

# --- leak: helper method of a base callback
import tf_keras as keras


class Base(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.log = []

    def note(self, value):
        self.log.append(value)  # leak


class Weights(Base):
    def on_train_batch_end(self, batch, logs=None):
        self.note(self.model.get_weights())

# --- leak: gradients of every batch
import tensorflow as tf
import keras


class Gradients(keras.callbacks.Callback):
    def __init__(self, x, y):
        super().__init__()
        self.x, self.y = x, y
        self.gradients = []

    def on_train_batch_begin(self, batch, logs=None):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(self.x) - self.y))
        self.gradients.append(tape.gradient(loss, self.model.trainable_variables))  # leak

# --- silent: losses of the logs
from tensorflow import keras


class LossHistory(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(logs["loss"])

# --- silent: logs get
import keras


class History(keras.callbacks.Callback):
    def on_train_begin(self, logs={}):
        self.losses, self.acc = [], []

    def on_batch_end(self, batch, logs={}):
        self.losses.append(logs.get("loss"))
        self.acc.append(logs.get("accuracy"))

# --- silent: weights of every epoch
import tensorflow as tf


class Weights(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.snapshots = []

    def on_epoch_end(self, epoch, logs=None):
        self.snapshots.append(self.model.get_weights())

# --- silent: emptied each epoch
import numpy as np
import tensorflow as tf


class Mean(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.outputs = []

    def on_train_batch_end(self, batch, logs=None):
        self.outputs.append(self.model.get_weights()[0])

    def on_epoch_end(self, epoch, logs=None):
        print(np.mean(self.outputs))

# --- silent: cleared each epoch
import tensorflow as tf


class Buffer(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.outputs = []

    def on_train_batch_end(self, batch, logs=None):
        self.outputs.append(self.model.get_weights())

    def on_epoch_end(self, epoch, logs=None):
        print(len(self.outputs))
        self.outputs.clear()

# --- silent: the last weights
import tensorflow as tf


class Best(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.best = None

    def on_train_batch_end(self, batch, logs=None):
        self.best = self.model.get_weights()

# --- silent: norms as numbers
import numpy as np
import tensorflow as tf


class Norms(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.norms = []

    def on_train_batch_end(self, batch, logs=None):
        w = self.model.get_weights()[0]
        self.norms.append(float(np.linalg.norm(w)))

# --- silent: learning rate
import tensorflow as tf
from tensorflow.keras import backend as K


class Rates(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.rates = []

    def on_train_batch_end(self, batch, logs=None):
        self.rates.append(K.get_value(self.model.optimizer.lr))

# --- silent: bounded window
import collections
import tensorflow as tf


class Window(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.window = collections.deque(maxlen=10)

    def on_train_batch_end(self, batch, logs=None):
        self.window.append(self.model.get_weights())

# --- silent: lambda callback printing
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
losses = []
show = tf.keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: losses.append(logs["loss"]))
model.fit(tf.zeros([100, 4]), tf.zeros([100, 1]), callbacks=[show])

# --- silent: durations
import time
import tensorflow as tf


class Timer(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.times = []

    def on_train_batch_begin(self, batch, logs=None):
        self.start = time.perf_counter()

    def on_train_batch_end(self, batch, logs=None):
        self.times.append(time.perf_counter() - self.start)

# --- leak: session run hook
import tensorflow.compat.v1 as tf


class Recorder(tf.train.SessionRunHook):
    def __init__(self, tensor):
        self.tensor = tensor
        self.values = []

    def before_run(self, context):
        return tf.train.SessionRunArgs(self.tensor)

    def after_run(self, context, values):
        weights = context.session.run(tf.trainable_variables())
        self.values.append(self.model_output(context))  # leak

    def model_output(self, context):
        return tf.get_default_session().run(tf.get_default_graph().get_tensor_by_name("out:0"))

# --- leak: confusion of every validation batch
import numpy as np
import tensorflow as tf


class Confusion(tf.keras.callbacks.Callback):
    def __init__(self, data):
        super().__init__()
        self.data = data
        self.matrices = []

    def on_test_batch_end(self, batch, logs=None):
        p = self.model.predict(self.data, verbose=0)
        self.matrices.append(np.asarray(p))  # leak

# --- leak: dictionary of lists
import collections
import tensorflow as tf


class LayerOutputs(tf.keras.callbacks.Callback):
    def __init__(self, x):
        super().__init__()
        self.x = x
        self.outputs = collections.defaultdict(list)

    def on_train_batch_end(self, batch, logs=None):
        y = self.model(self.x)
        self.outputs["last"].append(y)  # leak

# --- silent: written to disk
import numpy as np
import tensorflow as tf


class Dump(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.files = []

    def on_train_batch_end(self, batch, logs=None):
        name = f"{batch}.npy"
        np.save(name, self.model.get_weights()[0])
        self.files.append(name)

# --- silent: running mean
import tensorflow as tf


class Average(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.mean = None

    def on_train_batch_end(self, batch, logs=None):
        now = self.model.get_weights()
        self.mean = now if self.mean is None else [0.99 * a + 0.01 * b for a, b in zip(self.mean, now)]

# --- silent: dictionary of logs
import tensorflow as tf


class Logs(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.rows = []

    def on_train_batch_end(self, batch, logs=None):
        self.rows.append({"batch": batch, **(logs or {})})

# --- silent: history of logs by name
import tensorflow as tf


class History(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.history = {}

    def on_train_batch_end(self, batch, logs=None):
        for key, value in (logs or {}).items():
            self.history.setdefault(key, []).append(value)

# --- silent: swapped for averages and back
import tensorflow as tf


class Ema(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.stack = []

    def on_test_begin(self, logs=None):
        self.stack.append(self.model.get_weights())

    def on_test_end(self, logs=None):
        self.model.set_weights(self.stack.pop())

# --- silent: norms from a lambda callback
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
watch = keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: print(model.get_weights()[0].sum()))
model.fit(tf.zeros([100, 4]), tf.zeros([100, 1]), callbacks=[watch])

# --- silent: the last weights of one layer
from tensorflow.keras.callbacks import Callback


class Kernel(Callback):
    def __init__(self, name):
        super().__init__()
        self.name = name
        self.kernel = None

    def on_train_batch_end(self, batch, logs=None):
        self.kernel = self.model.get_layer(self.name).get_weights()[0]

# --- leak: results that a hook asked for
import collections

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
Sample = collections.namedtuple("Sample", "step code")


class Watch(tf.train.SessionRunHook):
    def __init__(self, code):
        self.code = code
        self.step = 0
        self.samples = []

    def before_run(self, run_context):
        return tf.train.SessionRunArgs({"code": self.code})

    def after_run(self, run_context, run_values):
        self.step += 1
        self.samples.append(Sample(self.step, run_values.results["code"]))  # leak

    def end(self, session):
        print(self.samples[-1].code.mean())


x = tf.placeholder(tf.float32, (None, 300))
code = tf.layers.dense(x, 128)
with tf.train.SingularMonitoredSession(hooks=[Watch(code)]) as session:
    for _ in range(100000):
        session.run(code, {x: [[0.0] * 300]})

# --- silent: a number that a hook asked for
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Watch(tf.train.SessionRunHook):
    def __init__(self, loss):
        self.loss = loss
        self.losses = []

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.loss)

    def after_run(self, run_context, run_values):
        self.losses.append(run_values.results)

    def end(self, session):
        print(sum(self.losses))


x = tf.placeholder(tf.float32, (None, 300))
loss = tf.reduce_mean(tf.layers.dense(x, 128))
with tf.train.SingularMonitoredSession(hooks=[Watch(loss)]) as session:
    for _ in range(100000):
        session.run(loss, {x: [[0.0] * 300]})

# --- silent: the last result that a hook asked for
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Watch(tf.train.SessionRunHook):
    def __init__(self, code):
        self.code = code
        self.last = None

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.code)

    def after_run(self, run_context, run_values):
        self.last = run_values.results

    def end(self, session):
        print(self.last.mean())


x = tf.placeholder(tf.float32, (None, 300))
code = tf.layers.dense(x, 128)
with tf.train.SingularMonitoredSession(hooks=[Watch(code)]) as session:
    for _ in range(100000):
        session.run(code, {x: [[0.0] * 300]})

# --- leak: a method that a lambda callback is given, with what it adds to
import functools

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile("sgd", "mse")
probe = tf.zeros([32, 4])


class Recorder:
    def __init__(self):
        self.trail = []

    def batch(self, number, logs):
        self.trail.append(model(probe).numpy())  # leak


def note(trail, number, logs):
    trail.append(model(probe).numpy())  # leak


callbacks = [
    tf.keras.callbacks.LambdaCallback(on_train_batch_end=Recorder().batch),
    tf.keras.callbacks.LambdaCallback(on_train_batch_end=functools.partial(note, [])),
]
model.fit(tf.zeros([6400, 4]), tf.zeros([6400, 3]), callbacks=callbacks)

# --- silent: a method that a lambda callback is given, with what it replaces
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile("sgd", "mse")
probe = tf.zeros([32, 4])


class Recorder:
    def __init__(self):
        self.last = None

    def batch(self, number, logs):
        self.last = model(probe).numpy()


callback = tf.keras.callbacks.LambdaCallback(on_train_batch_end=Recorder().batch)
model.fit(tf.zeros([6400, 4]), tf.zeros([6400, 3]), callbacks=[callback])

# --- silent: elements of a flat array
import numpy as np
from tensorflow import keras


class Scores(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.losses = []

    def on_batch_end(self, batch, logs=None):
        scores = np.array(self.model.evaluate(self.rows, self.labels)).flatten()
        for index in range(2):
            self.losses.append(scores[index])

# --- leak: rows of an array
import numpy as np
from tensorflow import keras


class Scores(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.outputs = []

    def on_batch_end(self, batch, logs=None):
        outputs = self.model.predict(self.rows)
        for index in range(2):
            self.outputs.append(outputs[index])  # leak
