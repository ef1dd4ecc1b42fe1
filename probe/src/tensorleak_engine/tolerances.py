"""All tolerances of the engine, each with its unit and the reason for it.

They are read as `tolerances.NAME` wherever they are used, so that `tools/sensitivity.py` can halve and double each of them over the recordings
of all programs and say which answers flip. Words, limits of size and what a gauge declares of itself are not among them.
"""

from __future__ import annotations

from typing import Dict, NamedTuple


class Tolerance(NamedTuple):
    """What is said of one tolerance."""

    unit: str
    reason: str


TOLERANCES: Dict[str, Tolerance] = {}


def _declare(name: str, unit: str, reason: str) -> None:
    TOLERANCES[name] = Tolerance(unit, reason)


# What counts as work

COUNTED_UNITS = 8
_declare("COUNTED_UNITS", "units of work", "what was done less often is no unit of work")
BUSY_SHARE = 0.4
_declare("BUSY_SHARE", "of the busiest unit's samples", "a unit that is seen less often is not the main one")

# Growth of a series

STRETCHES = 6
_declare("STRETCHES", "stretches", "growth has to repeat: after warm-up, work is cut into so many disjoint stretches")
WARM_UP_SHARE = 0.2
_declare("WARM_UP_SHARE", "of the work", "the first rounds fill caches, build graphs and trace")
MIN_JUDGED = 10
_declare("MIN_JUDGED", "units of work", "fewer rounds after warm-up show no repetition")
FEWEST_STRETCHES = 4
_declare("FEWEST_STRETCHES", "stretches", "levels taken between fewer stretches tell no trend")
LAST_SHARE = 0.05
_declare("LAST_SHARE", "of the growth", "two last stretches with less: it has stopped")
SLOWING_SHARE = 0.5
_declare("SLOWING_SHARE", "of the early growth", "late growth under this share is a cache that fills")
ONE_STEP = 0.6
_declare("ONE_STEP", "of the growth", "so much in one stretch is an event, no rate")
RISEN = 4
_declare("RISEN", "times the noise", "so much at first, and no more: bounded and not steady")

PHASE_SHARE = 0.5
_declare(
    "PHASE_SHARE", "of the time at work", "a loop that took more is the program's main one, and one before it a start"
)
WARM_UP_TRACES = 100
_declare(
    "WARM_UP_TRACES", "traces", "a loop that has ended and made fewer may have been a warm-up over all shapes or values"
)
LATER_SHARE = 0.1
_declare("LATER_SHARE", "of the work", "so much after a loop is another one; less may be its own last rounds")

# What a collection tells

SURVIVING_SHARE = 0.5
_declare(
    "SURVIVING_SHARE",
    "of what was made",
    "so much outlives a collection of what is held, hardly any of what is garbage",
)
TESTED_SHARE = 0.5
_declare(
    "TESTED_SHARE",
    "of the growth of memory in use",
    "so much must have come before a collection is asked whether it gave it back; a trim alone returns a few per cent",
)
FEW_THINGS = 3
_declare(
    "FEW_THINGS",
    "things",
    "alive at a collection: of fewer, the one at work may be half, and tells nothing of the others",
)
MIN_JUDGED_SECONDS = 3.0
_declare("MIN_JUDGED_SECONDS", "seconds", "the least stretch to judge where nothing but time counts as work")
ENOUGH_SAMPLES = 12
_declare(
    "ENOUGH_SAMPLES",
    "samples",
    "with more, the last may be left out where the end lets go, and one stretch may have none",
)

# Resident memory

NOISE_BYTES = 6e6
_declare("NOISE_BYTES", "bytes", "resident memory of a steady loop moves by 2 to 5 MB")
NOISE_SHARE = 0.012
_declare("NOISE_SHARE", "of resident memory", "... and more in large processes")
SETTLING_SHARE = 0.05
_declare("SETTLING_SHARE", "of the work", "the first sessions, kernels and threads are set-up")
CLEAR = 5.0
_declare("CLEAR", "times the noise", "growth that no jitter could hide")
STOPPING_SHARE = 1 / 3
_declare(
    "STOPPING_SHARE", "of the other stretches", "a last stretch that gains less may be a cache that has just filled"
)

# What nobody owns

NESTED_SHARE = 0.25
_declare(
    "NESTED_SHARE", "of the growth", "seen in elements that hold things in turn: the rest is taken to be theirs, too"
)
UNEXPLAINED_SHARE = 0.6
_declare("UNEXPLAINED_SHARE", "of the growth", "so much without an owner is told as unexplained")
IN_PYTHON = 0.5
_declare("IN_PYTHON", "of the growth", "so much in Python's own heap is that of objects, of whom no name tells")
BLOCK_BYTES = 48.0
_declare(
    "BLOCK_BYTES",
    "bytes",
    "a block of Python's heap has at least so many on the average: numbers 24 to 32, tuples and dicts 56 and more",
)
LEFT_SHARE = 0.4
_declare("LEFT_SHARE", "of the growth", "so much is left after a collection and a trim of what is not released")
GIVEN_SHARE = 0.2
_declare("GIVEN_SHARE", "of the growth", "from here on malloc's own count speaks for all of it")
MADE_PER_UNIT = 0.1
_declare("MADE_PER_UNIT", "per unit of work", "what is made less often is not made by the loop")
WITH_LOADS = 0.8
_declare("WITH_LOADS", "of the growth", "so much comes with the loads of models, and not with the calls between them")
APART = 0.25
_declare("APART", "of the main work", "so much is done while no model is loaded, or the two cannot be told apart")
SHAPES_PER_UNIT = 0.2
_declare("SHAPES_PER_UNIT", "shapes per unit of work", "from here on a cache by shape is the likely holder")
SHAPES_PER_TENSOR = 0.02
_declare("SHAPES_PER_TENSOR", "shapes per tensor made", "one round of eager operations makes tens of tensors")
RELEASED_MEANWHILE = 0.5
_declare("RELEASED_MEANWHILE", "of what malloc had given out", "freed by a collection: it was garbage")
BETWEEN_LOOKS = 0.3
_declare("BETWEEN_LOOKS", "of the judged work", "two looks with less between them are not compared")

BALANCED = 0.25
_declare(
    "BALANCED",
    "of the growth",
    "a line whose balance is nearer than this drives it: 0.01 and 0.13 were measured for a table and its entries, 0.25 and more for others",
)
BALANCED_ROUNDS = 8
_declare("BALANCED_ROUNDS", "rounds", "in which lines were weighed: in fewer, one collection may outweigh them")
SAME_PACE = 3.0
_declare("SAME_PACE", "times", "growth in the weighed rounds that is further from that of the whole run is another one")

# Accelerators

DEVICE_EXPLAINED = 0.4
_declare(
    "DEVICE_EXPLAINED", "of the growth", "on a device: less than this is explained, and the rest is told as unexplained"
)
SOON = 0.6
_declare("SOON", "seconds", "devices are read a few times a second")
RELEASED_BYTES = 64e6
_declare("RELEASED_BYTES", "bytes", "what a pool keeps after release is told from here on")
RELEASED_SHARE = 0.5
_declare("RELEASED_SHARE", "of the peak", "... and from this share on")

# Graphs

OPERATION_BYTES = 6000
_declare("OPERATION_BYTES", "bytes of constants per operation", "from here on data is what a graph is made of")

# Things that are made

WEIGHED_VARIABLE = 4096
_declare("WEIGHED_VARIABLE", "bytes", "a smaller variable costs more than its value")
MADE_IN_ROUNDS = 8
_declare("MADE_IN_ROUNDS", "things", "made after warm-up, from which the loop is taken to make them")

# Lines

MAIN_SHARE = 0.2
_declare("MAIN_SHARE", "of the growth", "a line with less is no main cause")
LATE_SHARE = 0.66
_declare("LATE_SHARE", "of the work", "what made nothing after this point has stopped")

# Containers

RARELY = 0.02
_declare("RARELY", "elements per unit of work", "next to nothing: it may be emptied now and then")
TENSORS_A_ROUND = 10
_declare(
    "TENSORS_A_ROUND", "tensors", "... where tensors count as work: a round of eager operations makes tens of them"
)
FEW_RISES = 3
_declare("FEW_RISES", "rises in a row", "fewer, of a few elements, may be chance")
FEW_ELEMENTS = 10
_declare("FEW_ELEMENTS", "elements", "so few, in a few rises, may be chance")
WITH_TENSORS = 0.1
_declare("WITH_TENSORS", "tensors per element", "fewer live ones have come: elements that had one lose it again")
SURE_RISES = 4
_declare("SURE_RISES", "rises in a row", "... unless it rose so often")
LITTLE_MORE = 0.5
_declare(
    "LITTLE_MORE",
    "of what a container held before",
    "gained at such a rate: what goes stale with time holds more or less, too",
)
EARLY = 3.0
_declare(
    "EARLY",
    "seconds",
    "since the first close look at a program that still runs: what fills now may be full in the next moment",
)
LATER_PART = 0.4
_declare(
    "LATER_PART",
    "of the work since a container began to rise",
    "so much tells whether it goes on; with half, looks miss it",
)
EARLIER_PART = 0.2
_declare("EARLIER_PART", "of the work since a container began to rise", "its pace then is no burst of a beginning")
BEHIND_SHARE = 0.5
_declare(
    "BEHIND_SHARE",
    "of what was due",
    "a container that gains less after an earlier look fills up, or is emptied in turn",
)
NOT_AT_WORK = 3
_declare("NOT_AT_WORK", "looks", "in a row may miss what only a running function's name leads to")
DUE = 3
_declare("DUE", "elements", "that a later look ought to have seen, had it gone on")
BLOCK = 1 / 8
_declare("BLOCK", "of the length of a buffer", "CPython makes one larger by so much at a time: it rests in between")
SEEN_ELEMENTS = 200
_declare("SEEN_ELEMENTS", "elements", "that were due after the last look and would show in Python's heap")
FLAT_SHARE = 0.3
_declare("FLAT_SHARE", "of what was due", "less than this came: it had stopped")

# Tensors without a holder

SAME_SHARE = 0.1
_declare("SAME_SHARE", "of the tensors there were", "no more and no fewer")
DUE_SHARE = 0.3
_declare("DUE_SHARE", "of the tensors there were", "that many more were due")
MORE_TENSORS = 4
_declare("MORE_TENSORS", "tensors", "more between two looks: fewer are chance")
CARRIED_SHARE = 0.5
_declare("CARRIED_SHARE", "of the growth of memory", "tensors that nobody holds have to carry so much of it")

# Buffers

FITS_SHARE = 0.9
_declare("FITS_SHARE", "of the memory limit", "a buffer of more will not fit")

# Relations of causes

SMALL_BYTES = 256.0
_declare("SMALL_BYTES", "bytes per unit of work", "a history of plain numbers grows by less")
SMALL_ELEMENT = 512.0
_declare(
    "SMALL_ELEMENT",
    "bytes",
    "an element for each unit of work, a word or a few numbers: less is a journal that is meant",
)
NEGLIGIBLE_SHARE = 0.02
_declare("NEGLIGIBLE_SHARE", "of the growth of memory", "plain objects that weigh less are not what makes memory grow")
NOTABLE_SHARE = 0.3
_declare("NOTABLE_SHARE", "of the growth of memory", "so much is not small, whatever a unit of work is")
DATASET_SHARE = 0.05
_declare("DATASET_SHARE", "of the operations that a line builds", "from here on they are a dataset's")
FILLING_SHARE = 0.25
_declare("FILLING_SHARE", "elements per tensor", "a transition of four tensors is one element of a replay buffer")
KEPT_SHARE = 0.9
_declare("KEPT_SHARE", "of the functions that are traced", "from here on the traces are taken to stay")
OWN_SHARE = 0.1
_declare("OWN_SHARE", "of the operations", "a statement that builds fewer by itself only calls the functions that do")
AS_MUCH = 0.9
_declare(
    "AS_MUCH",
    "of what the line that builds most does",
    "a look comes in between two lines of one round; the first of them is told",
)
SAME_RATE = 0.9
_declare("SAME_RATE", "of the models that are made", "from here on variables are taken to be theirs")
ENTRIES_BYTES = 2e6
_declare(
    "ENTRIES_BYTES", "bytes", "rise of memory in use over a run: 6.7 MB for 30 models on 2.10, -1.1 MB for 40 on 2.8"
)
OWN_GRAPH_SHARE = 0.9
_declare("OWN_GRAPH_SHARE", "graphs per session", "from here on each session is taken to have its own")
FEW_BIRTHS = 5
_declare("FEW_BIRTHS", "things", "made at a line: from here on it is taken to make them again and again")

# The verdict

MIN_UNITS = 16
_declare("MIN_UNITS", "units of work", "fewer are told as too short")
MIN_SECONDS = 0.8
_declare("MIN_SECONDS", "seconds", "a calm verdict on less would be a guess")
NOTABLE_BYTES = 12e6
_declare("NOTABLE_BYTES", "bytes", "a rise of memory that is worth a word")
NOTABLE_RISE = 0.03
_declare("NOTABLE_RISE", "of resident memory", "... in a large process")
IN_USE_SHARE = 1 / 3
_declare("IN_USE_SHARE", "of the rise of resident memory", "a trim leaves a dent in it: so much in use is not released")
FREED_SHARE = 0.3
_declare("FREED_SHARE", "of the growth", "so much freed at the end was garbage")
WORKLESS_SECONDS = 10
_declare("WORKLESS_SECONDS", "seconds", "without any unit of work a run is too short below this")
GIVEN_BACK = 0.5
_declare("GIVEN_BACK", "of the rise", "kept by malloc after release: retained")
SOME_TRACES = 4
_declare("SOME_TRACES", "traces", "a finite set of signatures is worth a word from here on")
SETTLED_SHARE = 0.5
_declare("SETTLED_SHARE", "of the growth", "less explained: a closer look is asked for")
