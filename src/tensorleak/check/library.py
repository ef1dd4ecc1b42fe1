"""Calls of TensorFlow, Keras, NumPy and the standard library: what they return and what they set in motion."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from math import prod
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.project import Class, Function, last_name
from tensorleak.check.values import ANY, ARRAYS, MANY, NONE, NOTHING, TENSORS, Loop, Value

if TYPE_CHECKING:
    from tensorleak.check.interpret import Interpreter

Keywords = dict[str, Value]
MADE = frozenset("session model variable dataset iterator tape optimizer metric thread queue".split())
ADDING = frozenset("append add appendleft insert extend put put_nowait".split())
REMOVING = frozenset("pop popleft popitem clear remove discard".split())
TRAINING = frozenset(["fit", "train_on_batch", "fit_generator"])
USING = frozenset(
    "fit train_on_batch fit_generator predict predict_on_batch predict_generator evaluate test_on_batch "
    "evaluate_generator".split()
)
TELLING_METHODS = frozenset(
    "acquire enter_context predict fit train_on_batch evaluate numpy append put run start".split()
)
SAME_SHAPE = frozenset("astype copy round clip __neg__ conj".split())
ARRAY_MAKERS = frozenset(
    "zeros ones empty full random normal uniform rand randn standard_normal integers randint random_sample "
    "choice permutation arange linspace lognormal poisson binomial exponential".split()
)
REDUCTIONS = frozenset("mean sum max min std var median average prod argmax argmin".split())
OUTPUT = "tensorflow"  # the name of arrays that TensorFlow gave out
SIZE_LAST = {
    "choice": 1,
    "uniform": 2,
    "normal": 2,
    "linspace": 2,
    "integers": 2,
    "randint": 2,
    "lognormal": 2,
    "full": 0,
}
SHAPE_SECOND = frozenset("reshape random_crop resize resize_images one_hot broadcast_to tile".split())
RANDOM_NUMBERS = frozenset(
    "random.random random.randint random.randrange random.uniform random.gauss random.normalvariate".split()
)
SHAPED_BY_NUMBERS = frozenset(
    "zeros ones fill reshape range random_crop resize resize_images random_normal random_uniform normal uniform "
    "truncated_normal eye one_hot broadcast_to tile".split()
)
FACTORIES = {"list": "list", "set": "list", "dict": "dict", "collections.deque": "list"}
FEW_TAKEN = 16
FINITE = 256  # as many values as a cache may well hold
CONTAINERS = frozenset(("list", "dict", "queue"))
BEGINNING = frozenset(("tensor", "variable", "dataset", "optimizer", "metric"))
LOOKUP_LAYERS = ("StringLookup", "IntegerLookup", "TextVectorization", "Hashing", "Discretization")


def all_varying(values: Iterable[Value]) -> frozenset[Loop]:
    """The loops in which any of these changes."""
    found: frozenset[Loop] = NOTHING
    for value in values:
        found |= value.varies
    return found


def all_shapes(values: Iterable[Value]) -> frozenset[Loop]:
    """The loops in which any of these has another shape, or is a number that a shape is made of."""
    found: frozenset[Loop] = NOTHING
    for value in values:
        found |= value.shapes
    return found


def works(run: Interpreter, session: bool = False, busy: bool = True) -> None:
    """TensorFlow computes something here."""
    for loop in run.loops:
        loop.works = True
        loop.busy = loop.busy or busy
        loop.runs = loop.runs or session


def trains(run: Interpreter) -> None:
    """Weights change here."""
    for loop in run.loops:
        loop.trains = True


def made(run: Interpreter, kind: str, name: str, node: ast.AST, arguments: list[Value], keywords: Keywords) -> Value:
    """A new thing of a library, with its birth told."""
    value = Value(kind, name, born=run.loops, place=run.place(node))
    value.arguments = [*arguments, *keywords.values()]
    value.options.update({word: part.const for word, part in keywords.items()})
    value.options["once"] = any(guard.once for guard in run.guards)
    if kind == "variable":
        value.options["graph"] = run.graph
    if kind == "session":
        graph = keywords.get("graph") or (arguments[1] if len(arguments) > 1 else None)
        value.options["graph value"] = graph if graph is not None and graph.kind == "graph" else None
    if kind in MADE and name != "tf.get_default_session":
        run.tell("made", node, name=name, value=value, arguments=arguments, keywords=keywords)
    return value


def call(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a name of a library or of the language."""
    special = SPECIAL.get(name)
    if special is not None:
        return special(run, name, arguments, keywords, node)
    if name in names.GRAPH_ORDERS | names.EAGER_ORDERS and not run.traced:
        run.mode = "graph" if name in names.GRAPH_ORDERS else "eager"
        return NONE
    if name.startswith("keras.backend.") and name.rpartition(".")[2] in names.BACKEND_RUNS:
        works(run, session=run.mode == "graph")
        return ANY
    if name in names.CLEARS:
        for loop in run.loops:
            loop.cleared = True
        return NONE
    if name in names.PY_FUNCTIONS or name.endswith("Dataset.from_generator"):
        if run.mode != "eager" or name.endswith("generator"):  # eager ones are called at once and forgotten
            run.tell("py_function", node, name=name, arguments=arguments)
        return Value("dataset" if name.endswith("generator") else "tensor", name, born=run.loops, place=run.place(node))
    kind = names.kind_of_call(name)
    functional = kind == "model" and any(value.kind in TENSORS for value in (*arguments, *keywords.values()))
    if run.mode == "eager" and (
        functional or kind in BEGINNING or "input_shape" in keywords or "input_dim" in keywords
    ):
        run.story.begun = True  # also a layer that knows its input: its weights are made with the model
    run.story.lookups = run.story.lookups or name.endswith(LOOKUP_LAYERS)
    if run.mode == "graph" and (names.builds_op(name) or name.startswith("tf.data.")):
        run.tell_op(node, name, [*arguments, *keywords.values()])
    if name in names.MODEL_LOADERS:
        return loaded(run, name, arguments, keywords, node)
    if kind in ("tensor", "symbol"):
        works(run, busy=False)
        return result(run, kind, name, arguments, keywords, node)
    if kind == "array":
        return new_array(run, name, arguments, keywords)
    if kind:
        return container_or_made(run, kind, name, node, arguments, keywords)
    if name in RANDOM_NUMBERS:
        return random_number(run, arguments)
    if name in names.PYTHON_DATA or name.startswith(("uuid.", "json.", "datetime.", "time.", "random.", "hashlib.")):
        random = frozenset(run.loops) if name in names.PYTHON_DATA and not name.startswith("json.") else NOTHING
        return Value("python data", varies=all_varying((*arguments, *keywords.values())) | random)
    registered(run, name.rpartition(".")[2], arguments, keywords, node)
    return Value(varies=all_varying((*arguments, *keywords.values())))


def random_number(run: Interpreter, arguments: list[Value]) -> Value:
    """A number that differs from round to round, unless it has but few values to choose from."""
    bounds = [value.const for value in arguments[:2]]
    few = bool(bounds) and all(isinstance(bound, int) and abs(bound) <= FINITE for bound in bounds)
    return Value("number", varies=NOTHING if few else frozenset(run.loops))


def registered(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> None:
    """A function that is handed to somebody who calls it for every message."""
    if name not in names.REGISTERING and not keywords.keys() & names.REGISTERING_KEYWORDS:
        return
    for value in (*arguments, *keywords.values()):
        if value.kind == "function" and isinstance(value.target, Function):
            run.run_handler(value, node)


def result(run: Interpreter, kind: str, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """The tensor that an operation gives."""
    value = Value(kind, name, shapes=tensor_shapes(name, [*arguments, *keywords.values()]), place=run.place(node))
    value.options["graph"] = run.graph_of([*arguments, *keywords.values()])
    value.options["finite"] = name.rpartition(".")[2] in ("argmax", "argmin")
    reduces = name.rpartition(".")[2] in ("reduce_mean", "reduce_sum", "reduce_max", "reduce_min", "add_n", "norm")
    value.options["scalar"] = reduces and len(arguments) == 1 and "axis" not in keywords
    return value


def tensor_shapes(name: str, parts: list[Value]) -> frozenset[Loop]:
    """The loops in which a tensor made of these has another shape."""
    found = all_shapes(parts)
    last = name.rpartition(".")[2]
    if last in SHAPED_BY_NUMBERS:
        first = 1 if last in SHAPE_SECOND else 0
        for part in parts if last == "range" else parts[first : first + 1]:
            sizes = part.items or [] if part.kind in ("list", "tuple") else [part]
            found |= all_varying(size for size in sizes if size.kind == "number")
    for part in parts:  # a list of lists
        if part.kind in ("list", "tuple"):
            found |= all_shapes(part.items or ())
    return found


def container_or_made(
    run: Interpreter, kind: str, name: str, node: ast.AST, arguments: list[Value], keywords: Keywords
) -> Value:
    """Containers know whether they are bounded; everything else is born."""
    value = made(run, kind, name, node, arguments, keywords)
    if kind in CONTAINERS:
        value.name, value.options["maker"] = "", name  # it gets the name of the variable that holds it
    if name == "collections.deque":
        bound = keywords.get("maxlen") or (arguments[1] if len(arguments) > 1 else NONE)
        value.bounded = bound.kind != "none"
    elif name == "collections.defaultdict" and arguments and arguments[0].name in FACTORIES:
        value.items = [Value(FACTORIES[arguments[0].name], born=value.born, place=value.place)]
        value.items[0].options["traced"] = run.traced
    elif kind == "queue":
        size = keywords.get("maxsize") or (arguments[0] if arguments else None)
        value.bounded = size is not None and not (isinstance(size.const, int) and size.const <= 0)
    elif kind == "thread":
        start_thread(run, keywords.get("target"), keywords, node)
    elif kind == "graph":
        value.kind = "graph"
    return value


def loaded(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """A model read from disk."""
    value = Value("model", name, born=run.loops, place=run.place(node))
    value.arguments = arguments
    run.story.begun = run.story.begun or run.mode == "eager"
    run.tell("loaded", node, name=name, value=value, arguments=arguments, keywords=keywords)
    return value


def size_argument(last: str, arguments: list[Value], keywords: Keywords) -> list[Value]:
    """The dimensions that a maker of arrays is given, wherever it takes them."""
    given = keywords.get("size") or keywords.get("shape")
    if given is None and last in ("rand", "randn"):
        return arguments
    if given is None and last in SIZE_LAST:
        given = arguments[SIZE_LAST[last]] if len(arguments) > SIZE_LAST[last] else None
    elif given is None and last == "eye" and arguments:
        return [arguments[0], arguments[0]]
    elif given is None and last in ARRAY_MAKERS and arguments:
        given = arguments[0]
    if given is None:
        return []
    return list(given.items) if given.kind in ("tuple", "list") and given.items else [given]


def new_array(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords) -> Value:
    """An array; of a changing size when its size argument changes."""
    value = Value("array", name)
    last = name.rpartition(".")[2]
    if last in REDUCTIONS and len(arguments) == 1 and "axis" not in keywords:
        return Value("number")
    size = size_argument(last, arguments, keywords)
    if size:
        value.shapes = all_varying(size)
        value.options["size"] = size[0].const
        if all(isinstance(part.const, int) for part in size):
            value.options["shape"] = [part.const for part in size]
    elif last != "pad":  # whoever pads, pads to something
        value.shapes = all_shapes(arguments)
        value.varies = all_varying(arguments)
        if arguments and arguments[0].kind == "array":
            value.options.update(arguments[0].options)
    if not size and last in ("integers", "randint", "random", "uniform", "normal"):
        return Value("number", varies=frozenset(run.loops))
    return value


# language


def _range(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    bounds = [value.const for value in arguments]
    length = None
    if len(bounds) == 1 and isinstance(bounds[0], int):
        length = bounds[0]
    elif len(bounds) >= 2 and isinstance(bounds[0], int) and isinstance(bounds[1], int):
        step = bounds[2] if len(bounds) > 2 and isinstance(bounds[2], int) and bounds[2] else 1
        length = abs(bounds[1] - bounds[0]) // abs(step)
    return Value("range", const=length)


def _count(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return Value("range")


def _product(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    sizes = [len(value.items or ()) if value.options.get("literal") else FEW_TAKEN + 1 for value in arguments]
    value = Value("list", items=[Value("tuple", items=[(part.items or [ANY])[0] for part in arguments])])
    value.options["literal"] = prod(sizes) <= 2 * FEW_TAKEN
    return value


def _same(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return arguments[0] if arguments else keywords.get("iterable", ANY)


def _cycle(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    inner = arguments[0] if arguments else ANY
    return Value("generator", items=list(inner.items or [inner]))


def _enumerate(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return Value("enumeration", items=arguments[:1])


def _zip(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return Value("zip", items=arguments)


def _number(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    inner = arguments[0] if arguments else ANY
    if inner.kind in TENSORS or inner.kind == "array":
        works(run, busy=inner.kind != "array")
        return Value("number", varies=NOTHING if inner.options.get("finite") else frozenset(run.loops[-1:]))
    return Value("number", varies=inner.varies, const=inner.const if name == "int" else None)


def _length(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    inner = arguments[0] if arguments else ANY
    return Value("number", varies=inner.shapes)


def _extreme(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    found = arguments[0] if arguments else ANY
    if found.kind in ("generator", "list", "tuple") and found.items:
        inner = found.items[0]
        return Value(inner.kind, varies=inner.varies, items=inner.items) if inner.kind in ("number", "tuple") else inner
    if len(arguments) > 1 and not any(value.kind in TENSORS for value in arguments):
        whole = not any(value.name == "float" for value in arguments)
        capped = (
            name == "min" and whole and not all(value.varies for value in arguments)
        )  # a batch, and the rest at the end
        return Value("number", varies=NOTHING if capped else all_varying(arguments))
    return found


def _text(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return Value("text", varies=all_varying(arguments))


def _list(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    inner = arguments[0] if arguments else ANY
    kind = "dict" if name == "dict" else "tuple" if name == "tuple" else "list"
    value = Value(kind, items=list(inner.items or []), born=run.loops, place=run.place(node), shapes=inner.shapes)
    value.options.update(traced=run.traced, literal=bool(keywords) and len(keywords) <= 16 and not arguments)
    return value


def _iterator(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    inner = arguments[0] if arguments else ANY
    if len(arguments) == 2:  # until a sentinel comes
        return Value("generator", items=[ANY])
    if inner.kind == "dataset":
        return made(run, "iterator", "iter", node, arguments, {})
    return inner


def _next(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    inner = arguments[0] if arguments else ANY
    if inner.kind in ("iterator", "dataset"):
        return Value("tensor")
    return inner.items[0] if inner.kind == "generator" and inner.items else ANY


def _super(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from tensorleak.check.evaluate import lookup

    instance = lookup(run, "self")
    value = Value("super", items=[instance])
    current = run.active[-1] if run.active else 0
    function = next((known for known in run.frame.module.functions.values() if id(known) == current), None)
    value.target = function.cls if function else None
    return value


def _function(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    options = {word: value.const if value.const is not None else True for word, value in keywords.items()}
    if not arguments:  # `tf.function(jit_compile=True)(step)`
        tracer = Value("tracer")
        tracer.options = options
        return tracer
    if arguments[0].kind not in ("function", "traced", "memo"):
        return traced(run, Value("function", "function"), node, options)
    return traced(run, arguments[0], node, options)


def traced(run: Interpreter, function: Value, node: ast.AST, options: dict[str, object]) -> Value:
    """What `tf.function` makes of a function."""
    value = Value("traced", function.name, function.target, born=run.loops, place=run.place(node))
    value.items = function.items
    value.options = {**function.options, **options}
    run.tell("made", node, name="tf.function", value=value)
    return value


def traced_method(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    """A concrete function of a traced one is as heavy."""
    return receiver if name == "get_concrete_function" else ANY


def traced_call(run: Interpreter, function: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a traced function: retraced when what it gets is new, and its body seen once per trace."""
    function.used.add("called")
    if not run.traced and not run.eagerly:
        run.tell("call", node, name=function.name, value=function, arguments=arguments, keywords=keywords)
        works(run)
    target = function.target
    if not isinstance(target, Function):
        return Value("tensor")
    instance = function.items[0] if function.items else None
    if instance is not None:
        instance.used.add("traced")
    born = (*function.born, *(instance.born if instance is not None else ()))
    remade = tuple(loop for loop in run.loops if loop in born)
    with run.tracing(), run.changed(loops=remade):  # its body is seen once per trace, not once per call
        given = [Value("tensor", shapes=value.shapes) if value.kind == "array" else value for value in arguments]
        frame = function.options.get("frame")
        result = run.call_function(target, given, keywords, node, instance, frame)  # type: ignore[arg-type]
    return Value("tensor") if result.kind in ("", "none") else result


def _partial(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    if arguments and arguments[0].kind == "api" and arguments[0].name == "tf.function":
        return arguments[0]
    value = Value("partial", items=arguments[:1], born=run.loops)
    value.arguments = arguments[1:]
    return value


def _record(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return Value("record")


def _graph(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return Value("graph", name, born=run.loops, place=run.place(node))


def _interactive(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return made(run, "session", name, node, arguments, keywords)


def _configure(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    run.tell("configured", node, name="late" if run.story.begun and "threading" not in name else "in time")
    return NONE


def _eagerly(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    run.eagerly = not arguments or arguments[0].const is not False
    return NONE


def _map(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return task(run, arguments, node, threaded=False)


def _to_thread(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return task(run, arguments, node, threaded=True)


def _lines(run: Interpreter, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    line = Value("text", varies=frozenset((Loop("lines", node, run.frame.module, MANY, "lines of a file"),)))
    return Value("generator", items=[line])


def task(run: Interpreter, arguments: list[Value], node: ast.AST, threaded: bool) -> Value:
    """A function that is applied to every element of something, possibly in other threads."""
    from tensorleak.check.evaluate import call as call_value
    from tensorleak.check.interpret import element_of

    if not arguments or arguments[0].kind not in ("function", "traced", "memo", "partial", "bound", "class"):
        return Value("generator", items=[ANY])
    loop = Loop("task", node, run.frame.module, MANY, "tasks of a pool" if threaded else "map over a sequence")
    with run.within(loop), run.changed(thread=run.thread or threaded):
        given = [element_of(value, loop) for value in arguments[1:]]
        result = call_value(run, arguments[0], given, {}, node)
    return Value("generator", items=[result], born=run.loops)


def start_thread(run: Interpreter, target: Value | None, keywords: Keywords, node: ast.AST) -> None:
    """Follows a thread into its function."""
    from tensorleak.check.evaluate import call as call_value

    if target is not None and target.kind in ("function", "partial", "memo"):
        given = keywords.get("args", ANY)
        with run.changed(thread=True, graph=run.loops):  # a thread has a default graph of its own
            call_value(run, target, list(given.items or []) if given.kind in ("tuple", "list") else [], {}, node)


Special = Callable[["Interpreter", str, list[Value], Keywords, ast.AST], Value]
SPECIAL: dict[str, Special] = {
    "range": _range,
    "enumerate": _enumerate,
    "itertools.count": _count,
    **dict.fromkeys(("tqdm.trange", "tqdm.auto.trange", "tqdm.notebook.trange"), _range),
    **dict.fromkeys(names.TRANSPARENT, _same),
    "itertools.cycle": _cycle,
    "itertools.product": _product,
    "itertools.repeat": _cycle,
    "zip": _zip,
    "float": _number,
    "int": _number,
    "bool": _number,
    "round": _number,
    "len": _length,
    "min": _extreme,
    "max": _extreme,
    "sum": _number,
    "str": _text,
    "repr": _text,
    "list": _list,
    "dict": _list,
    "set": _list,
    "tuple": _list,
    "sorted": _list,
    "reversed": _list,
    "iter": _iterator,
    "next": _next,
    "super": _super,
    "map": _map,
    "tf.function": _function,
    "functools.partial": _partial,
    "asyncio.to_thread": _to_thread,
    "open": _lines,
    "collections.namedtuple": _record,
    "typing.NamedTuple": _record,
    "tf.Graph": _graph,
    "tf.config.run_functions_eagerly": _eagerly,
    "tf.config.experimental_run_functions_eagerly": _eagerly,
    "tf.config.set_visible_devices": _configure,
    "tf.config.experimental.set_memory_growth": _configure,
    "tf.config.experimental.set_visible_devices": _configure,
    "tf.config.set_logical_device_configuration": _configure,
    "tf.config.experimental.set_virtual_device_configuration": _configure,
    "tf.config.threading.set_inter_op_parallelism_threads": _configure,
    "tf.config.threading.set_intra_op_parallelism_threads": _configure,
}


# attributes and methods


def attribute(run: Interpreter, base: Value, name: str) -> Value:
    """An attribute of a library's object."""
    if base.kind == "session" and name == "graph":
        graph = base.options.get("graph value")
        return graph if isinstance(graph, Value) else Value("graph", born=())
    if name == "shape" and (base.kind in TENSORS or base.kind in ARRAYS):
        return Value("shape", varies=base.shapes)
    if base.kind in TENSORS and name in ("dtype", "name", "device", "op"):
        return Value("python data")
    if base.kind in ARRAYS and name == "size":
        return Value("number", varies=base.shapes)
    if base.kind in ARRAYS and name == "T":
        return base
    if base.kind == "tensor" and name in ("indices", "values"):
        return base
    if base.kind == "model" and name in ("inputs", "outputs", "output", "input"):
        return Value("symbol")
    if base.kind == "python data":
        return Value("python data", varies=base.varies)
    return Value("bound", name, items=[base])


def method(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    """Calls a method of a library's object."""
    receiver.used.add(name)
    if name in USING:
        receiver.uses |= frozenset(run.loops)
    if name in ("qsize", "full", "empty") and receiver.kind == "queue":
        receiver.bounded = True  # somebody looks before putting more into it
    step = METHODS.get(receiver.kind)
    if step is not None:
        return step(run, receiver, name, arguments, keywords, node)
    if receiver.kind == "instance":
        return instance_method(run, receiver, name, arguments, keywords, node)
    if receiver.kind == "":
        return unknown_method(run, receiver, name, arguments, keywords, node)
    return Value(varies=receiver.varies | all_varying(arguments))


def unknown_method(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    """Of an unknown object only the names that everybody knows tell something."""
    registered(run, name, arguments, keywords, node)
    if name == "numpy" and run.mode == "eager":
        works(run)
    if name == "acquire":
        for loop in run.loops:
            loop.paced = True
    if name == "enter_context" and arguments and arguments[0].kind == "graph scope":
        run.mode, run.graph = "graph", arguments[0].born
    if name == "predict" and run.mode != "graph":
        return Value("array", OUTPUT)
    if name == "run" and run.mode == "graph" and any(value.kind in TENSORS for value in arguments):
        return _session(run, receiver, name, arguments, keywords, node)
    return Value(varies=receiver.varies | all_varying(arguments))


def _session(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in ("run", "partial_run"):
        works(run, session=True)
        return fetched(arguments[0] if arguments else keywords.get("fetches", ANY))
    if name in ("as_default", "__enter__"):
        return receiver
    return ANY


def fetched(value: Value) -> Value:
    """What a session gives for what it is asked."""
    if value.kind in ("list", "tuple") and value.items:
        return Value("tuple", items=[fetched(part) for part in value.items])
    if value.kind not in TENSORS:
        return ANY
    return Value("number") if value.options.get("scalar") else Value("array", OUTPUT)


def _tensor(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name == "eval":
        works(run, session=True)
        return fetched(receiver)
    if name == "run":
        works(run, session=True)
        return NONE
    if name.startswith("assign") and run.mode == "eager":
        works(run)
        trains(run)
    if name == "numpy":
        works(run)
    if name == "numpy":
        if receiver.options.get("scalar"):
            return Value("number")
        return Value(
            "array", OUTPUT if receiver.name else "", shapes=receiver.shapes
        )  # of unknown ones, it may be a loss
    if name.startswith(("assign", "scatter", "read_value", "sparse_read", "initialized_value")) and run.mode == "graph":
        run.tell_op(node, "assign", arguments)
        return Value("tensor")
    if name in ("get_shape", "set_shape", "load"):
        return Value("python data")
    return Value("tensor", shapes=receiver.shapes)


def _model(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in USING:
        works(run)
        if name in TRAINING:
            trains(run)
    for callback in (keywords["callbacks"].items or []) if name == "fit" and "callbacks" in keywords else []:
        run_callback(run, callback, node)
    if name in ("predict", "predict_on_batch", "predict_generator"):
        run.tell("predict", node, name=name, value=receiver, arguments=arguments, keywords=keywords)
        return Value("array", OUTPUT)
    if name in ("get_weights", "get_layer"):
        return Value("list", items=[Value("array")], born=run.loops) if name == "get_weights" else Value("layer")
    if name in ("train_on_batch", "test_on_batch"):
        return Value("number")
    return ANY


def run_callback(run: Interpreter, callback: Value, node: ast.AST) -> None:
    """Follows `fit` into a callback of the project."""
    cls = callback.target
    if callback.kind != "instance" or not isinstance(cls, Class):
        return
    for name in sorted(cls.methods, key=lambda method: not method.endswith("_begin")):
        if name.startswith("on_"):
            function = cls.methods[name]
            with run.within(run.entry(function, callback.name)):
                run.call_function(function, [], {}, node, callback)


def called_model(run: Interpreter, receiver: Value, arguments: list[Value], node: ast.AST) -> Value:
    """A model or layer on data gives a tensor."""
    receiver.used.add("__call__")
    works(run, busy=receiver.kind == "model" and not any(value.kind == "symbol" for value in arguments))
    if run.mode == "graph":
        run.tell_op(node, "layer", arguments)
    return Value("tensor", "model", shapes=all_shapes(arguments))


def instance_method(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    """An inherited method of an object of the project."""
    from tensorleak.check.interpret import method_of

    if receiver.name.startswith("threading.Thread") and name == "start" and isinstance(receiver.target, Class):
        body = method_of(run, receiver.target, "run")
        if body is not None:
            with run.changed(thread=True, graph=run.loops):
                run.call_function(body, [], {}, node, receiver)
        return NONE
    if receiver.name.startswith("keras."):
        return _model(run, receiver, name, arguments, keywords, node)
    if receiver.name in ("dict", "list") and name in ADDING:
        return ANY
    return Value(varies=all_varying(arguments))


def _dataset(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in ("map", "flat_map", "interleave", "filter") and arguments and arguments[0].kind in ("function", "memo"):
        from tensorleak.check.evaluate import call as call_value

        with run.tracing():
            call_value(run, arguments[0], [Value("tensor")] * 1, {}, node)
    if name in ("make_one_shot_iterator", "make_initializable_iterator", "__iter__"):
        if run.mode == "graph":
            run.tell_op(node, "tf.data.iterator", [])
        return made(run, "iterator", name, node, arguments, keywords)
    if name in ("as_numpy_iterator",):
        return Value("generator", items=[Value("array")])
    if name in ("reduce", "cardinality", "get_single_element"):
        return Value("tensor")
    value = Value("dataset", receiver.name, born=receiver.born, place=receiver.place)
    taken = arguments[0].const if name == "take" and arguments else None
    value.options["few"] = receiver.options.get("few") or (isinstance(taken, int) and 0 <= taken <= FEW_TAKEN)
    return value


def _iterator_method(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in ("get_next", "next", "__next__"):
        if run.mode == "graph":
            run.tell_op(node, "get_next", [])
        return Value("tensor")
    return ANY


def _optimizer(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in ("minimize", "apply_gradients"):
        trains(run)
    if name in ("minimize", "apply_gradients", "compute_gradients"):
        if run.mode == "graph":
            run.tell_op(node, name, arguments)
        works(run, busy=run.mode == "eager")
        for loop in run.loops:
            loop.gradients = True
        return Value("tensor")
    return ANY


def _container(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if receiver.kind == "queue" and name in ("get", "get_nowait") and run.thread:
        receiver.options["thread"] = True
    if name in ADDING:
        element = arguments[-1] if arguments else ANY
        if name == "extend" and element.items:
            element = element.items[0]
        if not receiver.name and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            receiver.name = last_name(node.func.value)
        run.tell("kept", node, name=name, value=receiver, element=element)
        run.add(receiver, element)
    elif name in REMOVING or (name == "join" and receiver.kind == "queue"):
        receiver.bounded = True
    elif name in ("setdefault", "update") and receiver.kind == "dict" and len(arguments) > 1:
        run.tell("kept", node, name=name, value=receiver, element=arguments[1], key=arguments[0])
        if arguments[1].kind in CONTAINERS:
            arguments[1].born = receiver.born  # from now on it lives as long
        run.add(receiver, arguments[1])
    if name in ("get", "values", "items", "keys", "pop", "popleft", "get_nowait", "setdefault") and receiver.items:
        if name in ("values", "items", "keys"):
            pair = Value("tuple", items=[ANY, *receiver.items[:1]])
            view = Value("list", items=receiver.items if name == "values" else [pair if name == "items" else ANY])
            view.options["literal"] = receiver.options.get("literal")
            return view
        return receiver.items[0]
    return ANY


def _graph_method(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name == "as_default":
        return Value("graph scope", born=receiver.born)
    return ANY if name != "get_tensor_by_name" else Value("tensor")


def _default_graph(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name == "as_default":
        return Value("graph scope", born=run.graph)
    return ANY if name != "get_tensor_by_name" else Value("tensor")


def _tape(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in ("gradient", "jacobian", "batch_jacobian"):
        works(run)
        for loop in run.loops:
            loop.gradients = True
        return Value("tensor")
    return ANY


def _array(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in REDUCTIONS and not arguments and not keywords:
        return Value("number")
    if name in ("item", "tolist", "decode", "tobytes"):
        return Value("python data", varies=receiver.varies)
    value = Value("array", shapes=receiver.shapes)
    shape = receiver.options.get("shape")
    if isinstance(shape, list):
        value.options["shape"] = reduced(shape, name, arguments, keywords)
    return value


def reduced(shape: list[object], name: str, arguments: list[Value], keywords: Keywords) -> list[object]:
    """The shape after a reduction along some axes; the same for what keeps it."""
    if name not in ("mean", "sum", "max", "min", "std", "var", "argmax", "argmin"):
        return shape
    axis = keywords.get("axis") or (arguments[0] if arguments else None)
    if axis is None:
        return []
    given = [part.const for part in axis.items or []] if axis.kind == "tuple" else [axis.const]
    gone = {index % len(shape) for index in given if isinstance(index, int)} if shape else set()
    return [size for index, size in enumerate(shape) if index not in gone]


def _numbers(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in ("integers", "randint", "choice"):
        size = keywords.get("size")
        if size is None:
            return random_number(run, arguments) if name != "choice" else Value(varies=frozenset(run.loops))
        return new_array(run, "np.random.normal", [], {"size": size})
    return new_array(run, f"np.random.{name}", arguments, keywords)


def _pool(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if name in ("map", "imap", "imap_unordered", "starmap", "submit", "apply_async", "apply"):
        return task(run, arguments, node, threaded=True)
    if name == "run_in_executor":
        return task(run, arguments[1:], node, threaded=True)
    return receiver


def _metric(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    works(run, busy=name in ("update_state", "__call__"))
    return Value("tensor") if name == "result" else ANY


def _words(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    varies = receiver.varies | all_varying((*arguments, *keywords.values()))
    if name in ("split", "splitlines", "rsplit"):
        return Value("list", items=[Value("text", varies=varies)], born=run.loops, shapes=varies)
    return Value("text", varies=varies)


def _data(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    return Value("python data", varies=receiver.varies)


def _distribution(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    if run.mode == "graph":
        run.tell_op(node, name, arguments)
    return Value("tensor")


def _tensor_array(
    run: Interpreter, receiver: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    return Value("tensor") if name in ("stack", "concat", "read", "gather") else receiver


Method = Callable[["Interpreter", Value, str, list[Value], Keywords, ast.AST], Value]
METHODS: dict[str, Method] = {
    "distribution": _distribution,
    "traced": traced_method,
    "event loop": _pool,
    "session": _session,
    "tensor": _tensor,
    "variable": _tensor,
    "symbol": _tensor,
    "model": _model,
    "dataset": _dataset,
    "iterator": _iterator_method,
    "optimizer": _optimizer,
    "list": _container,
    "dict": _container,
    "queue": _container,
    "graph": _graph_method,
    "default graph": _default_graph,
    "tape": _tape,
    "array": _array,
    "generator_of_numbers": _numbers,
    "pool": _pool,
    "metric": _metric,
    "text": _words,
    "python data": _data,
    "tensor array": _tensor_array,
}
