"""Names in the dictionaries of models, layers, sessions, graphs, functions, tensors and variables: nothing is added.

lanes = ["tf2", "tf215", "tf1"]
"""
import numpy
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(2,))])
model.compile("sgd", "mse")
model.fit(numpy.ones([8, 2]), numpy.ones([8, 2]), verbose=0)
model.predict(numpy.ones([8, 2]), verbose=0)
things = {"model": model, "layer": model.layers[0], "optimizer": model.optimizer}
things["graph"] = graph = tf.Graph()
with graph.as_default():
    things["operation"] = tf.constant(1.0).op
    things["constant"] = tf.constant(1.0) * 2
    things["variable 1"] = tf.compat.v1.get_variable("v", [2])
    with tf.compat.v1.Session() as session:
        session.run(tf.compat.v1.global_variables_initializer())
        things["session"] = session
    things["saver"] = tf.compat.v1.train.Saver()
function = tf.function(lambda x: x * 2)
if tf.executing_eagerly():
    function(tf.constant(1.0))
    things["concrete"] = function.get_concrete_function(tf.constant(1.0))
    things["function graph"] = things["concrete"].graph
    things["eager"] = tf.constant(1.0)
    things["variable"] = tf.Variable(1.0)
    things["dataset"] = tf.data.Dataset.range(3)
    things["iterator"] = iter(things["dataset"])
    with tf.GradientTape() as tape:
        y = things["variable"] * 2
    tape.gradient(y, things["variable"])
    things["tape"] = tape
things["function"] = function
for name, thing in sorted(things.items()):
    print(name, type(thing), sorted(getattr(thing, "__dict__", {})), len(dir(thing)), sorted(n for n in dir(thing) if "leak" in n.lower()))
    print("   class", [(base.__name__, len(vars(base))) for base in type(thing).__mro__])
