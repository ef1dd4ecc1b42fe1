"""Threads are started and never end.

## What it does

Finds threads that are started in every round and never end: a listener per client, a watchdog per
request. The recording shows the number of Python threads rising, with the line that starts them.

`tensorleak check` does not report it: whether a thread ends is seldom evident from the source.

## Why it grows

A thread that waits for ever keeps its stack, its locals and everything they refer to. Daemon threads are
no exception; they only do not stop the program from ending.

## Example

```python
def handle(request):
    finished = threading.Event()
    threading.Thread(target=watch, args=(request, finished), daemon=True).start()
    return score(request)
```

## Use instead

```python
def handle(request):
    finished = threading.Event()
    threading.Thread(target=watch, args=(request, finished), daemon=True).start()
    try:
        return score(request)
    finally:
        finished.set()
```

For work that repeats, use one `concurrent.futures.ThreadPoolExecutor` with a fixed number of workers.

## Known limits

Python threads are counted, with the line that starts them. Threads that native code makes are not: their
memory can show as TL803. Threads that end late, after a timeout, grow at first and are then `bounded`.

## Fix safety

There is no automatic fix: when a thread may end is up to the program. Ending a thread is unsafe when it
holds a lock, a file or a request that nobody else finishes. A pool is unsafe when tasks wait for each
other, since a full pool then never advances, and when code relies on thread-local state per task.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL603/listener_per_client`
- `programs/TL603/watchdog_per_request`
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL603",
    summary="Threads are started and never end",
)
