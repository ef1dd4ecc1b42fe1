"""Keeps generators, iterators, files and coroutines: nobody advances or closes them."""
import tensorflow

from habit import rounds


def count():
    yield 1
    yield 2


async def job():
    return 3


kept, opened = [], open("data.txt", "w+")
opened.write("0123456789" * 100)
opened.seek(5)
for number in rounds():
    kept.append((count(), iter([1, 2, 3]), map(str, [number]), zip("ab", "cd"), enumerate("xy"), job()))
opened_at = opened.tell()
for generator, items, mapped, zipped, numbered, coroutine in kept:
    assert (next(generator), next(items), next(zipped), next(numbered)) == (1, 1, ("a", "c"), (0, "x"))
    next(mapped)
    try:
        coroutine.send(None)
    except StopIteration as end:
        assert end.value == 3
print("untouched", len(kept), opened_at)
