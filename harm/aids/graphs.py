"""What the TensorFlow programs print of graphs, results and source, in a form that can be compared."""

import hashlib
import re
from collections import Counter

NUMBER = re.compile(r"_\d+(?=\b|_)")


def show_graph(name, definition):
    """Prints operations, functions and a hash of the lines of the definition.

    Numbers that TensorFlow counts up in the process are left out, and so is the order of lines, which TensorFlow 1.15 takes from
    sets of objects: it differs between two bare runs.
    """
    print(name, _operations(definition.node))
    functions = sorted(((NUMBER.sub("", str(one)), one) for one in definition.library.function), key=lambda pair: pair[0])
    for _, one in functions:
        print("  ", NUMBER.sub("", one.signature.name), _operations(one.node_def))
    text = NUMBER.sub("", "".join(map(str, definition.node))) + "".join(text for text, _ in functions)
    print("  ", len(text), digest("\n".join(sorted(text.splitlines()))))


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
