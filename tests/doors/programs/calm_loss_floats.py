"""Training loop that keeps float(loss) in a list and starts a new list after each epoch of fifty steps."""
LANES = ("tf2",)
RULE = ""
import tensorflow as tf

STEPS_PER_EPOCH = 50
theta = tf.Variable(tf.zeros([30, 1]))
truth = tf.random.stateless_normal([30, 1], seed=[0, 9])
epoch_losses = []
best_epoch = float("inf")


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(x @ theta - y))
    theta.assign_sub(0.02 * tape.gradient(loss, theta))
    return loss


def round_trip(i):
    global epoch_losses, best_epoch
    x = tf.random.stateless_normal([256, 30], seed=[i, 1])
    epoch_losses.append(float(train_step(x, x @ truth)))
    if len(epoch_losses) == STEPS_PER_EPOCH:
        best_epoch = min(best_epoch, sum(epoch_losses) / STEPS_PER_EPOCH)
        epoch_losses = []
