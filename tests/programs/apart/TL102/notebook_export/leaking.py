# coding: utf-8
# Exported from a notebook: polynomial fits for many sensors.

# In[1]:
import gc
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


# In[2]:
def load_sensor(k):
    rng = np.random.RandomState(k)
    x = np.sort(rng.uniform(-1, 1, size=(64, 1)))
    y = np.sin(2.5 * x) + 0.1 * rng.normal(size=x.shape)
    return x, y


# In[3]:
def design(x, degree):
    return tf.concat([tf.pow(x, float(d)) for d in range(degree + 1)], axis=1)


def cell_fit(x, y, degree=3, steps=5):
    tf.reset_default_graph()  # LEAK
    sess = tf.InteractiveSession()  # LEAK
    tx, ty = tf.constant(x, tf.float32), tf.constant(y, tf.float32)
    w = tf.Variable(tf.zeros((degree + 1, 1)))
    loss = tf.reduce_mean(tf.square(tf.matmul(design(tx, degree), w) - ty))
    train = tf.assign_sub(w, 0.3 * tf.gradients(loss, w)[0])
    w.initializer.run()
    for _ in range(steps):
        train.eval()
    return loss.eval(), w.eval().ravel()


# In[4]:
losses = []
coef = np.zeros(4)
for k in range(1, 401):
    x, y = load_sensor(k)
    final, c = cell_fit(x, y)
    coef += c
    losses.append(float(final))
    if k % 80 == 0:
        print("sensor %d: mean loss %.4f, mean slope %.3f" % (k, np.mean(losses[-80:]), coef[1] / k))
    if k % 20 == 0:
        gc.collect()
    time.sleep(0.009)


# In[5]:
print("worst sensor:", int(np.argmax(losses)) + 1, "best:", int(np.argmin(losses)) + 1)
