"""What the TensorFlow programs print of graphs, results and source, in a form that can be compared."""

import hashlib
import re
from collections import Counter

NUMBER = re.compile(r"_\d+(?=\b|_)")


def show_graph(name, definition):
    """Prints operations, functions and a hash of the definition; numbers that count functions in the process are left out."""
    text = str(definition)
    print(name, sorted(Counter(node.op for node in definition.node).items()))
    for function in definition.library.function:
        print(
            "  ",
            NUMBER.sub("", function.signature.name),
            sorted(Counter(node.op for node in function.node_def).items()),
        )
    print("  ", len(text), digest(text))


def digest(value):
    """A hash of text, bytes or anything with a repr."""
    if isinstance(value, str):
        value = value.encode("utf-8", "surrogatepass")
    return hashlib.sha256(value if isinstance(value, bytes) else repr(value).encode()).hexdigest()[:20]


def bits(tensors):
    """A hash of the values of arrays, bit for bit."""
    import numpy

    return digest(b"".join(numpy.ascontiguousarray(numpy.asarray(one)).tobytes() for one in tensors))
