"""Runs inside an environment of `make api`: what its packages' public names are, by asking and by trying them. Python 3.7.

A class is told by its ancestors. A function is called twice, in a process of its own and an empty graph, with arguments that suit
many; what it leaves in the graph and what it returns tell what it does. One that no such call suits is told by its signature, since
operations take the name that they get, or by what its documentation says that it returns. Prints one line of JSON: versions, and of
every name what it is and how that is known.

usage: python names.py PACKAGE...
"""

import contextlib
import importlib
import inspect
import itertools
import json
import os
import re
import resource
import signal
import sys
import tempfile
import types
import warnings

DEPTH = 4  # modules within modules
PATIENCE = 2  # seconds that a function may take: some wait for ever in a forked process
FRAMEWORKS = ("tensorflow", "keras", "tf_keras", "sonnet", "tf_agents", "tf_slim", "gpflow", "transformers")
# What an ancestor makes of a class: the first one of the ancestry counts.
ANCESTORS = {
    "session": ("BaseSession", "_MonitoredSession"),
    "graph": ("Graph",),
    "model": ("Model",),
    "layer": ("Layer", "AbstractModule"),
    "optimizer": ("Optimizer", "OptimizerV2", "BaseOptimizer", "_BaseOptimizer", "_OptimizerV2"),
    "metric": ("Metric",),
    "giver": ("Loss", "Initializer", "Regularizer", "Constraint", "LearningRateSchedule"),
    "dataset": ("DatasetV1", "DatasetV2"),
    "variable": ("Variable", "VariableV1", "RefVariable", "KerasVariable"),
    "tape": ("GradientTape",),
    "saver": ("Saver",),
    "writer": ("FileWriter", "SummaryToEventTransformer"),
    "hook": ("SessionRunHook",),
    "callback": ("Callback",),
    "distribution": ("Distribution", "Bijector"),
    "feeder": ("PyDataset", "Sequence"),
    "iterator": ("IteratorBase", "Iterator", "IteratorV2"),
    "tensor array": ("TensorArray",),
}
BY_ANCESTOR = {name: kind for kind, names in ANCESTORS.items() for name in names}
# Ancestors that mean something in the modules of one family only.
ELSEWHERE = {
    "Distribution": ("distributions",),
    "Bijector": ("bijectors",),
    "Iterator": ("iterator_ops",),
    "Metric": ("metric",),
    "Module": ("sonnet",),
}
BY_ANCESTOR["Module"] = "layer"
OPERATION, BUILDING, PYTHON = (
    "operation",
    "building",
    "python",
)  # gives tensors; adds operations and gives none; neither
GIVING_TENSORS = re.compile(r"\n *Returns?:\s+[^:.]{0,60}?\b(Sparse|Ragged)?Tensors?\b", re.DOTALL)
NAMING = ("name", "scope")
TRIES = 200  # calls of one function
# Modules whose functions are for the machine, files or the process: they add no operation, and are not called.
EFFECTS = (
    "app compat.v1.app compat.v1.flags compat.v1.gfile compat.v1.logging compat.v1.resource_loader compat.v1.sysconfig compat.v1.test "
    "config distribute flags gfile io.gfile logging mlir profiler resource_loader summary.trace sysconfig system test tpu utils version"
).split()
SKIPPED = (
    "python",
    "compat",
    "raw_ops",
    "datasets",
    "src",
    "legacy_tf_layers",
    "tools",
    "_api",
    "core",
    "include",
    "testing",
    "test",
)


def is_frameworks(module):
    return module.split(".")[0].startswith(FRAMEWORKS)


def kind_of_class(cls):
    """What objects of a class are; '' where nobody needs to know."""
    for base in cls.__mro__:
        module = getattr(base, "__module__", None) or ""
        if is_frameworks(module):
            kind = BY_ANCESTOR.get(base.__name__)
            families = ELSEWHERE.get(base.__name__)
            if kind and (families is None or any(family in module for family in families)):
                return kind
    return ""


def words_of(module):
    try:
        return [word for word in dir(module) if not word.startswith("_")]
    except Exception:
        return []


def peek(module, word):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(module, word)
    except BaseException:  # a lazy module whose package is not there
        return None


INTERNAL = re.compile(
    r"tensorflow(_core)?\.python\.(?!.*\bapi\b)"
)  # what a module of TensorFlow's has imported for itself


def is_module(value):
    return isinstance(value, types.ModuleType) or type(value).__name__.endswith(("odule", "Wrapper", "Loader"))


def public(root, path, package):
    """(name, value) of everything callable in the modules below one, shortest names first."""
    own = ("tensorflow", "keras") if package == "tensorflow" else (package,)
    seen, level = set(), [(root, path)]
    for _ in range(DEPTH):
        following = []
        for module, path in level:
            if id(module) in seen:
                continue
            seen.add(id(module))
            for word in words_of(module):
                value = peek(module, word)
                if is_module(value):
                    inside = str(getattr(value, "__name__", ""))
                    if word not in SKIPPED and inside.startswith(own) and not INTERNAL.match(inside):
                        following.append((value, path + "." + word))
                elif callable(value) and str(getattr(value, "__module__", None) or package).startswith(own):
                    yield path + "." + word, value
        level = following


def takes_a_name(parameters):
    return any(word in parameters and parameters[word].default is None for word in NAMING)


def required(parameters):
    """How many arguments a call needs at least, or None where some have no place."""
    places = [one for one in parameters.values() if one.default is one.empty]
    if any(one.kind is one.KEYWORD_ONLY for one in places):
        return None
    return sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in places)


def suits(tf):
    """Arguments that suit many functions, made in the graph of the day; the most likely ones first."""
    v1 = tf.compat.v1
    floats, image = v1.placeholder("float32", [4, 4]), v1.placeholder("float32", [2, 8, 8, 3])
    whole, row, text = v1.placeholder("int32", [4]), v1.placeholder("float32", [4]), v1.placeholder("string", [])
    truth, variable = v1.placeholder("bool", [4]), v1.get_variable("given", [4, 4])
    saved = tf.Graph()
    with saved.as_default():
        v1.placeholder("float32", [4, 4])
    graph, dataset = saved.as_graph_def(), tf.data.Dataset.range(4)
    common = [floats, 2, 0.5, row, image, whole, [floats, floats], text, "word", truth, [2, 2], "float32"]
    return common + [variable, graph, [dataset, dataset], dataset]


def flat(value):
    """What a result is made of."""
    if isinstance(value, dict):
        value = list(value.values())
    return [part for one in value for part in flat(one)] if isinstance(value, (list, tuple)) else [value]


def result_kind(tf, value):
    """What one call gave, by its result alone."""
    parts = flat(value)
    kinds = {kind_of_class(type(part)) for part in parts}
    if len(kinds) == 1 and kinds != {""}:
        return kinds.pop()
    tensors = (tf.Tensor, tf.SparseTensor, getattr(tf, "RaggedTensor", tf.Tensor))
    if any(isinstance(part, tensors) for part in parts):
        return OPERATION
    return "giver" if gives_tensors(tf, value) else PYTHON


def gives_tensors(tf, value):
    """Whether a result can be called with a tensor, and gives another one."""
    if not callable(value) or isinstance(value, type):
        return False
    given = tf.compat.v1.placeholder("float32", [4, 4])
    with contextlib.suppress(Exception):
        answer = value(given)
        return isinstance(answer, tf.Tensor) and answer is not given
    return False


def tried(tf, function, count):
    """What a function does when it is called: the first arguments tell that it accepts, and does not just hand back."""
    said = ""
    with tf.Graph().as_default() as graph:
        given = suits(tf)
        places = sorted(itertools.product(range(len(given)), repeat=count), key=sum)[:TRIES]
        for chosen in places:
            arguments = [given[place] for place in chosen]
            before = len(graph.get_operations()), len(graph.get_collection("variables"))
            try:
                value = function(*arguments)
            except Exception:
                continue
            if len(graph.get_operations()) == before[0] and handed_back(value, given):
                said = PYTHON
                continue
            return told_twice(tf, graph, function, arguments, value, before)
    return said


def handed_back(value, given):
    """Whether a result is made of what was there before."""
    known = [part for one in given for part in flat(one)]
    return any(part is one for part in flat(value) for one in known)


def told_twice(tf, graph, function, arguments, value, before):
    """What a function does, by its first result and by a second call: what it gives twice was there already."""
    operations, variables = len(graph.get_operations()), len(graph.get_collection("variables"))
    with contextlib.suppress(Exception):
        if function(*arguments) is value is not None and len(graph.get_operations()) == operations:
            return PYTHON
    kind = result_kind(tf, value)
    if kind == "variable" and variables == before[1]:
        return OPERATION if operations > before[0] else PYTHON  # on variables that were there
    return BUILDING if kind == PYTHON and operations > before[0] else kind


def in_a_child(question):
    """The answer of a function that may do anything: hang, exit, change what is global."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            os.setsid()
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(PATIENCE)
            quiet = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(quiet, number)
            os.write(writing, question().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        said = answer.read().decode()
    os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what it may have started
    return said


def has_effects(name):
    inside = name.partition(".")[2] + "."
    return any(inside.startswith(module + ".") for module in EFFECTS)


def told(tf, name, value):
    """(what a name is, how that is known)."""
    if isinstance(value, type):
        return kind_of_class(value) or PYTHON, "ancestry"
    try:
        parameters = inspect.signature(value).parameters
    except (TypeError, ValueError):
        return "", "no signature"
    if "include_top" in parameters and "weights" in parameters:
        return "model", "signature"  # of an application: nothing is downloaded for this
    if has_effects(name):
        return PYTHON, "its module"
    count = required(parameters)
    said = in_a_child(lambda: tried(tf, value, count)) if count is not None and count <= 4 else ""
    if said:
        return said, "tried"
    if takes_a_name(parameters):
        return OPERATION, "signature"
    documented = GIVING_TENSORS.search(getattr(value, "__doc__", None) or "")
    return (OPERATION, "documentation") if documented else ("", "no call suits")


def main():
    warnings.simplefilter("ignore")
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    import tensorflow as tf

    tf.compat.v1.logging.set_verbosity("ERROR")
    roots = []
    for package in sys.argv[1:]:
        module = importlib.import_module(package)
        roots.append((module, package, package))
        if package == "tensorflow":
            roots.append((tf.compat.v1, "tensorflow.compat.v1", package))
            if tf.__version__.startswith("1"):
                roots += [
                    (peek(tf.contrib, word), "tensorflow.contrib." + word, package) for word in words_of(tf.contrib)
                ]
    os.chdir(tempfile.mkdtemp())
    known, found = {}, {}
    for root, path, package in roots:
        for name, value in public(root, path, package):
            if id(value) not in known:
                known[id(value)] = value, told(tf, name, value)  # kept, so that the address stays its own
            found[name] = known[id(value)][1]
    versions = {}
    for package in sys.argv[1:]:
        versions[package] = str(getattr(sys.modules[package], "__version__", "")) or "?"
    print("FOUND" + json.dumps({"versions": versions, "names": found}))


if __name__ == "__main__":
    main()
