"""Models, functions, variables, tensors, graphs and sessions die when the program drops and collects them.

lanes = ["tf2", "tf215", "tf1"]
"""
import gc
import weakref

import numpy
import tensorflow as tf

gone = []


def watch(kind, thing):
    weakref.finalize(thing, gone.append, kind)


for number in range(6):
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(2,))])
    model.compile("sgd", "mse")
    model.fit(numpy.ones([8, 2]), numpy.ones([8, 2]), verbose=0)
    watch("model", model)
    graph = tf.Graph()
    with graph.as_default():
        session = tf.compat.v1.Session()
        session.run(tf.constant(1.0) + 1)
        session.close()
    watch("graph", graph)
    watch("session", session)
    if tf.executing_eagerly():
        tensor, variable = tf.ones([100]), tf.Variable(tf.ones([100]))
        watch("tensor", tensor)
        watch("variable", variable)
        function = tf.function(lambda x, v=variable: x + v)
        function(tensor)
        watch("function", function)
        iterator = iter(tf.data.Dataset.range(10))
        next(iterator)
        watch("iterator", iterator)
        del tensor
        print(number, "tensor" in gone[-1:], gone.count("tensor"))
        del variable, function, iterator
    del model, graph, session
    tf.keras.backend.clear_session()
    gc.collect()
    print(number, sorted((kind, gone.count(kind)) for kind in set(gone)))
