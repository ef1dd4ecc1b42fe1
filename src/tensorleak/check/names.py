"""What TensorFlow's and Keras's names mean: canonical spellings, which calls add operations, what each call returns."""

from __future__ import annotations

import re
from functools import lru_cache

from tensorleak.check import api

ROOTS = {
    "tf": "tf",
    "np": "np",
    "tensorflow": "tf",
    "tensorflow_core": "tf",
    "keras": "keras",
    "tf_keras": "keras",
    "keras_core": "keras",
    "numpy": "np",
}
VERSIONED = ("compat.v1.", "compat.v2.", "_api.v1.", "_api.v2.")
KERAS_INSIDE = re.compile(r"^(python\.)?keras\.(api\.|src\.|_v2\.|_tf_keras\.)*(keras\.)?")

BUILDERS = frozenset(
    ("tf.saved_model.loader.load", "tf.train.import_meta_graph")
)  # they build what a file says: nobody could try them
BUILDING = frozenset((api.OPERATION, api.BUILDING, "distribution", "variable", "saver"))
BACKEND_RUNS = frozenset("eval get_value batch_get_value set_value batch_set_value".split())
PY_FUNCTIONS = frozenset(["tf.py_func", "tf.py_function", "tf.numpy_function"])
EAGER_SIGNS = frozenset(
    "tf.function tf.GradientTape tf.enable_eager_execution tf.enable_v2_behavior tf.executing_eagerly "
    "tf.config.run_functions_eagerly tf.config.experimental_run_functions_eagerly".split()
)
GRAPH_SIGNS = frozenset(
    "tf.Session tf.InteractiveSession tf.placeholder tf.get_variable tf.global_variables_initializer "
    "tf.initialize_all_variables tf.disable_eager_execution tf.disable_v2_behavior "
    "tf.train.MonitoredTrainingSession session.run tf.placeholder_with_default tf.reset_default_graph "
    "tf.get_default_graph tf.get_default_session keras.backend.get_session keras.backend.set_session "
    "keras.backend.gradients keras.backend.tensorflow_backend".split()
)
# Names that only TensorFlow 1 has, as it is imported there: its programs run graphs unless they order otherwise.
FIRST = "tensorflow 1"
FIRST_ONLY = frozenset(
    f"tensorflow.{name}"
    for name in "read_file to_float to_int32 to_int64 image.resize_images image.resize_bilinear random_normal truncated_normal "
    "random_uniform global_variables local_variables_initializer summary.merge_all summary.FileWriter ConfigProto AUTO_REUSE "
    "variable_scope GraphKeys get_collection train.AdamOptimizer train.GradientDescentOptimizer train.RMSPropOptimizer "
    "train.MomentumOptimizer train.AdagradOptimizer python_io.TFRecordWriter parse_single_example".split()
)
# Modules that only versions of Keras have which run graphs, and their last ones that do not.
EARLY_KERAS = re.compile(
    r"^keras\.(layers\.(core|convolutional|recurrent|normalization|embeddings|wrappers|merge|advanced_activations|pooling|local|noise)"
    r"|engine(\.\w+)*|objectives|legacy(\.\w+)*|backend\.tensorflow_backend|utils\.(np_utils|visualize_util|generic_utils))$"
)
GRAPH_ORDERS = frozenset(["tf.disable_eager_execution", "tf.disable_v2_behavior"])
EAGER_ORDERS = frozenset(["tf.enable_eager_execution", "tf.enable_v2_behavior"])
MODEL_LOADERS = frozenset(
    "keras.models.load_model keras.saving.load_model keras.models.model_from_json keras.models.model_from_yaml tf.saved_model.load "
    "tf.saved_model.load_v2 tf.saved_model.loader.load tf.saved_model.loader_impl.load keras.layers.TFSMLayer "
    "tensorflow_hub.load tensorflow_hub.KerasLayer".split()
)
CLEARS = frozenset(["keras.backend.clear_session", "keras.utils.clear_session", "tf.reset_default_graph"])
HANDLER_BASES = (
    "http.server.",
    "BaseHTTPServer.",
    "socketserver.",
    "SocketServer.",
    "tornado.web.RequestHandler",
    "flask.views.",
    "flask_restful.Resource",
    "flask_restx.Resource",
    "rest_framework.views.",
    "django.views.",
    "falcon.",
    "starlette.endpoints.",
    "aiohttp.web.View",
)
TRANSPARENT = tuple(
    "tqdm.tqdm tqdm.auto.tqdm tqdm.notebook.tqdm tqdm.std.tqdm rich.progress.track progressbar.progressbar "
    "alive_progress.alive_it tqdm.tqdm_notebook".split()
)
REGISTERING = frozenset(
    "Subscriber subscribe basic_consume add_handler add_url_rule add_route add_post add_get on_message register_handler "
    "add_listener on_event do add_job register_function Interface connect "
    "start_server start_unix_server make_server run_simple serve add_reader".split()
)
REGISTERING_KEYWORDS = frozenset("callback on_message_callback handler on_message command".split())
HANDLER_METHODS = frozenset(
    "do_GET do_POST do_PUT handle get post put delete patch on_get on_post on_put on_message dispatch".split()
)
HANDLER_DECORATORS = frozenset("route get post put delete patch websocket before_request api_route".split())
RANDOM_NUMBERS = re.compile(r"^(random\.|np\.random\.|secrets\.)")
PYTHON_DATA = frozenset(
    "json.loads json.load time.time time.perf_counter time.monotonic input datetime.datetime.now uuid.uuid4 "
    "uuid.uuid1 os.urandom random.random random.randint random.uniform secrets.token_hex secrets.token_urlsafe "
    "secrets.token_bytes time.time_ns time.monotonic_ns time.perf_counter_ns".split()
)


@lru_cache(maxsize=65536)
def canonical(dotted: str) -> str:
    """One spelling for a name of TensorFlow, Keras or NumPy, whatever it was imported as."""
    head, _, rest = dotted.partition(".")
    root = ROOTS.get(head)
    if root is None:
        return dotted
    if root == "tf":
        for prefix in VERSIONED:
            if (rest + ".").startswith(prefix):
                rest = rest[len(prefix) :]
        rest = re.sub(r"^python\.(framework\.(ops|constant_op)|ops\.\w*(ops|nn)|client\.session)\.", "", rest)
        inside = KERAS_INSIDE.match(rest + ".")
        if inside:
            rest = rest[inside.end() :] if inside.end() < len(rest) else ""
            root = "keras"
    elif root == "keras":
        rest = re.sub(r"^(api|src|_tf_keras\.keras)\.", "", rest)
    if root == "keras" and rest.startswith("engine."):
        rest = "models." + re.sub(r"^(.*\.)?(?=[A-Z]\w*(\.|$))|^.*\.(?!.*[A-Z])", "", rest, count=1)
    return f"{root}.{rest}" if rest else root


def builds_op(name: str) -> bool:
    """Whether calling this adds operations to the graph, when there is one."""
    return name in BUILDERS or (EXACT.get(name) or api.kind_of(name)) in BUILDING


@lru_cache(maxsize=65536)
def kind_of_call(name: str) -> str:
    """The kind of value that a call of this library name returns; '' when it is not known."""
    if name in EXACT:
        return EXACT[name]
    if name in BUILDERS:
        return ""
    if name.startswith("np.random."):
        return "generator_of_numbers" if name.endswith(("RandomState", "default_rng", "Generator")) else "array"
    if name.startswith("np."):
        return "array"
    if name.startswith("keras.") and name.endswith(".Input"):
        return "symbol"
    maker, _, last = name.rpartition(".")
    owner = maker.rpartition(".")[2]
    if owner[:1].isupper() and last[:1].islower() and (last == "from_config" or api.kind_of(maker) == "dataset"):
        name = maker  # a class method that makes one of its class
    return RESULTS.get(kind := api.kind_of(name), kind)


def is_callback(base: str) -> bool:
    """Whether objects of a library's class are called back while a model trains or a session runs."""
    return api.kind_of(base) in ("callback", "hook")


def is_feeder(base: str) -> bool:
    """Whether Keras asks objects of a library's class for one batch after the other."""
    return base.startswith("keras.") and base.endswith((".Sequence", ".PyDataset"))


RESULTS = {api.OPERATION: "tensor", api.BUILDING: "", api.PYTHON: "", api.UNKNOWN: ""}
EXACT = {
    "tf.Variable": "variable",
    "tf.get_variable": "variable",
    "keras.Variable": "variable",
    "tf.Session": "session",
    "tf.InteractiveSession": "session",
    "tf.train.MonitoredSession": "session",
    "tf.train.MonitoredTrainingSession": "session",
    "tf.Graph": "graph",
    "tf.get_default_graph": "default graph",
    "tf.get_default_session": "session",
    "tf.GradientTape": "tape",
    "tf.train.Saver": "saver",
    **dict.fromkeys(("tf.summary.FileWriter", "tf.train.SummaryWriter"), "writer"),
    "tf.saved_model.load": "model",
    "tf.saved_model.load_v2": "model",
    "keras.models.load_model": "model",
    "keras.saving.load_model": "model",
    "keras.models.model_from_json": "model",
    "keras.models.model_from_yaml": "model",
    "keras.models.model_from_config": "model",
    "keras.models.clone_model": "model",
    "tf.data.make_one_shot_iterator": "iterator",
    "tf.data.make_initializable_iterator": "iterator",
    "tf.TensorArray": "tensor array",
    "tf.train.get_or_create_global_step": "variable",
    "tf.train.create_global_step": "variable",
    "queue.Queue": "queue",
    "Queue.Queue": "queue",
    "queue.LifoQueue": "queue",
    "queue.SimpleQueue": "queue",
    "queue.PriorityQueue": "queue",
    **dict.fromkeys(("asyncio.Queue", "asyncio.LifoQueue", "asyncio.PriorityQueue"), "queue"),
    **dict.fromkeys(("contextlib.ExitStack", "contextlib.AsyncExitStack", "sched.scheduler"), "list"),
    **dict.fromkeys(("selectors.DefaultSelector", "pickle.Pickler"), "list"),
    "weakref.WeakKeyDictionary": "dict",
    "contextvars.ContextVar": "context variable",
    "multiprocessing.Queue": "queue",
    "collections.deque": "list",
    "collections.OrderedDict": "dict",
    "collections.ChainMap": "dict",
    "collections.defaultdict": "dict",
    **dict.fromkeys(("random.Random", "random.SystemRandom"), "random"),
    "threading.Thread": "thread",
    **dict.fromkeys(("multiprocessing.Process", "multiprocessing.context.Process"), "process"),
    "threading.Event": "event",
    "tf.train.Coordinator": "coordinator",
    "concurrent.futures.ThreadPoolExecutor": "pool",
    "concurrent.futures.thread.ThreadPoolExecutor": "pool",
    "multiprocessing.pool.ThreadPool": "pool",
    "multiprocessing.dummy.Pool": "pool",
    "asyncio.get_event_loop": "event loop",
    "asyncio.get_running_loop": "event loop",
    "np.float32": "number",
    "np.float64": "number",
    "np.int32": "number",
    "np.int64": "number",
    "np.load": "array",
}
