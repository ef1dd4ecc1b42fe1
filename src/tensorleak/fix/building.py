"""Splits graph code into what is built once and what is fed in each round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import libcst as cst

from tensorleak.fix.edits import expression, statement
from tensorleak.fix.helpers import check_helper
from tensorleak.fix.motion import READING, fresh_name, is_repeatable, root_name
from tensorleak.fix.nodes import find, only, walk
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import binding_count, free, target_names
from tensorleak.fix.values import Kind, Value

CONSTANTS = frozenset(["tensorflow.constant", "tensorflow.convert_to_tensor"])
# Functions that turn a plain operand into the type of their tensor operand.
ALIKE = frozenset(
    [
        "add",
        "subtract",
        "multiply",
        "divide",
        "matmul",
        "maximum",
        "minimum",
        "pow",
        "squared_difference",
        "assign",
        "assign_add",
        "assign_sub",
    ]
)
VARIABLES = frozenset(["tensorflow.Variable", "tensorflow.get_variable"])
NOT_FETCHED = "what the line builds is neither assigned to a plain name nor fetched by the `run` of a session"
# Functions of TensorFlow that give a list of tensors.
LISTING = ("variables", "get_collection", "gradients", "split", "unstack", "Variables")
SHAPED = ("conv", "pool", "layers.", "dense", "batch_norm", "unstack", "dynamic_rnn")
TYPES = {
    "float32": "float32",
    "float64": "float64",
    "int32": "int32",
    "int64": "int64",
    "float": "float32",
    "int": "int32",
}


@dataclass(frozen=True)
class Feed:
    """A placeholder that stands for a value of the round."""

    name: str
    dtype: str
    shape: str
    value: cst.BaseExpression


@dataclass
class Plan:
    """What moves, under which names, and what has to be fed."""

    statements: list[cst.SimpleStatementLine] = field(default_factory=list)  # as they will stand at the new place
    removed: list[cst.SimpleStatementLine] = field(default_factory=list)
    feeds: list[Feed] = field(default_factory=list)
    built: set[str] = field(default_factory=set)
    fetches: dict[cst.BaseExpression, str] = field(default_factory=dict)  # op-building fetches and their new names
    runs: list[cst.Call] = field(default_factory=list)  # the calls that fetch something of the above


class Builder:
    """Collects a plan for one region of code, in which `varying` names change from round to round."""

    def __init__(self, request: Request, region: cst.CSTNode, varying: set[str]) -> None:
        self.request = request
        self.region = region
        self.varying = set(varying)
        self.plan = Plan()
        self._pending: list[Feed] = []
        self._in_place = False  # whether a value that is fed is computed where it was computed before

    def collect(self) -> Plan:
        """Goes through the block of the blamed statement; refuses when that statement itself cannot move."""
        block = self.request.block(self.request.statement)
        for one in block.body:
            assign = only(one, cst.Assign)
            if assign is not None and isinstance(one, cst.SimpleStatementLine) and self._is_building(assign, one):
                self._attempt(one, partial(self._move, one, assign))
        for run in self._runs():
            holder = self._holder(run)
            for part in fetched(run):
                near = self.request.parents.get(holder) is block or bool(free(part) & self.plan.built)
                if near and self._is_op(part):
                    self._attempt(holder, partial(self._extract, part, run))
        self._check()
        return self.plan

    def _attempt(self, one: cst.CSTNode, action: Callable[[], None]) -> None:
        """A neighbour that cannot move stays; the blamed statement must move."""
        self._pending = []
        self._in_place = False
        try:
            action()
        except Refused:
            if one is self.request.statement:
                raise
        else:
            self.plan.feeds.extend(self._pending)

    def _is_building(self, assign: cst.Assign, one: cst.CSTNode) -> bool:
        if isinstance(assign.value, cst.Call) and is_run(assign.value):
            return False
        if self.request.values.of(assign.value).kind is Kind.TENSOR:
            return True
        return one is self.request.statement or bool(free(assign.value) & self.plan.built)

    def _move(self, one: cst.SimpleStatementLine, assign: cst.Assign) -> None:
        names = [name for target in assign.targets for name in target_names(target.target)]
        plain = all(isinstance(target.target, cst.Name | cst.Tuple | cst.List) for target in assign.targets)
        if not names or not plain or len(assign.targets) != 1:
            raise Refused("what is built is not assigned to plain names")
        for name in names:
            if name in free(assign.value) and self._is_carried(name):
                raise Refused(f"`{name}` is carried from one round to the next: make it a tf.Variable and assign to it")
            if name in free(assign.value):
                raise Refused(f"`{name}` is assigned in several places")
            self._check_bound_once(name)
        value = self.convert(assign.value)
        self.plan.statements.append(one.with_changes(body=[assign.with_changes(value=value)]))
        self.plan.removed.append(one)
        self.plan.built.update(names)
        self.varying.difference_update(names)

    def _is_carried(self, name: str) -> bool:
        """Whether what a round assigns to a name is what the next one begins with."""
        return not isinstance(self.region, cst.FunctionDef) and binding_count(self.region, name) == 1

    def _check_bound_once(self, name: str) -> None:
        scope = self.request.function(self.request.statement) or self.request.module
        body = scope.body if isinstance(scope, cst.FunctionDef) else scope
        if binding_count(body, name) != 1:
            raise Refused(f"`{name}` is assigned in several places")

    def _extract(self, part: cst.BaseExpression, run: cst.Call) -> None:
        self._in_place = True
        value = self.convert(part)
        known = self._twin(part, run)
        if known is not None:
            self.plan.fetches[part] = known
            return
        name = fresh_name(self.request, self._fetch_name(part, run), self.plan.built)
        self.plan.statements.append(
            statement("x = y").with_changes(body=[cst.Assign([cst.AssignTarget(cst.Name(name))], value)])
        )
        self.plan.built.add(name)
        self.plan.fetches[part] = name

    def _twin(self, part: cst.BaseExpression, run: cst.Call) -> str | None:
        """The name of the same expression in another run, for which one operation is enough; in one run it may be meant twice."""
        if self._pending:
            return None
        here = fetched(run)
        same = (name for one, name in self.plan.fetches.items() if one not in here and one.deep_equals(part))
        return next(same, None)

    def _fetch_name(self, part: cst.BaseExpression, run: cst.Call) -> str:
        holder = self.request.parents[run]
        if isinstance(holder, cst.Assign) and len(fetched(run)) == 1:
            target = holder.targets[0].target
            if isinstance(target, cst.Name):
                return f"{target.value}_op"
        return f"{root_name(part)}_op"

    def _runs(self) -> list[cst.Call]:
        return [call for call in find(self.region, cst.Call) if is_run(call)]

    def _holder(self, node: cst.CSTNode) -> cst.CSTNode:
        return next(
            one
            for one in (node, *self.request.ancestors(node))
            if isinstance(one, cst.SimpleStatementLine | cst.BaseCompoundStatement)
        )

    def _is_op(self, part: cst.BaseExpression) -> bool:
        if not isinstance(part, cst.Call | cst.BinaryOperation | cst.Subscript | cst.UnaryOperation):
            return False
        return (
            self.request.values.of(part).kind is Kind.TENSOR or bool(free(part) & self.plan.built) or self._builds(part)
        )

    def _builds(self, part: cst.BaseExpression) -> bool:
        return (
            isinstance(part, cst.Call) and isinstance(part.func, cst.Attribute) and part.func.attr.value == "get_next"
        )

    def convert(self, node: cst.BaseExpression) -> cst.BaseExpression:
        """The expression as it will stand at the new place; refuses when a changing part cannot be fed."""
        if not self._changes(node) and self._is_plainly_fixed(node):
            return node
        if isinstance(node, cst.Call):
            return self._convert_call(node)
        if isinstance(node, cst.BinaryOperation):
            self._check_pair(node)
            left = self._operand(node.left, node.right)
            return node.with_changes(left=left, right=self._operand(node.right, node.left))
        if isinstance(node, cst.UnaryOperation):
            return node.with_changes(expression=self.convert(node.expression))
        if isinstance(node, cst.Attribute):
            return node.with_changes(value=self.convert(node.value))
        if isinstance(node, cst.Subscript):
            return self._convert_subscript(node)
        if isinstance(node, cst.List | cst.Tuple):
            elements = [one.with_changes(value=self.convert(one.value)) for one in node.elements]
            return node.with_changes(elements=elements)
        self._refuse(node)
        return node

    def _is_plainly_fixed(self, node: cst.BaseExpression) -> bool:
        for call in find(node, cst.Call):
            builds = self.request.values.of(call).kind is Kind.TENSOR and not self._reads_disk(call)
            if not builds and not is_repeatable(self.request, call):
                raise Refused(f"`{self.request.code(call.func)}` may give something else on every call")
            if self.request.names.called(call) in VARIABLES:
                raise Refused(_variable(self.request.names.called(call)))
            check_helper(self.request, call, self.varying)
        return True

    def _reads_disk(self, call: cst.Call) -> bool:
        return self.request.names.called(call).startswith(READING)

    def _changes(self, node: cst.BaseExpression) -> bool:
        """Whether an expression differs from round to round: by its names, or since plain data is read anew, such as `rate.eval()`."""
        return bool(free(node) & self.varying) or any(
            self._in_place and not is_repeatable(self.request, call) and self.request.values.of(call).kind is Kind.PLAIN
            for call in find(node, cst.Call)
        )

    def _refuse(self, node: cst.CSTNode) -> None:
        changing = free(node) & self.varying
        what = f"`{min(changing)}`, which changes" if changing else f"`{self.request.code(node)}`"
        raise Refused(f"it depends on {what}, and is not fed to the session")

    def _convert_call(self, node: cst.Call) -> cst.BaseExpression:
        name = self.request.names.called(node)
        if name in CONSTANTS and node.args:
            return self._constant(node)
        if name in VARIABLES:
            raise Refused(_variable(name))
        if name.startswith("tensorflow."):
            return node.with_changes(args=[self._argument(arg, node, name) for arg in node.args])
        if isinstance(node.func, cst.Attribute) and self.request.values.of(node.func.value).kind is Kind.TENSOR:
            func = node.func.with_changes(value=self.convert(node.func.value))
            # What is assigned gets the type of the variable.
            partner = node.func.value if node.func.attr.value in ALIKE else None
            args = [one.with_changes(value=self._operand(one.value, partner)) for one in node.args]
            return node.with_changes(func=func, args=args)
        self._refuse(node)
        return node

    def _argument(self, arg: cst.Arg, call: cst.Call, name: str) -> cst.Arg:
        if arg.keyword is not None or name.rpartition(".")[2] not in ALIKE:
            return arg.with_changes(value=self._operand(arg.value, None))
        partner = next((one.value for one in call.args if one is not arg and one.keyword is None), None)
        return arg.with_changes(value=self._operand(arg.value, partner))

    def _operand(self, node: cst.BaseExpression, partner: cst.BaseExpression | None) -> cst.BaseExpression:
        """A plain value that changes becomes a placeholder of the type that its tensor neighbour gives it."""
        if (
            not self._changes(node)
            or self.request.values.of(node).kind is not Kind.PLAIN
            or free(node) & self.plan.built
        ):
            return self.convert(node)
        return self._feed(node, self._type_beside(partner) or self._type_of(self.request.values.of(node), node))

    def _constant(self, node: cst.Call) -> cst.BaseExpression:
        """`tf.constant(batch, tf.float32)` becomes the placeholder itself."""
        data = node.args[0].value
        dtype = next((arg.value for arg in node.args[1:] if arg.keyword is None or arg.keyword.value == "dtype"), None)
        if dtype is not None and not free(dtype) & self.varying:
            return self._feed(data, self.request.code(dtype))
        return self._feed(data, self._type_of(self.request.values.of(data), data))

    def _convert_subscript(self, node: cst.Subscript) -> cst.BaseExpression:
        elements = []
        for element in node.slice:
            part = element.slice
            if isinstance(part, cst.Index) and free(part.value) & self.varying:
                self._check_tensor(node)
                part = part.with_changes(value=self._feed(part.value, self._spelled("int32"), "[]"))
            elif free(part) & self.varying:
                self._refuse(part)
            elements.append(element.with_changes(slice=part))
        return node.with_changes(value=self.convert(node.value), slice=elements)

    def _check_tensor(self, node: cst.Subscript) -> None:
        """Refuses to index by a placeholder what is, or may be, a list of tensors; `x[:, i]` is none."""
        if len(node.slice) > 1:
            return
        made = self.request.sources.origins(node.value)
        listed = any(
            isinstance(one, cst.List | cst.Tuple | cst.BaseComp) or self.request.names.called(one).endswith(LISTING)
            for one in (*made, node.value)
        )
        if listed or self.request.values.of(node.value).kind is not Kind.TENSOR:
            raise Refused(f"`{self.request.code(node.value)}` may be a list, which a placeholder cannot index")

    def _check_pair(self, node: cst.BinaryOperation) -> None:
        """Refuses plain data beside what may be plain, too: together they may be one value, and which type that has nobody can tell."""
        for one, other in ((node.left, node.right), (node.right, node.left)):
            known = [self.request.values.of(side).kind for side in (one, other)]
            if self._changes(one) and known == [Kind.PLAIN, Kind.UNKNOWN] and not free(other) & self.plan.built:
                raise Refused(f"whether `{self.request.code(other)}` is a tensor cannot be told")

    def _type_beside(self, partner: cst.BaseExpression | None) -> str | None:
        if not isinstance(partner, cst.Name | cst.Attribute) or free(partner) & self.varying:
            return None
        return (
            f"{self.request.code(partner)}.dtype.base_dtype"
            if self.request.values.of(partner).kind is not Kind.PLAIN
            else None
        )

    def _type_of(self, value: Value, node: cst.BaseExpression) -> str:
        if value.kind is Kind.TENSOR or value.dtype not in TYPES:
            raise Refused(f"the number type of `{self.request.code(node)}` is not evident: a placeholder needs it")
        return self._spelled(TYPES[value.dtype])

    def _spelled(self, name: str) -> str:
        return self.request.names.tensorflow(name) or f"tf.{name}"

    def _feed(self, value: cst.BaseExpression, dtype: str, shape: str = "") -> cst.Name:
        taken = {feed.name for feed in (*self.plan.feeds, *self._pending)}
        name = fresh_name(self.request, f"{root_name(value)}_input", taken)
        for changing in free(value) & self.varying:
            self._check_steady(changing)
        if not self._in_place and any(_reads_session(call) for call in find(value, cst.Call)):
            raise Refused(f"`{self.request.code(value)}` would be read at another moment")
        scalar = "[]" if self.request.values.of(value).scalar else ""
        self._pending.append(Feed(name, dtype, shape or scalar, value))
        return cst.Name(name)

    def _check_steady(self, name: str) -> None:
        """The value is read later than before: at the run; nothing may assign to it in between."""
        if binding_count(self.region, name) > 1:
            raise Refused(f"`{name}` is assigned in several places")

    def _check(self) -> None:
        if not self.plan.statements:
            raise Refused(NOT_FETCHED)
        self.plan.runs = [run for run in self._runs() if self._fetches_built(run)]
        if self.request.statement not in self.plan.removed and not any(
            self._holder(part) is self.request.statement for part in self.plan.fetches
        ):
            raise Refused(NOT_FETCHED)
        if not self.plan.feeds:
            return
        if len(self.plan.runs) != 1:
            raise Refused("what is built is not run by exactly one call, which a changing value could be fed to")
        for use in self.uses():
            if not any(use is one for one in walk(self.plan.runs[0].args[0])):
                raise Refused(f"`{use.value}` is used at line {self.request.line(use)} without being run")
        self._check_shapes()

    def _fetches_built(self, run: cst.Call) -> bool:
        return any(part in self.plan.fetches or free(part) & self.plan.built for part in fetched(run))

    def _check_shapes(self) -> None:
        if all(feed.shape for feed in self.plan.feeds):
            return
        for one in self.plan.statements:
            for call in find(one, cst.Call):
                name = self.request.names.called(call)
                if any(word in name for word in SHAPED):
                    raise Refused(
                        f"`{self.request.code(call.func)}` needs the shape of its input, which is not evident"
                    )
            if any(attribute.attr.value in {"shape", "get_shape"} for attribute in find(one, cst.Attribute)):
                raise Refused("the shape of the input is read, which is not evident")

    def uses(self) -> Iterator[cst.Name]:
        """Where names that are built once are read, outside of the statements that move."""
        gone = {node for one in self.plan.removed for node in walk(one)}
        gone |= {node for part in self.plan.fetches for node in walk(part)}
        scope = self.request.function(self.request.statement) or self.request.module
        for name in find(scope, cst.Name):
            if name.value in self.plan.built and name not in gone and not self.request.is_label(name):
                yield name


def _variable(name: str) -> str:
    found = " or looks up" if name.endswith("get_variable") else ""
    return f"it makes{found} a variable, which would have to be initialised"


def is_run(call: cst.Call) -> bool:
    """A call of a session's `run`, told by its receiver's name where nothing else tells."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "run" or not call.args:
        return False
    return "sess" in root_name(call.func.value)


def _reads_session(call: cst.Call) -> bool:
    """`rate.eval()` and `session.run(rate)`: what they give depends on when they are called."""
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in {"eval", "run"}


def fetched(run: cst.Call) -> list[cst.BaseExpression]:
    """What a run fetches, one by one."""
    first = run.args[0].value
    return [one.value for one in first.elements] if isinstance(first, cst.List | cst.Tuple) else [first]


def with_feeds(run: cst.Call, feeds: list[Feed], rename: dict[str, str]) -> cst.Call:
    """The run with values for the placeholders."""
    pairs = [cst.DictElement(expression(rename.get(feed.name, feed.name)), feed.value) for feed in feeds]
    place = next(
        (n for n, arg in enumerate(run.args) if arg.keyword is not None and arg.keyword.value == "feed_dict"), None
    )
    if place is None and len(run.args) > 1 and run.args[1].keyword is None:
        place = 1
    if place is None:
        new = cst.Arg(_dict(pairs))
        first = run.args[0].with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        rest = run.args[1:]
        if rest:
            new = new.with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        return run.with_changes(args=[first, new, *rest])
    args = [*run.args]
    args[place] = args[place].with_changes(value=_extended(args[place].value, pairs))
    return run.with_changes(args=args)


def _extended(feeds: cst.BaseExpression, pairs: list[cst.DictElement]) -> cst.Dict:
    if isinstance(feeds, cst.Dict) and feeds.elements:
        *others, last = feeds.elements
        last = last.with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        return feeds.with_changes(elements=[*others, last, *_dict(pairs).elements])
    whole = cst.StarredDictElement(feeds, comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
    return cst.Dict([whole, *_dict(pairs).elements])


def _dict(pairs: list[cst.DictElement]) -> cst.Dict:
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    return cst.Dict([*(pair.with_changes(comma=comma) for pair in pairs[:-1]), pairs[-1]])
