"""A known leak of the library.

## What it does

Names a leak of TensorFlow or Keras itself that was reported in public and fits the versions in use. It is
reported apart from the program's own leaks, with the issue and the way round.

`tensorleak check` does not report it: whether a known leak applies depends on the versions that run.

## Why it grows

The library keeps something it should free; the program is only the occasion. The known leaks are data, in
`tensorleak_engine/known.py`: versions, the rule that shows the symptom, what must have been made often, the
issue.

## Example

```python
for device in devices:
    converter = tf.lite.TFLiteConverter.from_saved_model(folder)
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    send(device, converter.convert())
```

## Use instead

```python
def convert(folder):
    converter = tf.lite.TFLiteConverter.from_saved_model(folder)
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    return converter.convert()


context = multiprocessing.get_context("spawn")
with context.Pool(1, maxtasksperchild=1) as pool:
    for device in devices:
        send(device, pool.apply(convert, (folder,)))
```

Where the result is the same each time, convert once and reuse it.

## Known limits

This rule has no runtime side of its own. A finding of another rule is marked when its rule, the versions
and the births fit an entry; unexplained native growth (TL803) becomes TL802 only through an entry that
asks for births. The match is circumstantial: it says that the leak is known for these versions, not that
every byte comes from it.

## Fix safety

There is no automatic fix: the fault is in the library. An upgrade can change results and interfaces.
Moving work to another process is unsafe when it shares state with the program, or when its arguments and
results cannot be pickled.

## Evidence

No program proves this rule alone. `programs/TL401/hyper_search` grows by a leak of the library that
`tensorleak_engine/known.py` names for TensorFlow 2.16 to 2.21; `make quality` runs its leaking and its fixed
form.
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL802",
    name="known-library-leak",
    summary="A known leak of the library",
    says="a known leak of the library",
    remedy="See the way round.",
)
