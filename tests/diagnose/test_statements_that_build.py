"""What a statement builds by itself and through the functions that it calls is one growth, blamed at that statement."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import FILE, loop

Place = tuple[str, int]
SHRINK, LOOP = ("_shrink", 48), ("prune", 51)
MASK, SORT, KEEP = ("_mask", 45), ("_threshold", 42), ("_threshold", 41)


def frames(*places: Place) -> list[list[object]]:
    return [[FILE, line, function] for function, line in places]


@pytest.mark.parametrize(
    ("stacks", "lines"),
    [
        # kernel.assign(kernel * mask_of(kernel)), which builds two operations and has eight built
        (
            {(SHRINK, LOOP): 2, (MASK, SHRINK, LOOP): 3, (SORT, MASK, SHRINK, LOOP): 3, (KEEP, MASK, SHRINK, LOOP): 2},
            [48],
        ),
        # a training that has begun builds a little by itself, and its callbacks go on
        ({(("fit", 39), LOOP): 1, (SORT, ("fit", 39), LOOP): 60}, [42]),
        # the caller builds nothing: the function that does is told
        ({(SORT, LOOP): 4, (KEEP, LOOP): 2}, [42]),
        # another statement builds as much: each is told by itself, at the line of its own
        ({(SHRINK, LOOP): 2, (SORT, SHRINK, LOOP): 4, (("train", 60), LOOP): 6}, [42, 60]),
    ],
    ids=["one statement", "a caller that builds next to nothing", "a caller that builds nothing", "two statements"],
)
def test_a_statement_that_builds_is_told_with_what_it_has_built(
    stacks: dict[tuple[Place, ...], int], lines: list[int], tmp_path: Path
) -> None:
    built = loop().builds(sum(stacks.values()))
    records = []
    for record in built.records():
        if record["k"] == "sites" and record["rows"][0]["id"] == 1:
            record["rows"] = [{"id": 10 + n, "frames": frames(*stack)} for n, stack in enumerate(stacks)]
            record["rows"].append({"id": 1, "frames": frames(LOOP)})
        if record.get("ops"):
            ((_, *names, total, nbytes, types, varied, same),) = record["ops"]
            shares = [(10 + n, count / sum(stacks.values())) for n, count in enumerate(stacks.values())]
            record["ops"] = [[site, *names, total * share, nbytes, types, varied, same] for site, share in shares]
        records.append(record)
    built.records = lambda: records  # type: ignore[method-assign]
    found = built.diagnosis(tmp_path).findings
    assert [(one.rule, one.location.line) for one in found if one.location is not None] == [
        ("TL101", line) for line in lines
    ]
