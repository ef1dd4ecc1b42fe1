"""What the TensorFlow programs print of graphs, results and source, in a form that can be compared."""

import hashlib
import re
from collections import Counter

NUMBER = re.compile(r"_\d+(?=\b|_)")


def show_graph(name, definition, whole=True):
    """Prints operations, functions and, where `whole`, a hash of the definition less the numbers that TensorFlow counts up.

    TensorFlow 1.15 orders the arguments of converted functions by sets of objects, so that two bare runs differ: not whole there.
    """
    print(name, _operations(definition.node))
    functions = sorted(((NUMBER.sub("", str(one)), one) for one in definition.library.function), key=lambda pair: pair[0])
    for _, one in functions:
        print("  ", NUMBER.sub("", one.signature.name), _operations(one.node_def))
    text = NUMBER.sub("", "".join(map(str, definition.node))) + "".join(text for text, _ in functions)
    print("  ", len(text), digest(text) if whole else "")


def _operations(nodes):
    return sorted(Counter(node.op for node in nodes).items())


def digest(value):
    """A hash of text, bytes or anything with a repr."""
    if isinstance(value, str):
        value = value.encode("utf-8", "surrogatepass")
    return hashlib.sha256(value if isinstance(value, bytes) else repr(value).encode()).hexdigest()[:20]


def bits(tensors):
    """A hash of the values of arrays, bit for bit."""
    import numpy

    return digest(b"".join(numpy.ascontiguousarray(numpy.asarray(one)).tobytes() for one in tensors))
