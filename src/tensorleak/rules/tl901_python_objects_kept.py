r"""Python objects are kept from every round.

## What it does

Finds a container of the program that keeps ordinary Python objects from every round: log lines, request
bodies, dicts with a step's figures. Close looks name the container and the line that adds to it.

`tensorleak check` does not report it: it follows what TensorFlow and NumPy make, not every Python object.

## Why it grows

The objects have nothing to do with TensorFlow, but they fill the same memory. An audit dict keyed by
request, or a journal that is only read at its end, is never cleared.

## Example

```python
journal = []
for step, batch in enumerate(batches):
    loss, gradient = train_step(batch)
    journal.append({"step": step, "loss": float(loss), "gradient": gradient.numpy().tolist()})
```

## Use instead

```python
with open("journal.jsonl", "w") as journal:
    for step, batch in enumerate(batches):
        loss, gradient = train_step(batch)
        norm = float(tf.norm(gradient))
        journal.write(json.dumps({"step": step, "loss": float(loss), "norm": norm}) + "\n")
```

## Known limits

Only containers that are reached from the program's own names are blamed; those inside libraries are not.
The same few objects added again and again cost only pointers and are left out, and so is growth below 256
bytes per unit of work. Sizes are estimated from the newest elements. What extension modules keep for an
element (protocol buffers, images, database rows) is out of Python's sight: where one container of such
elements grows with the work and nothing else explains the native growth, it is taken to be theirs.

## Fix safety

There is no automatic fix: the check finds no line for it. A bound is unsafe when code reads entries that
are older than the bound. Writing to disk changes what happens when the program fails half-way, and slows
down steps that write much.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL901/audit_log`
- `programs/TL901/request_audit`
- `programs/TL901/step_records`
- `programs/TL901/step_timings`
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL901",
    summary="Python objects are kept from every round",
)
