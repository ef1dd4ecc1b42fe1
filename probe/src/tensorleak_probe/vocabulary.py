"""Names for the types that the probe's modules share.

Only type checkers import it: a program under observation loads neither this module nor `typing`.
"""

from typing import Any, Callable, Dict, Optional, Tuple

Thing = Any
"""An object of the program's or of TensorFlow's: read through `plain`, never asked by itself."""
Args = Tuple[Any, ...]
"""Positional arguments of a call that a hook sees."""
Kwargs = Dict[str, Any]
"""Named arguments of a call that a hook sees."""
EntryHook = Callable[[Args, Optional[Kwargs]], object]
"""Called at the entry of a function, with None where the function takes no further names."""
Seen = Callable[[Args, Kwargs], object]
"""Called at the entry of a function; what it returns is dropped."""
Noted = Callable[[Args, Kwargs], int]
"""Called at the entry of a unit of work; returns the number of next calls that it need not see."""
Record = Dict[str, Any]
"""One line of the recording, before it is encoded as JSON."""
Readings = Dict[str, float]
"""Gauge → its value now, in the gauge's unit (bytes or a count)."""
SiteId = int
"""The number of a user's stack in the recording; -1 where there is none."""
StackRow = Tuple[str, int, str]
"""File, line and function of one frame."""
Seconds = float
ModuleHook = Callable[[Any], object]
"""Gets a module that has just been executed."""
