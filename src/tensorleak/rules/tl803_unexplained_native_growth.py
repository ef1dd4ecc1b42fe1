"""Native memory grows without a known owner.

## What it does

Reports memory in use that grows steadily with the work while no graph, trace, session, model, variable,
container or callback grows with it. The verdict is `unexplained`, not `leak`.

`tensorleak check` does not report it: what native code keeps is not in the Python source.

## Why it grows

Something below Python allocates and does not free: a native extension, a custom operation, a library
called through `ctypes`, or a cache inside TensorFlow. Tensorleak sees the bytes and not their owner.

## Example

```python
library = ctypes.CDLL("libspectrum.so")
library.bands.restype = ctypes.POINTER(ctypes.c_double)

for clip in clips:
    bands = library.bands(clip.ctypes.data, len(clip))
    score(np.ctypeslib.as_array(bands, (16,)).copy())
```

## Use instead

```python
for clip in clips:
    bands = library.bands(clip.ctypes.data, len(clip))
    try:
        score(np.ctypeslib.as_array(bands, (16,)).copy())
    finally:
        library.release(bands)
```

## Known limits

There is no line, since nothing on the Python side grows. It is reported only when memory in use and
resident memory both grow with the work, the known owners explain less than two fifths of it, none of
those owners has a native part that nobody can weigh, and a collection with a trim does not give most of
it back.

## Fix safety

There is no automatic fix: there is no line to change. Freeing by hand is unsafe when the library keeps
the pointer, or when a NumPy array still looks into the buffer.

## Evidence

`make quality` runs the leaking and the fixed form of this program:

- `programs/TL803/native_features`
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL803",
    summary="Native memory grows without a known owner",
)
