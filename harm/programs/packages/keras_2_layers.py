r"""tf_keras layers and models with control flow inside tf.function: warnings and graph definitions.

lanes = ["harm215", "harm2"]
needs = ["tf_keras"]
timeout = 300
"""
import tensorflow as tf
import tf_keras
from graphs import bits, show_graph

tf_keras.utils.set_random_seed(3)


class Gate(tf_keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = tf_keras.layers.Dense(units)

    def call(self, x, training=False):
        if tf.reduce_mean(x) > 0.0:
            x = self.dense(x)
        else:
            x = -self.dense(x)
        return x if training else tf.nn.relu(x)


class Net(tf_keras.Model):
    def __init__(self):
        super().__init__()
        self.gates = [Gate(4), Gate(3)]

    def call(self, x, training=False):
        for gate in self.gates:
            x = gate(x, training=training)
        return x


net = Net()


@tf.function
def forward(x):
    y = net(x, training=True)
    return y + net.gates[0](x)[:, :3]


x = tf.constant([[1.0, 2.0], [3.0, -4.0]])
print(bits([forward(x)]))
show_graph("forward", forward.get_concrete_function(x).graph.as_graph_def())
net.compile(optimizer="sgd", loss="mse")
print(net.fit(tf.ones([8, 2]), tf.ones([8, 3]), epochs=3, verbose=0, shuffle=False).history, bits(net.get_weights()))
for _ in range(400):
    forward(x)
print(bits([net.predict(x, verbose=0)]))
