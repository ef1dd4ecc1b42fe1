"""Libraries that try a function of the program many times: searches for the best arguments, and models that such a search makes."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from tensorleak.check import frameworks
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import trains, works
from tensorleak.check.module import Function
from tensorleak.check.values import ANY, CALLABLE, MANY, Loop, Value, likely

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

TRIES = 100.0  # calls of a function by a search that does not say how many
FOLDS = 5.0
# By what searches are told how often they try.
NUMBERS = "max_evals n_trials n_calls num_samples n_iter max_iter maxiter niter ngen budget iterations max_n".split()
ONCE = frozenset(
    "callback callbacks catch progress".split()
)  # functions that a search takes and that are not what it tries
WRAPPERS = "KerasClassifier", "KerasRegressor"  # of `keras.wrappers.scikit_learn`, `scikeras.wrappers` and their like
SEARCHES = (
    "GridSearchCV",
    "RandomizedSearchCV",
    "BayesSearchCV",
    "cross_val_score",
    "cross_validate",
    "cross_val_predict",
)


def tried(run: Interpreter, call: Call, owner: str) -> None:
    """A search is handed a function: it calls that for every trial. `owner` names what is called, or what made its object."""
    if not frameworks.searches(owner):
        return
    named = [value for word, value in call.keywords.items() if word not in ONCE]
    for function in (*call.arguments, *named):
        if function.kind in CALLABLE and isinstance(function.target, Function):
            try_out(run, function, call, number_of(call))


def number_of(call: Call) -> float:
    """How many trials a search is told to make."""
    given = (likely(call.keywords[word]) for word in NUMBERS if word in call.keywords)
    return next((number for number in given if number is not None), TRIES)


def try_out(run: Interpreter, function: Value, call: Call, trials: float) -> None:
    """Calls a function as often as a search does, each time with other arguments."""
    text = f"{call.last_name} calls {function.name or 'a function'} for every trial"
    loop = Loop("task", call.node, run.frame.module, MANY, text)
    loop.likely = trials
    run.story.loops.append(loop)
    with run.within(loop):
        run.call(function, [Value(varies=frozenset((loop,)))], {}, call.node)


def _wrapper(run: Interpreter, call: Call) -> Value:
    """An estimator that builds a model by a function of the program whenever it is trained."""
    built = call.keywords.get("build_fn") or call.keywords.get("model") or call.first
    known = isinstance(built.target, Function) and built.kind in CALLABLE
    return Value("estimator", call.name, items=[built] if known else [], born=run.loops, place=run.place(call.node))


def _search(run: Interpreter, call: Call) -> Value:
    """A search over the arguments of an estimator: a class of them trains when it is told to, a function at once."""
    estimator = call.given("estimator", 0) or ANY
    jobs = call.keywords.get("n_jobs")
    if estimator.kind != "estimator" or (jobs is not None and jobs.const != 1):
        return Value("", call.name, born=run.loops)  # in processes of their own
    search = Value("search", call.name, items=[estimator], born=run.loops, place=run.place(call.node))
    search.options["trials"] = candidates(call) * (
        likely(call.keywords["cv"]) or FOLDS if "cv" in call.keywords else FOLDS
    )
    if call.last_name.startswith("cross_val"):
        _search_method(run, search, Call("fit", [], {}, call.node))
    return search


def candidates(call: Call) -> float:
    """How many settings a search tries: all combinations of a grid, or as many as it is told."""
    if call.last_name != "GridSearchCV":
        return number_of(call) if "n_iter" in call.keywords else 1.0 if call.last_name.startswith("cross_val") else 10.0
    grid = call.given("param_grid", 1) or ANY
    sizes = [len(part.items or ()) or 1 for part in grid.items or ()]
    return float(prod(sizes)) if sizes else TRIES / FOLDS


def _search_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    """`search.fit(...)` trains a new model for every setting and every fold."""
    for estimator in receiver.items or () if call.name == "fit" else ():
        for function in estimator.items or ():
            loop = Loop(
                "task",
                call.node,
                run.frame.module,
                MANY,
                f"{receiver.name.rpartition('.')[2]} trains a model for every setting",
            )
            trials = receiver.options.get("trials")
            loop.likely = trials if isinstance(trials, float) else TRIES
            run.story.loops.append(loop)
            with run.within(loop):
                model = run.call(function, [], {}, call.node)
                model.uses |= frozenset(run.loops)
                works(run)
                trains(run)
    return ANY


def _discrete(run: Interpreter, call: Call) -> Value:
    """`hp.Discrete([16, 32])`: the values of a hyper-parameter, which a grid goes through."""
    domain = Value("", call.name)
    domain.attrs = {"values": call.first}
    return domain


def _hyper_parameter(run: Interpreter, call: Call) -> Value:
    """`hp.HParam("units", hp.Discrete([16, 32]))`."""
    found = Value("", call.name)
    found.attrs = {"domain": call.given("domain", 1) or ANY}
    return found


def folds(splitter: Value) -> Value:
    """`KFold(n_splits=10).split(rows)`: training and test rows of every fold, as often as the splitter was told."""
    found = Value("generator", items=[Value("tuple", items=[Value("array"), Value("array")])])
    number = splitter.options.get("folds")
    found.options.update(few=True, folds=True, likely=number if isinstance(number, float) else FOLDS)
    return found


def is_splitter(name: str) -> bool:
    """Whether something that scikit-learn made splits data into folds."""
    return name.startswith("sklearn.") and name.rpartition(".")[2].endswith(SPLITTERS)


def splitter(run: Interpreter, call: Call) -> Value:
    """A cross-validator, with the number of its folds; the old ones, of `sklearn.cross_validation`, are gone through themselves."""
    found = Value("", call.name, born=run.loops)
    old = call.name.startswith("sklearn.cross_validation.")
    number = call.keywords.get("n_folds") or call.given("n_splits", 1 if old else 0)
    found.options["folds"] = folds_of(call, likely(number) if number is not None else None)
    return folds(found) if old else found


def folds_of(call: Call, told: float | None) -> float:
    """How many folds a cross-validator makes: one for every row where one row is left out."""
    if call.last_name in ("LeaveOneOut", "LeavePOut"):
        return ROWS
    repeated = likely(call.keywords["n_repeats"]) if "n_repeats" in call.keywords else None
    return (told or FOLDS) * ((repeated or REPEATS) if call.last_name.startswith("Repeated") else 1.0)


ROWS = 1000.0  # of small data, where each is left out once
REPEATS = 10.0
SPLITTERS = ("Fold", "Split", "LeaveOneOut", "LeavePOut", "LeaveOneGroupOut", "LeavePGroupsOut", "LeaveOneLabelOut")
HYPER_PARAMETERS = "tensorboard.plugins.hparams.api"
FUNCTIONS: dict[str, ApiFunction] = {
    f"{HYPER_PARAMETERS}.Discrete": _discrete,
    f"{HYPER_PARAMETERS}.HParam": _hyper_parameter,
    **{
        f"{module}.{name}": _wrapper
        for name in WRAPPERS
        for module in ("keras.wrappers.scikit_learn", "scikeras.wrappers")
    },
    **{f"sklearn.model_selection.{name}": _search for name in SEARCHES},
    "skopt.BayesSearchCV": _search,
}
METHODS: dict[str, ApiMethod] = {"search": _search_method}
