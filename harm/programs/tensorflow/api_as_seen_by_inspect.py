"""Signature, source, names, code and dictionaries of every method of the classes that tools like to patch.

lanes = ["tf2", "tf215", "tf1"]
"""
import functools
import inspect

import tensorflow as tf
from graphs import digest

session = tf.compat.v1.Session
classes = [session, tf.Graph, tf.Variable, tf.GradientTape, tf.data.Dataset, tf.Module, tf.keras.Model, tf.keras.Sequential]
classes += [tf.keras.layers.Layer, tf.keras.layers.Dense, tf.keras.optimizers.SGD, tf.Operation, tf.Tensor, type(tf.function(abs))]
classes += [tf.keras.callbacks.Callback, tf.compat.v1.train.Saver, type(tf.constant(1))]


def seen(name, thing):
    plain = thing.fget if isinstance(thing, property) else getattr(thing, "__func__", thing)
    code = getattr(plain, "__code__", None)
    facts = [type(thing).__name__, getattr(plain, "__qualname__", ""), getattr(plain, "__module__", ""), digest(getattr(plain, "__doc__", "") or "")]
    try:
        facts.append(str(inspect.signature(plain)))
    except (TypeError, ValueError) as error:
        facts.append(type(error).__name__)
    try:
        lines, number = inspect.getsourcelines(plain)
        facts += [number, digest("".join(lines))]
    except (TypeError, OSError) as error:
        facts.append(type(error).__name__)
    if code is not None:
        facts += [code.co_filename.rsplit("/", 2)[-1], code.co_firstlineno, code.co_name, code.co_varnames[:6], code.co_argcount, code.co_flags]
        facts += [sorted(vars(plain)), plain.__defaults__ and len(plain.__defaults__), plain.__closure__ and len(plain.__closure__)]
    print(name, facts)


for one in classes:
    for base in one.__mro__[:-1]:
        for name, thing in sorted(vars(base).items(), key=lambda item: item[0]):
            if callable(thing) or isinstance(thing, (property, classmethod, staticmethod)):
                seen(base.__module__ + "." + base.__name__ + "." + name, thing)
for name in "function constant convert_to_tensor matmul py_function numpy_function import_graph_def gradients custom_gradient while_loop map_fn".split():
    if hasattr(tf, name):
        seen(name, getattr(tf, name))
for name in "models.load_model models.clone_model utils.plot_model backend.clear_session".split():
    thing = functools.reduce(getattr, name.split("."), tf.keras)
    seen(name, thing)
seen("saved_model.load", tf.saved_model.load)
