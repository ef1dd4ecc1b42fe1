"""A variable made while a function is traced is made once, outside: shown only, for it is a matter of design."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.edits import Edits
from tensorleak.fix.motion import top_level
from tensorleak.fix.nodes import find, only
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import bound, free


def rewrite(request: Request) -> Rewrite | Refusal:
    """Shows the variable in front of the function, for the function to assign to."""
    assign = only(request.statement, cst.Assign)
    if assign is None:
        raise Refused("the line does not assign a new variable")
    call = next(
        (one for one in find(assign.value, cst.Call) if request.names.called(one) == "tensorflow.Variable"), None
    )
    function = request.function(request.statement)
    if call is None or function is None:
        raise Refused("the line makes no `tf.Variable` inside a function")
    local = {name for name in free(assign.value) if not request.names.is_import(name)} - bound(request.module)
    if local:
        raise Refused(f"the variable depends on `{min(local)}`, which only the function knows")
    edits = Edits()
    name = f"{function.name.value}_variable"
    made = cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(cst.Name(name))], call)])
    edits.insert_before(top_level(request, function), [made])
    edits.replace(call, cst.Name(name))
    return request.rewrite(
        edits,
        Safety.SHOWN,
        f"Make the variable once, in front of `{function.name.value}`",
        "all callers then share one variable: reset it with assign() where each needs its own start",
    )
