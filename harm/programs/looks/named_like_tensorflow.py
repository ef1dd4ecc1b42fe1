"""Classes named as TensorFlow's: Tensor, EagerTensor, Graph, Session, Model, Variable; touching them ends the program."""
import tensorflow

from habit import rounds


def refuse(self, name):
    raise SystemExit("%s.%s was read" % (type(self).__name__, name))


names = "Tensor EagerTensor Graph FuncGraph Session Model Functional Layer Variable ResourceVariable Function Dataset Operation".split()
kinds = []
for name in names:
    module = "tensorflow.python.framework.ops" if len(kinds) % 2 else "keras.src.models.model"
    kinds.append(type(name, (), {"__getattr__": refuse, "__module__": module, "__len__": lambda self: 1 / 0}))
    kinds.append(type(name, (list,), {"__getattr__": refuse, "__module__": "__main__", "__len__": lambda self: 1 / 0}))
kept = []
for number in rounds():
    for kind in kinds:
        kept.append(kind())
print("done", len(kept))
