"""The tf.data service: a dispatcher and two workers in this process feed a pipeline.

lanes = ["harm2"]
timeout = 300
"""
import tensorflow as tf

dispatcher = tf.data.experimental.service.DispatchServer()
address = dispatcher.target.split("://")[1]
workers = [
    tf.data.experimental.service.WorkerServer(tf.data.experimental.service.WorkerConfig(dispatcher_address=address)) for _ in range(2)
]
for number in range(8):
    data = tf.data.Dataset.range(40).map(lambda x: x * 2).apply(
        tf.data.experimental.service.distribute("distributed_epoch", dispatcher.target)
    )
    values = sorted(int(x) for x in data)
    assert values == [2 * i for i in range(40)], values
print("8 epochs of 40")
