"""What TensorFlow's and Keras's names mean: canonical spellings, which calls add operations, what each call returns."""

from __future__ import annotations

import re
from functools import lru_cache

from tensorleak.check.operations import OPERATIONS

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

NO_OP_MODULES = (
    "tf.gfile",
    "tf.io.gfile",
    "tf.logging",
    "tf.app",
    "tf.flags",
    "tf.config",
    "tf.compat",
    "tf.test",
    "tf.estimator",
    "tf.python_io",
    "tf.nest",
    "tf.autograph",
    "tf.distribute",
    "tf.resource_loader",
    "tf.sysconfig",
    "tf.version",
    "tf.profiler",
    "tf.errors",
    "tf.initializers",
    "tf.regularizers",
    "tf.constraints",
    "tf.data",
    "tf.train",
    "tf.saved_model",
    "tf.contrib",
    "tf.python",
    "tf.experimental",
    "tf.feature_column",
    "tf.lite",
    "tf.graph_util",
    "tf.lookup",
    "tf.tpu",
    "tf.mlir",
    "tf.types",
    "tf.user_ops",
    "tf.quantization",
    "tf.queue",
    "tf.manip",
    "tf.__internal__",
    "tf.internal",
    "tf.lookup",
    "tf.metrics",
    "tf.tools",
    "tf.core",
)
NO_OP_NAMES = frozenset(
    "set_log_device_placement enable_check_numerics disable_check_numerics convert_variables_to_constants extract_sub_graph remove_training_nodes export_meta_graph "
    "make_tensor_proto make_ndarray dimension_value dimension_at_index "
    "function control_dependencies device name_scope variable_scope op_scope init_scope get_default_graph "
    "get_default_session reset_default_graph set_random_seed executing_eagerly enable_eager_execution "
    "disable_eager_execution enable_v2_behavior disable_v2_behavior global_variables local_variables "
    "trainable_variables model_variables moving_average_variables all_variables get_collection "
    "get_collection_ref add_to_collection add_to_collections get_variable_scope is_tensor as_dtype "
    "import_graph_def load_op_library load_library load_file_system_library get_static_value get_logger "
    "py_func py_function numpy_function gradients_function custom_gradient no_gradient recompute_grad "
    "no_regularizer make_template colocate_with container get_seed set_seed get_session_handle "
    "disable_resource_variables enable_resource_variables enable_control_flow_v2 disable_control_flow_v2 "
    "enable_tensor_equality disable_tensor_equality enable_v2_tensorshape disable_v2_tensorshape "
    "broadcast_static_shape register_tensor_conversion_function zeros_initializer ones_initializer "
    "constant_initializer random_normal_initializer random_uniform_initializer truncated_normal_initializer "
    "glorot_uniform_initializer glorot_normal_initializer orthogonal_initializer variance_scaling_initializer "
    "uniform_unit_scaling_initializer identity_initializer create_file_writer get_variable_to_shape_map "
    "tf_record_iterator type_spec_from_value fixed_size_partitioner min_max_variable_partitioner "
    "variable_axis_size_partitioner variable_creator_scope get_local_variable no_op group tuple global_step "
    "should_record_summaries trace_on trace_off trace_export record_if write_graph".split()
)
OP_CALLS = frozenset(
    "tf.Variable tf.train.Saver tf.placeholder tf.train.get_or_create_global_step tf.train.create_global_step "
    "tf.saved_model.loader.load tf.train.import_meta_graph tf.import_graph_def tf.graph_util.import_graph_def "
    "tf.py_func tf.py_function tf.numpy_function tf.group tf.no_op tf.tuple tf.dtypes.cast".split()
)
DISTRIBUTIONS = ("tf.distributions.", "tf.contrib.distributions.", "tensorflow_probability.distributions.")
BACKEND_VALUES = frozenset(
    "clear_session int_shape ndim floatx epsilon learning_phase image_data_format set_floatx set_epsilon set_session "
    "get_session set_learning_phase set_image_data_format is_keras_tensor is_tensor is_sparse backend cast_to_floatx "
    "get_uid reset_uids dtype manual_variable_initialization name_scope".split()
)
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
# Modules that only versions of Keras have which run graphs, and their last ones that do not.
EARLY_KERAS = re.compile(
    r"^keras\.(layers\.(core|convolutional|recurrent|normalization|embeddings|wrappers|merge|advanced_activations|pooling|local|noise)"
    r"|engine(\.\w+)*|objectives|legacy(\.\w+)*|backend\.tensorflow_backend|utils\.(np_utils|visualize_util|generic_utils))$"
)
GRAPH_ORDERS = frozenset(["tf.disable_eager_execution", "tf.disable_v2_behavior"])
EAGER_ORDERS = frozenset(["tf.enable_eager_execution", "tf.enable_v2_behavior"])
SESSIONS = frozenset(
    ["tf.Session", "tf.InteractiveSession", "tf.train.MonitoredSession", "tf.train.MonitoredTrainingSession"]
)
MODEL_LOADERS = frozenset(
    "keras.models.load_model keras.saving.load_model keras.models.model_from_json keras.models.model_from_yaml tf.saved_model.load "
    "tf.saved_model.load_v2 tf.saved_model.loader.load tf.saved_model.loader_impl.load keras.layers.TFSMLayer "
    "tensorflow_hub.load tensorflow_hub.KerasLayer".split()
)
CLEARS = frozenset(["keras.backend.clear_session", "keras.utils.clear_session", "tf.reset_default_graph"])
DATASET_SOURCES = frozenset(
    "from_tensor_slices from_tensors from_generator range list_files zip sample_from_datasets "
    "choose_from_datasets from_sparse_tensor_slices random save load counter".split()
)
CALLBACK_BASES = frozenset(["keras.callbacks.Callback", "keras.callbacks.LambdaCallback", "tf.train.SessionRunHook"])
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
    "add_listener on_event do add_job register_function Interface connect".split()
)
REGISTERING_KEYWORDS = frozenset("callback on_message_callback handler on_message command".split())
HANDLER_METHODS = frozenset(
    "do_GET do_POST do_PUT handle get post put delete patch on_get on_post on_put on_message dispatch".split()
)
HANDLER_DECORATORS = frozenset("route get post put delete patch websocket before_request api_route".split())
RANDOM_NUMBERS = re.compile(r"^(random\.|np\.random\.|secrets\.)")
PYTHON_DATA = frozenset(
    "json.loads json.load time.time time.perf_counter time.monotonic input datetime.datetime.now uuid.uuid4 "
    "uuid.uuid1 os.urandom random.random random.randint random.uniform".split()
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
        rest = "models." + rest.rsplit(".", 1)[-1]
    return f"{root}.{rest}" if rest else root


@lru_cache(maxsize=65536)
def builds_op(name: str) -> bool:
    """Whether calling this adds operations to the graph, when there is one."""
    if name in OP_CALLS:
        return True
    if name.startswith("keras.backend."):
        last = name.rpartition(".")[2]
        return last[:1].islower() and last not in BACKEND_VALUES and last not in BACKEND_RUNS
    if name.startswith(("keras.losses.", "keras.activations.")):
        return name.rpartition(".")[2][:1].islower()
    if name.startswith(DISTRIBUTIONS):
        return name.rpartition(".")[2][:1].isupper()
    return name in OPERATIONS or is_operation_by_its_module(name)


def is_operation_by_its_module(name: str) -> bool:
    """Whether a name of TensorFlow is that of an operation because nearly all of its module's are."""
    if not name.startswith("tf."):
        return False
    last = name.rpartition(".")[2]
    if not last[:1].islower() or last in NO_OP_NAMES:
        return False
    if any(part[:1].isupper() for part in name.split(".")[:-1]):
        return False  # a class's own method: `tf.Session.reset`, `tf.summary.FileWriterCache.get`
    return not name.startswith(tuple(module + "." for module in NO_OP_MODULES))


@lru_cache(maxsize=65536)
def kind_of_call(name: str) -> str:
    """The kind of value that a call of this library name returns; '' when it is not known."""
    if name in EXACT:
        return EXACT[name]
    if name.endswith("import_graph_def"):
        return ""  # a list of what was asked for, or nothing
    if name.startswith("keras.backend."):
        return "tensor" if builds_op(name) else ""
    if name.startswith("keras."):
        return keras_kind(name)
    if name.startswith(DISTRIBUTIONS):
        return "distribution"
    if name.startswith(("tf.data.", "tf.contrib.data.")):
        return "dataset" if "Dataset" in name or name.rpartition(".")[2] in DATASET_SOURCES else ""
    if name.startswith("tf.train.") and name.endswith("Optimizer"):
        return "optimizer"
    if builds_op(name):
        return "tensor"
    if name.startswith("np.random."):
        return "generator_of_numbers" if name.endswith(("RandomState", "default_rng", "Generator")) else "array"
    if name.startswith("np."):
        return "array"
    return ""


KERAS_FUNCTIONS = ("keras.ops.", "keras.losses.", "keras.activations.", "keras.metrics.")


def keras_kind(name: str) -> str:
    """The kind of what a Keras name makes."""
    parts = name.split(".")
    last = parts[-1]
    if last == "from_config" and parts[-2] in ("Model", "Sequential", "Functional"):
        return "model"
    if last in ("Sequential", "Model", "Functional") or name.startswith("keras.applications."):
        return "model" if last[:1].isupper() else ""
    if last == "Input":
        return "symbol"
    if "layers" in parts[:-1] and last[:1].isupper():
        return "layer"
    if "optimizers" in parts[:-1] and last[:1].isupper() and "schedules" not in parts:
        return "optimizer"
    if "metrics" in parts[:-1] and last[:1].isupper():
        return "metric"
    if last in ("PyDataset", "Sequence"):
        return "feeder"
    if "losses" in parts[:-1] and last[:1].isupper():
        return "layer"  # called with tensors, it gives one
    if name.startswith(KERAS_FUNCTIONS) and last[:1].islower():
        return "tensor"
    return ""


EXACT = {
    "tf.Variable": "variable",
    "tf.get_variable": "variable",
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
    "asyncio.Queue": "queue",
    **dict.fromkeys(("contextlib.ExitStack", "contextlib.AsyncExitStack", "sched.scheduler"), "list"),
    "selectors.DefaultSelector": "list",
    "multiprocessing.Queue": "queue",
    "collections.deque": "list",
    "collections.OrderedDict": "dict",
    "collections.defaultdict": "dict",
    "threading.Thread": "thread",
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
