"""The order in which Keras calls callbacks, metrics, losses and custom training steps.

lanes = ["tf2", "tf215"]
"""
import tensorflow as tf

order = []


class Every(tf.keras.callbacks.Callback):
    def __getattribute__(self, name):
        if name.startswith("on_"):
            return lambda *words, **named: order.append(name)
        return super().__getattribute__(name)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        order.append("call")
        return self.dense(x)

    def train_step(self, data):
        order.append("train_step")
        return super().train_step(data)

    def predict_step(self, data):
        order.append("predict_step")
        return super().predict_step(data)


class Metric(tf.keras.metrics.Mean):
    def update_state(self, *words, **named):
        order.append("metric")
        return super().update_state(*words[:1])


for eagerly in (False, True):
    net = Net()
    net.compile("sgd", "mse", metrics=[Metric()], run_eagerly=eagerly)
    net.fit(tf.ones([8, 2]), tf.ones([8, 1]), batch_size=4, verbose=0, callbacks=[Every()], validation_data=(tf.ones([4, 2]), tf.ones([4, 1])))
    net.evaluate(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0, callbacks=[Every()])
    net.predict(tf.ones([4, 2]), verbose=0, callbacks=[Every()])
    net.train_on_batch(tf.ones([4, 2]), tf.ones([4, 1]))
    net(tf.ones([4, 2]))
    print(eagerly, len(order), order)
    order.clear()
