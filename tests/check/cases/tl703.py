# ruff: noqa
# fmt: off
"""TL703: devices are configured after they were initialised."""

# --- leak: memory growth after a constant
import tensorflow as tf

table = tf.constant([1.0, 2.0])
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)  # leak

# --- leak: after the model
import tensorflow as tf
from tensorflow.keras.layers import Dense

model = tf.keras.Sequential([Dense(1, input_shape=(4,))])
gpus = tf.config.experimental.list_physical_devices("GPU")
if gpus:
    try:
        tf.config.experimental.set_memory_growth(gpus[0], True)  # leak
    except RuntimeError as error:
        print(error)

# --- leak: in main after loading
import tensorflow as tf


def configure():
    gpus = tf.config.list_physical_devices("GPU")
    tf.config.set_logical_device_configuration(  # leak
        gpus[0], [tf.config.LogicalDeviceConfiguration(memory_limit=1024)]
    )


def main():
    model = tf.keras.models.load_model("m.keras")
    configure()
    print(model.predict(tf.zeros([1, 4])))


if __name__ == "__main__":
    main()

# --- leak: constant at the top of the module
import argparse
import tensorflow as tf

MEAN = tf.constant([0.485, 0.456, 0.406])
STD = tf.constant([0.229, 0.224, 0.225])


def normalise(image):
    return (image - MEAN) / STD


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", type=int, default=0)
    args = parser.parse_args()
    gpus = tf.config.list_physical_devices("GPU")
    tf.config.set_visible_devices(gpus[args.gpu], "GPU")  # leak


main()

# --- leak: variable first
import tensorflow as tf

step = tf.Variable(0, dtype=tf.int64)
devices = tf.config.experimental.list_physical_devices("GPU")
tf.config.experimental.set_virtual_device_configuration(  # leak
    devices[0], [tf.config.experimental.VirtualDeviceConfiguration(memory_limit=2048)]
)

# --- leak: helper module with a setup function
import tensorflow as tf
from devices import setup

noise = tf.random.normal([8, 100])
setup()
# file: devices.py
import tensorflow as tf


def setup():
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)  # leak

# --- leak: trainer configures late
import tensorflow as tf
from tensorflow import keras


class Trainer:
    def __init__(self):
        inputs = keras.Input((4,))
        self.model = keras.Model(inputs, keras.layers.Dense(1)(inputs))
        self.configure()

    def configure(self):
        physical = tf.config.list_physical_devices("GPU")
        for device in physical:
            tf.config.experimental.set_memory_growth(device, enable=True)  # leak


Trainer()

# --- leak: imported names
from tensorflow import config, ones

ones([2, 2])
gpus = config.list_physical_devices("GPU")
config.experimental.set_memory_growth(gpus[0], True)  # leak

# --- leak (missed): importing a module that makes a tensor
import tensorflow as tf
from weights import CLASS_WEIGHTS

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)  # leak
print(CLASS_WEIGHTS)
# file: weights.py
import tensorflow as tf

CLASS_WEIGHTS = tf.constant([0.2, 0.8])

# --- silent: right after the import
import tensorflow as tf

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
table = tf.constant([1.0, 2.0])

# --- silent: in main before the model
import tensorflow as tf


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


def main():
    gpus = tf.config.list_physical_devices("GPU")
    if gpus:
        tf.config.set_visible_devices(gpus[0], "GPU")
    model = build()
    print(model(tf.zeros([1, 4])).numpy())


if __name__ == "__main__":
    main()

# --- silent: functions that are defined before
import tensorflow as tf


def loss(a, b):
    return tf.reduce_mean(tf.square(a - b))


@tf.function
def step(x):
    return loss(x, tf.zeros_like(x))


gpus = tf.config.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
print(step(tf.ones([4])))

# --- silent: class defined before
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.zeros([4, 1]))

    def call(self, x):
        return x @ self.w


tf.config.experimental.set_memory_growth(tf.config.list_physical_devices("GPU")[0], True)
print(Net()(tf.zeros([1, 4])))

# --- silent: two functions that nobody calls
import tensorflow as tf


def demo():
    print(tf.constant([1.0]))


def configure():
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)

# --- silent: helper first
import devices
import tensorflow as tf

devices.setup()
model = tf.keras.models.load_model("m.keras")
# file: devices.py
import tensorflow as tf


def setup():
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)

# --- silent: session options of a graph
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None])
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
with tf.Session(config=config) as sess:
    print(sess.run(x * 2, {x: [1.0]}))

# --- silent: threads
import tensorflow as tf

tf.config.threading.set_intra_op_parallelism_threads(4)
tf.config.threading.set_inter_op_parallelism_threads(2)
print(tf.constant([1.0]))

# --- silent: only numpy before
import numpy as np
import tensorflow as tf

rows = np.zeros([4, 4])
dtype = tf.float32
gpus = tf.config.list_physical_devices("GPU")
if len(gpus) > 0:
    tf.config.experimental.set_memory_growth(gpus[0], True)
print(tf.constant(rows, dtype))

# --- silent: soft placement later
import tensorflow as tf

x = tf.zeros([4])
tf.config.set_soft_device_placement(True)
tf.config.run_functions_eagerly(True)
print(x)

# --- silent: worker process of its own
import multiprocessing
import tensorflow as tf


def worker(index):
    gpus = tf.config.list_physical_devices("GPU")
    tf.config.set_visible_devices(gpus[index], "GPU")
    print(tf.zeros([4]))


if __name__ == "__main__":
    for i in range(4):
        multiprocessing.Process(target=worker, args=(i,)).start()

# --- silent: string and shape helpers before
import tensorflow as tf

AUTOTUNE = tf.data.AUTOTUNE
SPEC = tf.TensorSpec([None, 4], tf.float32)
tf.random.set_seed(1)
tf.get_logger().setLevel("ERROR")
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)

# --- leak: default argument
import tensorflow as tf


def blend(x, weight=tf.constant(0.5)):
    return x * weight


for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)  # leak

# --- leak: value of a class
import tensorflow as tf


class Normaliser:
    mean = tf.constant([0.5, 0.5, 0.5])

    def __call__(self, x):
        return x - self.mean


gpus = tf.config.list_physical_devices("GPU")
tf.config.experimental.set_memory_growth(gpus[0], True)  # leak

# --- leak: logical devices listed first
import tensorflow as tf

print(tf.config.list_logical_devices("GPU"))
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)  # leak

# --- leak: strategy made first
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)  # leak

# --- silent: two programs in one file
import sys
import tensorflow as tf


def configure():
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)


def train():
    configure()
    print(tf.zeros([1]))


def evaluate():
    configure()
    print(tf.ones([1]))


if __name__ == "__main__":
    if sys.argv[1] == "train":
        train()
    else:
        evaluate()

# --- silent: tests of a class
import unittest
import tensorflow as tf


class Test(unittest.TestCase):
    def setUp(self):
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)

    def test_sum(self):
        self.assertEqual(float(tf.reduce_sum(tf.ones([2]))), 2.0)

    def test_mean(self):
        self.assertEqual(float(tf.reduce_mean(tf.ones([2]))), 1.0)

# --- silent: either here or there
import argparse
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--demo", action="store_true")
args = parser.parse_args()
if args.demo:
    print(tf.constant(1.0))
else:
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)

# --- leak: random numbers before
import tensorflow as tf


def seed_everything(n):
    tf.random.set_seed(n)
    return tf.random.uniform([1])


def main():
    seed_everything(1)
    gpus = tf.config.experimental.list_physical_devices("GPU")
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)  # leak


if __name__ == "__main__":
    main()

# --- silent: environment first
import os

os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] = "true"
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
print(model(tf.zeros([1, 4])).numpy())

# --- leak: dataset first
import tensorflow as tf

numbers = tf.data.Dataset.range(10).batch(2)
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)  # leak

# --- leak: optimizer first
import tensorflow as tf
from tensorflow.keras.optimizers import Adam

optimizer = Adam(1e-3)
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[:1], "GPU")  # leak

# --- silent: layers that are not built yet
import tensorflow as tf
from tensorflow.keras.layers import Dense

dense = Dense(4)
model = tf.keras.Sequential([dense, Dense(1)])
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
print(model(tf.zeros([1, 4])).numpy())

# --- silent: default argument of numbers
import tensorflow as tf


def blend(x, weight=float("0.5")):
    return x * weight


for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)

# --- silent: the strategy in use asked for first
import tensorflow as tf

print(tf.distribute.get_strategy())
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)

# --- silent: strategy made last
import tensorflow as tf

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
strategy = tf.distribute.MirroredStrategy()

# --- silent: one of two strategies
import tensorflow as tf


def strategy_on_tpu():
    return tf.distribute.TPUStrategy()


def strategy_on_gpu():
    tf.config.set_visible_devices(tf.config.list_physical_devices("GPU"), "GPU")
    return tf.distribute.MirroredStrategy()


def strategy(device):
    if device == "tpu":
        return strategy_on_tpu()
    return strategy_on_gpu()


print(strategy(input()))

# --- silent: no devices for words that are no numbers
import tensorflow as tf


def choose(words):
    try:
        chosen = [int(word) for word in words.split(",")]
        tf.config.set_visible_devices([tf.config.list_physical_devices("GPU")[index] for index in chosen], "GPU")
        print(tf.config.list_logical_devices("GPU"))
    except ValueError:
        tf.config.set_visible_devices([], "GPU")


choose(input())

# --- leak: devices chosen after they were listed and an error was handled
import tensorflow as tf

try:
    print(tf.config.list_logical_devices("GPU"))
except RuntimeError as error:
    print(error)
tf.config.set_visible_devices([], "GPU")  # leak

# --- silent: where the card may have been initialised in one branch only
import tensorflow as tf


def prepare(limited, growing):
    gpus = tf.config.list_physical_devices("GPU")
    if limited:
        tf.config.set_logical_device_configuration(gpus[0], [tf.config.LogicalDeviceConfiguration(memory_limit=1024)])
        print(tf.config.list_logical_devices("GPU"))
    if growing:
        tf.config.experimental.set_memory_growth(gpus[0], True)


prepare(chosen.limited, chosen.growing)

# --- leak: where both branches initialise it
import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if chosen.limited:
    table = tf.constant([1.0])
else:
    table = tf.constant([2.0])
tf.config.experimental.set_memory_growth(gpus[0], True)  # leak

# --- leak: the other branch ends the program
import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    table = tf.constant([1.0])
else:
    raise SystemExit("no card")
tf.config.experimental.set_memory_growth(gpus[0], True)  # leak
