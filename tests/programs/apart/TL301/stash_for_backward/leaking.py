"""A memory-saving block: activations are stashed on the forward pass and popped on the backward pass."""
import tensorflow as tf

EPOCHS = 8
TRAIN_STEPS = 14
VALID_STEPS = 32


class Block(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.w = tf.Variable(tf.random.normal((width, width), stddev=0.06))
        self.stash = []

    def __call__(self, x):
        @tf.custom_gradient
        def apply(x):
            y = tf.nn.relu(x @ self.w)  # LEAK
            self.stash.append((x, y))  # LEAK

            def backward(upstream, variables=None):
                before, after = self.stash.pop()
                inner = upstream * tf.cast(after > 0, upstream.dtype)
                return inner @ tf.transpose(self.w), [tf.transpose(before) @ inner]

            return y, backward

        return apply(x)


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.blocks = [Block(300) for _ in range(3)]
        self.out = tf.Variable(tf.random.normal((300, 1), stddev=0.05))

    def loss(self, x, y):
        for block in self.blocks:
            x = block(x)
        return tf.reduce_mean(tf.square(x @ self.out - y))


def batch(seed, rows):
    x = tf.random.stateless_normal((rows, 300), seed=(seed, 2))
    return x, tf.reduce_sum(x[:, :5], axis=1, keepdims=True)


def train(net, optimizer, epoch):
    for step in range(TRAIN_STEPS):
        x, y = batch(epoch * 100 + step, 64)
        with tf.GradientTape() as tape:
            loss = net.loss(x, y)
        gradients = tape.gradient(loss, net.trainable_variables)
        optimizer.apply_gradients(zip(gradients, net.trainable_variables))
    return float(loss)


def validate(net, epoch):
    total = 0.0
    for step in range(VALID_STEPS):
        x, y = batch(50_000 + epoch * 100 + step, 64)
        total += float(net.loss(x, y))
        tf.linalg.eigvalsh(tf.random.normal((160, 160)))
    return total / VALID_STEPS


def main():
    net = Net()
    optimizer = tf.keras.optimizers.SGD(1e-3)
    for epoch in range(EPOCHS):
        print("epoch", epoch, train(net, optimizer, epoch), validate(net, epoch))


main()
