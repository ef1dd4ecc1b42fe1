"""`watch` with real TensorFlow on both lanes: the leak is named with its line, its steady twin is calm, nothing stays behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from tensorleak_engine import diagnose
from watching import run

from tensorleak.recording import load

GRAPH = """
tf.disable_eager_execution()
leaking = sys.argv[1] == "leak"
x = tf.placeholder(tf.float32, [])
y = x * 2.0

def step(sess, i):
    if leaking:
        return sess.run(tf.constant(1.0 * i) * 2.0)  # LEAK
    return sess.run(y, {x: 1.0 * i})

def loop(w, sess, rounds=150):
    for i in range(rounds):
        step(sess, i)
        time.sleep(0.003)
        w.mark()
"""

FORMS = {
    "context": """
from tensorleak_probe import entries, lifecycle
session_class = tf.Session.__mro__[1]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always", LeakWarning)
    with tf.Session() as sess, watch(record="kept.jsonl") as w:
        loop(w, sess)
        hooked = entries.is_hooked(session_class.__init__)
told = [c for c in caught if c.category is LeakWarning]
answer(
    hooked=hooked,
    told=[[os.path.basename(c.filename), c.lineno, c.message.diagnosis.verdict == 'leak'] for c in told],
    unhooked=not entries.is_hooked(session_class.__init__),
    threads=[t.name for t in threading.enumerate() if t.name == "tensorleak"],
    finders=[type(f).__name__ for f in sys.meta_path if "tensorleak" in type(f).__module__],
    current=lifecycle.current() is None,
    mode=oct(os.stat("kept.jsonl").st_mode & 0o777),
    **said(w)
)
""",
    "iterator": """
told = []
sess = tf.Session()
w = watch(range(150), on_leak=told.append)
for i in w:
    step(sess, i)
    time.sleep(0.003)
broken = watch(range(1000))
for i in broken:
    step(sess, i)
    if i == 30:
        break
answer(told=len(told), marks=w.marks, broken=broken.marks, open=broken.is_open, **said(w))
""",
    "decorator": """
sess = tf.Session()
slow = sys.modules["tensorleak_probe.guards.watch"]
slow.FIRST_GLANCE, slow.CALL_SHARE = 0.5, 10_000  # as on a slow machine: a judgement is due when the call ends, and it is dear

@watch(on_leak="raise")
def train():
    for i in range(300):
        step(sess, i)
        time.sleep(0.004)
    return "done"

try:
    outcome = train()
except LeakError as error:
    outcome = error.diagnosis.verdict
train.watch.close()
answer(outcome=outcome, name=train.__name__, **said(train.watch))
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_leak_is_named_with_its_line(form: str, lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, GRAPH + FORMS[form], "leak")
    assert got["verdict"] == "leak", got
    assert got["rules"] == ["TL101"]
    assert got["lines"] == [got["line"]]
    assert "never removed from a graph" in got["holders"][0] and "placeholder" in got["remedies"][0]
    assert got["rates"][0] == pytest.approx(3, abs=1)  # a busy machine lets nobody read often
    if form == "context":
        assert got["told"] == [["program.py", got["line"], True]]
        assert got["hooked"] and got["unhooked"] and got["current"] and got["mode"] == "0o600"
        assert got["threads"] == got["finders"] == []
        whole = diagnose(load(tmp_path / "kept.jsonl"))  # the desk says the same of the recording that was kept
        assert [(found.rule, found.location.line) for found in whole.findings] == [("TL101", got["line"])]
    elif form == "iterator":
        assert (got["told"], got["marks"], got["broken"], got["open"]) == (1, 150, 30, False)
    else:
        assert (got["outcome"], got["name"]) == ("leak", "train")


@pytest.mark.parametrize("form", FORMS)
def test_its_steady_twin_is_calm(form: str, lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, GRAPH + FORMS[form], "steady")
    assert got["verdict"] not in ("leak", "growing"), got
    assert got["rules"] == []
    assert not got.get("told")
    if form == "decorator":
        assert got["outcome"] == "done"


POLICIES = (
    GRAPH
    + """
sess = tf.Session()
outcome = {}
sys.modules["tensorleak_probe.guards.watch"].FIRST_GLANCE = 3600  # all judgements at the end

class Mine(Exception):
    pass

def attempt(name, body, **options):
    try:
        with watch(**options) as w:
            body(w)
        outcome[name] = ["nothing", w.verdict]
    except Exception as error:
        outcome[name] = [type(error).__name__, w.verdict]

def fails(w):
    loop(w, sess)
    raise Mine("the body's own")

def strict(diagnosis):
    raise ValueError("the callback's own")

attempt("raise", lambda w: loop(w, sess), on_leak="raise")
attempt("body wins over raise", fails, on_leak="raise")
attempt("body wins over callable", fails, on_leak=strict)
attempt("callable may raise", lambda w: loop(w, sess), on_leak=strict)
with warnings.catch_warnings():
    warnings.simplefilter("error", LeakWarning)
    attempt("body wins over warnings as errors", fails)
attempt("short", lambda w: w.mark(), on_leak="raise")
for bad in (lambda: watch(on_leak="loud"), lambda: watch(3), lambda: iter(watch())):
    try:
        bad()
        outcome["refused"] = False
    except (TypeError, ValueError):
        outcome.setdefault("refused", True)
watch.mark()  # nobody watches: nothing happens
with open("notes.txt", "w") as notes:
    notes.write("mine")
try:
    watch(record="notes.txt").open()
except FileExistsError as error:
    outcome["foreign"] = open("notes.txt").read()
answer(outcome=outcome)
"""
)


def test_policies_and_the_bodys_own_exception(lane: Path, tmp_path: Path) -> None:
    outcome = run(lane, tmp_path, POLICIES, "leak")["outcome"]
    assert outcome == {
        "raise": ["LeakError", "leak"],
        "body wins over raise": ["Mine", "leak"],
        "body wins over callable": ["Mine", "leak"],
        "callable may raise": ["ValueError", "leak"],
        "body wins over warnings as errors": ["Mine", "leak"],
        "short": ["nothing", "too-short"],
        "refused": True,
        "foreign": "mine",
    }


SEVERAL = """
from tensorleak_probe import entries
tf.disable_eager_execution()
graph = tf.Graph()
with graph.as_default():
    x = tf.placeholder(tf.float32, [])
    y = x * 2.0
sess = tf.Session(graph=graph)
calm_graph = tf.Graph()
with calm_graph.as_default():
    a = tf.placeholder(tf.float32, [])
    b = a * 2.0
calm_sess = tf.Session(graph=calm_graph)
watches = {}

def leaky():
    with graph.as_default(), watch(on_leak=lambda d: None) as w:
        for i in range(200):
            sess.run(tf.constant(1.0) * i)  # LEAK
            time.sleep(0.004)
            watch.mark()
    watches["leaky"] = w

def calm():
    with watch(on_leak=lambda d: None) as w:
        for i in range(200):
            calm_sess.run(b, {a: 1.0})
            time.sleep(0.004)
            watch.mark()
    watches["calm"] = w

threads = [threading.Thread(target=target) for target in (leaky, calm)]
[t.start() for t in threads]; [t.join() for t in threads]

def inner():
    with watch(on_leak=lambda d: None) as w:
        for i in range(40):
            calm_sess.run(b, {a: 1.0})
            watch.mark()
    return w

def outer():
    with watch(on_leak=lambda d: None) as w:
        for i in range(60):
            nested = inner()
            watch.mark()
    return w, nested

w, nested = outer()
with watch() as parents:
    child = os.fork()
    if child == 0:  # a forked child is not watched, and ends nothing of its parent's
        parents.mark(); parents.close()
        os._exit(0 if not entries.is_hooked(tf.Session.__mro__[1].__init__) else 3)
    status = os.waitpid(child, 0)[1]
    kept = parents.is_open and os.path.exists(parents._branch.path)
answer(leaky=said(watches["leaky"]), calm=said(watches["calm"]), outer=[w.verdict, w.marks], inner=[nested.verdict, nested.marks],
       child=os.WEXITSTATUS(status), kept=kept, left=[t.name for t in threading.enumerate() if t.name == "tensorleak"])
"""


def test_each_watch_is_judged_over_its_own_marks(lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, SEVERAL)
    assert got["leaky"]["rules"] == ["TL105"] and got["leaky"]["lines"] == [got["line"]]
    assert got["calm"]["verdict"] != "leak" and got["calm"]["rules"] == [], got["calm"]
    assert got["outer"][0] not in ("leak", "growing") and got["outer"][1] == 60
    assert got["inner"][0] not in ("leak", "growing") and got["inner"][1] == 40
    assert (got["child"], got["kept"], got["left"]) == (0, True, [])


ALIVE = """
if not tf.__version__.startswith("2"):
    tf.enable_eager_execution()
from tensorflow import keras
import tensorflow

def once():
    model = keras.Sequential([keras.layers.Dense(2)])
    tensor = tensorflow.ones((4, 3))
    variable = tensorflow.Variable(tensorflow.ones((5,)))
    function = tensorflow.function(lambda x: x + variable[0])
    with watch(on_leak=lambda d: None) as w:
        for _ in range(20):
            function(tensor)
            model(tensor)
            time.sleep(0.02)
            w.mark()
    for batch in watch([np.ones(3) for _ in range(5)]):
        last = weakref.ref(batch)
    return [weakref.ref(o) for o in (model, tensor, variable, function)] + [last]

refs = [once() for _ in range(2)]
keras.backend.clear_session()
gc.collect()
answer(gone=[[ref() is None for ref in row] for row in refs])
"""


def test_nothing_is_kept_alive(lane: Path, tmp_path: Path) -> None:
    assert run(lane, tmp_path, ALIVE)["gone"] == [[True] * 5] * 2


EAGER = """
import tensorflow
kept = []
step = tensorflow.function(lambda x: tensorflow.reduce_sum(x * x))

def round_trip(i):
    kept.append(step(tensorflow.ones((64, 64))) + tensorflow.zeros((100, 100)))  # LEAK
    if sys.argv[1] != "leak":
        kept.clear()

for i in (w := watch(range(1200), on_leak=lambda d: None)):
    round_trip(i)
    time.sleep(0.004)
answer(**said(w))
"""


@pytest.mark.parametrize("kind", ["leak", "steady"])
def test_what_is_kept_is_named_with_its_line(kind: str, tf2: Path, tmp_path: Path) -> None:
    got = run(tf2, tmp_path, EAGER, kind)
    if kind == "leak":
        assert (got["rules"], got["lines"]) == (["TL301"], [got["line"]]), got
        assert "kept" in got["holders"][0]
        assert got["verdict"] == "leak" and got["rates"] == [pytest.approx(1.0, abs=0.03)]
    else:
        assert got["verdict"] not in ("leak", "growing") and got["rules"] == [], got


ROUNDS = """
tf.enable_eager_execution()
told, kept, data = [], [], np.ones((32, 4), "float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(loss="mse")

def predict():
    model.predict(data, verbose=0)

def predict_on_batch():
    model.predict_on_batch(data)

def fit():
    model.fit(data, data[:, :1], verbose=0)

def fresh():
    doubled = tf.function(lambda x: x * 2.0)
    doubled(tf.constant(1.0))
    return doubled

def functions_kept():
    kept.append(fresh())  # LEAK

def functions_dropped():
    fresh()

step = globals()[sys.argv[1]]
for _ in range(5):
    step()
with watch(on_leak=lambda diagnosis: told.append(diagnosis.sentence)) as w:
    begun = time.time()
    while w.marks < 60 or time.time() - begun < 5.0:  # so that it is judged in between as well as at the end
        step()
        w.mark()
answer(told=told, **said(w))
"""


CALM = [
    ("tf2", "predict"),
    ("tf2", "fit"),
    ("tf2", "functions_dropped"),
    ("tf1", "predict_on_batch"),
    ("tf1", "functions_dropped"),
]


@pytest.mark.parametrize("where, step", CALM)
def test_garbage_in_cycles_is_not_kept(where: str, step: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Each call of `predict` and `fit` makes functions, iterators and traces that only the collector takes away."""
    got = run(request.getfixturevalue(where), tmp_path, ROUNDS, step)
    assert got["verdict"] in ("steady", "deferred", "bounded", "retained"), got
    assert got["rules"] == got["told"] == []


def test_functions_that_are_kept_are_a_leak(lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, ROUNDS, "functions_kept")
    assert (got["verdict"], got["rules"], got["lines"]) == ("leak", ["TL203"], [got["line"]]), got
    assert len(got["told"]) == 1


@pytest.mark.parametrize("step", ["predict", "fit"])
def test_the_datasets_of_eager_keras_are_kept_on_tf_1(step: str, tf1: Path, tmp_path: Path) -> None:
    """TensorFlow 1.15 keeps the functions of each call's dataset; `predict_on_batch`, which makes none, is calm."""
    got = run(tf1, tmp_path, ROUNDS, step)
    assert (got["verdict"], got["rules"]) == ("leak", ["TL502"]), got
