"""Which names a piece of code reads, binds and changes: what decides whether it may be moved."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator

import libcst as cst

from tensorleak.fix.names import path_of

STORING = cst.AssignTarget | cst.AnnAssign | cst.AugAssign | cst.For | cst.NamedExpr | cst.Del
BUILTINS = frozenset(dir(builtins))
Scope = cst.FunctionDef | cst.Lambda | cst.ClassDef | cst.BaseComp


def target_names(target: cst.CSTNode) -> Iterator[str]:
    """The plain names that an assignment target binds."""
    if isinstance(target, cst.Name):
        yield target.value
    elif isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from target_names(element.value)


def target_paths(target: cst.CSTNode) -> Iterator[str]:
    """The attributes that a target changes, `self.x` for `self.x[0] = …` too."""
    if isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from target_paths(element.value)
    while isinstance(target, cst.Subscript):
        target = target.value
    if isinstance(target, cst.Attribute):
        name = path_of(target)
        if name:
            yield name


def parameters(function: cst.FunctionDef | cst.Lambda) -> list[cst.Param]:
    """All parameters, in order."""
    params = function.params
    stars = [one for one in (params.star_arg, params.star_kwarg) if isinstance(one, cst.Param)]
    return [*params.posonly_params, *params.params, *params.kwonly_params, *stars]


def bound(*nodes: cst.CSTNode) -> set[str]:
    """The names that a piece of code binds in its own scope."""
    names: set[str] = set()
    for node in nodes:
        for binding in _bindings(node):
            names.update(binding)
    return names


def binding_count(node: cst.CSTNode, name: str) -> int:
    """How often a piece of code binds a name in its own scope."""
    return sum(name in binding for binding in _bindings(node))


def changed_paths(*nodes: cst.CSTNode) -> set[str]:
    """The attributes (`self.rate`) that a piece of code assigns to, changes in place or deletes, anywhere inside."""
    paths: set[str] = set()
    for node in nodes:
        for target in _targets(node, into_scopes=True):
            paths.update(target_paths(target))
    return paths


def free(*nodes: cst.CSTNode) -> set[str]:
    """The names that a piece of code reads and does not bind itself in an inner scope; builtins are left out."""
    names: set[str] = set()
    for node in nodes:
        names.update(_reads(node, frozenset()))
    return names - BUILTINS


def paths_read(node: cst.CSTNode) -> set[str]:
    """The attribute paths (`self.model.scores`, and `self.model`) that a piece of code reads."""
    paths: set[str] = set()
    for one in _walk(node, into_scopes=True):
        if isinstance(one, cst.Attribute):
            name = path_of(one)
            if name:
                paths.add(name)
    return paths


def _walk(node: cst.CSTNode, into_scopes: bool = False) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        if into_scopes or not isinstance(child, Scope):
            yield from _walk(child, into_scopes)
        else:
            yield child


def _targets(node: cst.CSTNode, into_scopes: bool = False) -> Iterator[cst.CSTNode]:
    for one in _walk(node, into_scopes):
        if isinstance(one, STORING):
            yield one.target
        elif isinstance(one, cst.AsName):
            yield one.name


def _bindings(node: cst.CSTNode) -> Iterator[set[str]]:
    for target in _targets(node):
        yield set(target_names(target))
    for one in _walk(node):
        if isinstance(one, cst.FunctionDef | cst.ClassDef):
            yield {one.name.value}
        elif isinstance(one, cst.ImportAlias) and one.asname is None:
            yield {(path_of(one.name) or "").split(".")[0]}
        elif isinstance(one, cst.BaseComp):
            # A walrus in a comprehension binds outside of it.
            yield {
                name
                for inner in _walk(one, True)
                if isinstance(inner, cst.NamedExpr)
                for name in target_names(inner.target)
            }


def _reads(node: cst.CSTNode, inner: frozenset[str]) -> Iterator[str]:
    if isinstance(node, cst.Name):
        if node.value not in inner:
            yield node.value
    elif isinstance(node, cst.Attribute | cst.Arg):
        yield from _reads(node.value, inner)
    elif isinstance(node, cst.FunctionDef | cst.Lambda):
        yield from _function_reads(node, inner)
    elif isinstance(node, cst.BaseComp):
        yield from _comprehension_reads(node, inner)
    elif isinstance(node, cst.Import | cst.ImportFrom | cst.Global | cst.Nonlocal):
        return
    elif isinstance(node, cst.AsName | cst.AssignTarget):
        yield from _target_reads(node.name if isinstance(node, cst.AsName) else node.target, inner)
    elif isinstance(node, cst.For):
        yield from _target_reads(node.target, inner)
        yield from _all_reads((node.iter, node.body, *([node.orelse] if node.orelse else [])), inner)
    elif isinstance(node, cst.AnnAssign | cst.NamedExpr):
        yield from _target_reads(node.target, inner)
        yield from _all_reads([node.value] if node.value else [], inner)
    elif isinstance(node, cst.ClassDef):
        yield from _all_reads((*node.bases, *node.keywords, *node.decorators, node.body), inner)
    else:
        yield from _all_reads(node.children, inner)


def _all_reads(nodes: Iterable[cst.CSTNode], inner: frozenset[str]) -> Iterator[str]:
    for node in nodes:
        yield from _reads(node, inner)


def _target_reads(target: cst.CSTNode, inner: frozenset[str]) -> Iterator[str]:
    """Storing to `a.b` or `a[i]` reads `a` and `i`."""
    if isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from _target_reads(element.value, inner)
    elif not isinstance(target, cst.Name):
        yield from _reads(target, inner)


def _function_reads(node: cst.FunctionDef | cst.Lambda, inner: frozenset[str]) -> Iterator[str]:
    own = {param.name.value for param in parameters(node)}
    if isinstance(node, cst.FunctionDef):
        yield from _all_reads(node.decorators, inner)
        own |= bound(node.body) - _declared_outside(node.body)
    for param in parameters(node):
        if param.default is not None:
            yield from _reads(param.default, inner)
    yield from _reads(node.body, inner | own)


def _declared_outside(body: cst.CSTNode) -> set[str]:
    found: set[str] = set()
    for one in _walk(body):
        if isinstance(one, cst.Global | cst.Nonlocal):
            found.update(item.name.value for item in one.names)
    return found


def _comprehension_reads(node: cst.BaseComp, inner: frozenset[str]) -> Iterator[str]:
    own: set[str] = set()
    clause: cst.CompFor | None = node.for_in
    clauses = []
    while clause is not None:
        own.update(target_names(clause.target))
        clauses.append(clause)
        clause = clause.inner_for_in
    results = [node.key, node.value] if isinstance(node, cst.DictComp) else [getattr(node, "elt")]  # noqa: B009
    yield from _all_reads(results, inner | own)
    for number, one in enumerate(clauses):
        yield from _reads(one.iter, inner if number == 0 else inner | own)
        yield from _all_reads(one.ifs, inner | own)
