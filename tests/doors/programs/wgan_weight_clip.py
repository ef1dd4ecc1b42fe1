"""WGAN critic whose weight clipping is built anew after every critic step, so the default graph gains operations."""
LANES = ("tf1",)
RULE = "TL101"
import numpy as np
import tensorflow as tf

LATENT, WIDTH, CLIP = 16, 64, 0.01

real_ph = tf.placeholder(tf.float32, [None, WIDTH], name="real")
noise_ph = tf.placeholder(tf.float32, [None, LATENT], name="noise")

with tf.variable_scope("generator"):
    g_w = tf.get_variable("w", [LATENT, WIDTH], initializer=tf.glorot_uniform_initializer(seed=1))
    fake = tf.tanh(tf.matmul(noise_ph, g_w))

with tf.variable_scope("critic"):
    c_w = tf.get_variable("w", [WIDTH, 1], initializer=tf.glorot_uniform_initializer(seed=2))
    critic_loss = tf.reduce_mean(tf.matmul(fake, c_w)) - tf.reduce_mean(tf.matmul(real_ph, c_w))

critic_vars = tf.trainable_variables("critic")
train_critic = tf.train.RMSPropOptimizer(5e-5).minimize(critic_loss, var_list=critic_vars)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
rng = np.random.RandomState(7)


def clip_critic():
    for v in critic_vars:
        sess.run(tf.assign(v, tf.clip_by_value(v, -CLIP, CLIP)))  # LEAK


def round_trip(i):
    feed = {
        real_ph: rng.normal(size=(32, WIDTH)).astype(np.float32),
        noise_ph: rng.normal(size=(32, LATENT)).astype(np.float32),
    }
    loss, _ = sess.run([critic_loss, train_critic], feed)
    clip_critic()
    return loss
