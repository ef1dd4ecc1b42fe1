"""What a growing container holds: sizes and kinds of a few of its elements."""

import collections
import itertools
import sys

SAMPLE = 24
MAX_PARTS = 64

# The first matching kind by any class name in the element's ancestry.
CLASS_KINDS = (
    ("EagerTensor", "tensor"),
    ("SymbolicTensor", "symbolic"),
    ("KerasTensor", "symbolic"),
    ("Tensor", "symbolic"),
    ("Operation", "symbolic"),
    ("Variable", "variable"),
    ("GradientTape", "tape"),
    ("Model", "model"),
    ("BaseSession", "session"),
    ("PolymorphicFunction", "function"),
    ("ConcreteFunction", "function"),
    ("Graph", "graph"),
    ("DatasetV2", "dataset"),
    ("OwnedIterator", "iterator"),
    ("IteratorBase", "iterator"),
    ("Thread", "thread"),
    ("ndarray", "array"),
    ("DataFrame", "array"),
    ("Layer", "layer"),
    ("Optimizer", "optimizer"),
    ("BaseOptimizer", "optimizer"),
)
RANK = (
    "session",
    "model",
    "tape",
    "function",
    "graph",
    "iterator",
    "dataset",
    "optimizer",
    "layer",
    "variable",
    "thread",
    "tensor",
    "symbolic",
    "array",
)
FRAMEWORKS = ("tensorflow", "keras", "tf_keras", "numpy", "pandas", "threading")


def module_of(kind):
    """The module of a type as text; some extension types have a descriptor there."""
    module = getattr(kind, "__module__", "")
    return module if isinstance(module, str) else ""


def kind_of(obj):
    """The kind of one object, by the names of its framework ancestors; 'object' for anything else."""
    for base in type(obj).__mro__:
        module = module_of(base)
        if module.split(".")[0] in FRAMEWORKS:
            if base.__name__ == "Function" and "eager" in module:
                return "function"
            for name, kind in CLASS_KINDS:
                if base.__name__ == name:
                    return kind
    return "object"


def own_bytes(obj, kind):
    """Bytes that keeping `obj` itself costs."""
    try:
        if kind == "tensor" and not obj._id:
            return 200  # still being made in another thread
        if kind == "tensor":
            return obj._num_elements() * obj.dtype.size + 200
        if kind == "array":
            base = getattr(obj, "base", None)
            return (
                int(getattr(obj, "nbytes", 0)) + 112
                if base is None or type(base).__name__ != "ndarray"
                else int(base.nbytes) + 112
            )
        if kind == "variable":
            return (obj.shape.num_elements() or 0) * obj.dtype.size + 1000
    except Exception:
        pass
    return sys.getsizeof(obj, 64)


def newest(container, count):
    """The elements added last where order tells, some elements otherwise."""
    try:
        size = len(container)
        if isinstance(container, dict):
            return list(itertools.islice(container.values(), max(0, size - count), None))
        if isinstance(container, (list, collections.deque)):
            return [container[i] for i in range(max(0, size - count), size)]
        return list(itertools.islice(iter(container), count))
    except Exception:  # changed meanwhile, or not iterable
        return []


def parts(obj):
    """The objects one step below an element: items, values, attributes."""
    if isinstance(obj, dict):
        return list(itertools.islice(obj.values(), MAX_PARTS))
    if isinstance(obj, (list, tuple, set, frozenset, collections.deque)):
        return list(itertools.islice(obj, MAX_PARTS))
    if module_of(type(obj)) != "builtins":
        inner = getattr(obj, "__dict__", None)
        if isinstance(inner, dict):
            return list(itertools.islice(inner.values(), MAX_PARTS))
        slots = getattr(type(obj), "__slots__", ())
        if isinstance(slots, (tuple, list)):
            return [getattr(obj, name, None) for name in slots[:MAX_PARTS]]
    return []


def weigh(obj, seen, totals, depth=0):
    """Adds the bytes below `obj` to `totals` by kind; everything counts once."""
    if obj is None or id(obj) in seen or isinstance(obj, (bool, type)) or (callable(obj) and depth > 1):
        return
    seen[id(obj)] = True
    kind = kind_of(obj)
    totals[kind] = totals.get(kind, 0) + own_bytes(obj, kind)
    if depth < 4 and kind in ("object", "layer") and len(seen) < 600:
        for part in parts(obj):
            weigh(part, seen, totals, depth + 1)


def dominant(totals):
    """The kind that names the contents: the rarest framework thing, else what weighs most."""
    for kind in RANK[:11]:
        if kind in totals:
            return kind
    weighty = {kind: nbytes for kind, nbytes in totals.items() if kind != "object"}
    if weighty and max(weighty.values()) * 2 >= totals.get("object", 0):
        return max(weighty, key=weighty.get)
    return "object" if "object" in totals or not weighty else max(weighty, key=weighty.get)


def describe_contents(container):
    """Kind, bytes and type of the newest elements."""
    elements = newest(container, SAMPLE)
    seen, totals = {}, {}
    for element in elements:
        weigh(element, seen, totals)
    distinct = len(set(map(id, elements)))
    first = elements[-1] if elements else None
    return {
        "contents": dominant(totals) if totals else "object",
        "element_type": "%s.%s" % (module_of(type(first)), type(first).__qualname__),
        "element_bytes": int(sum(totals.values()) / max(1, len(elements))) + 8,
        "distinct": distinct,
        "sampled": len(elements),
        "bound": getattr(container, "maxlen", None),
    }
