"""Keeps the net of recordings under `tests/net`: one of every program, form and lane, with what the diagnosis says of it.

usage: python tools/net.py gather [--from .quality]   packs the recordings that `make quality` left there
       python tools/net.py write                      takes over what the diagnosis says now, and prints what changed
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "net"))

import net  # noqa: E402

PYTHONS = re.compile(rb"/[^\"\s]*/versions/[0-9.]+")  # where this machine has its interpreters


def gather(source: Path) -> int:
    """Packs the recordings of a folder; returns how many."""
    net.RECORDINGS.mkdir(exist_ok=True)
    root = str(source.resolve().parent).encode()
    packed = 0
    for program in net.corpus().values():
        for lane in program.lanes:
            file = source / f"{lane}-{program.name.replace('/', '-')}-{program.form}.jsonl"
            if file.exists():
                name = f"{lane}--{program.name.replace('/', '.')}--{program.form}.jsonl.xz"
                content = PYTHONS.sub(b"/python", file.read_bytes().replace(root, net.PLACE))
                (net.RECORDINGS / name).write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
                packed += 1
    return packed


def write() -> None:
    """Writes the answers of today."""
    before = net.answers()
    now = {}
    with tempfile.TemporaryDirectory() as folder:
        for cast in net.casts():
            now[cast.name] = net.answer(cast.diagnosis(Path(folder)))
            if before.get(cast.name) not in (None, now[cast.name]):
                print(f"{cast.name}\n  was {json.dumps(before[cast.name])}\n  now {json.dumps(now[cast.name])}")
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(said)}" for name, said in now.items())
    net.ANSWERS.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    print(f"{len(now)} recordings")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("gather", "write"))
    parser.add_argument("--from", dest="source", type=Path, default=ROOT / ".quality")
    options = parser.parse_args()
    if options.what == "gather":
        print(f"{gather(options.source)} recordings packed")
    else:
        write()


if __name__ == "__main__":
    main()
