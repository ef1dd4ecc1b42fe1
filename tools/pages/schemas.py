"""The page of the JSON documents that Tensorleak writes, from the JSON Schema files that ship with the package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pages.page import Page, code, make, table
from tensorleak import documents

PATH = "docs/schemas.md"
SOURCE = "src/tensorleak/documents/*.schema.json"
FILES = sorted(Path(documents.__file__).parent.glob("*.schema.json"))
WRITERS = {
    "check": "`tensorleak check --output-format json`",
    "comparison": "`tensorleak compare --json`",
    "diagnosis": "`tensorleak run --json` and `tensorleak report --format json`",
    "lab": "`tensorleak lab --json`",
    "proof": "`tensorleak prove --json`",
}

INTRODUCTION = """\
The JSON that Tensorleak writes is meant for editors, CI and scripts: each document names its schema and version in `schema`.
Pass over fields that you do not know; later releases may add some. The schema files (JSON Schema 2020-12) ship with the package,
in `tensorleak/documents/`, and tests hold real documents against them."""

Schema = dict[str, Any]


def page() -> Page:
    """All documents."""
    return make(PATH, SOURCE, "# JSON documents", INTRODUCTION, *map(document, FILES))


def document(file: Path) -> str:
    """One document: its fields, then those of the parts that it names."""
    schema: Schema = json.loads(file.read_text(encoding="utf-8"))
    kind = file.name.partition(".")[0]
    parts = [
        f"## {schema['$id']}",
        f"{schema['title']}. Written by {WRITERS.get(kind, 'Tensorleak')}; described by `{file.name}`.",
        fields(schema, kind),
    ]
    for name, part in schema.get("$defs", {}).items():
        parts += [f"### {heading(kind, name)}", part.get("description", ""), fields(part, kind)]
    return "\n\n".join(filter(None, parts))


def heading(kind: str, name: str) -> str:
    """The heading of a part: names such as `finding` occur in several documents."""
    return f"{name} of a {kind}"


def fields(schema: Schema, kind: str) -> str:
    """The fields as a table; a part that is no object, in words."""
    rows = list(rows_of(schema, "", kind))
    if not rows:
        return f"It is {words(schema, kind)}."
    shared = " and of ".join(words(part, kind) for part in schema.get("allOf", []))
    return (f"The fields of {shared}, and:\n\n" if shared else "") + table(("field", "is", ""), rows)


def rows_of(schema: Schema, path: str, kind: str) -> Iterator[tuple[str, str, str]]:
    """The fields of an object and of the objects within it."""
    needed = schema.get("required", [])
    for name, part in schema.get("properties", {}).items():
        optional = "" if name in needed else "optional"
        note = ", ".join(filter(None, (optional, part.get("description", ""))))
        yield code(path + name), words(part, kind), note
        yield from rows_of(*inner(part, path + name), kind)


def inner(schema: Schema, path: str) -> tuple[Schema, str]:
    """The object inside a field: itself, the items of a list, or the one that is not null."""
    for choice in schema.get("anyOf", []):
        if "properties" in choice:
            return choice, path + "."
    if "items" in schema:
        return inner(schema["items"], path + "[]")
    return schema, path + "."


def words(schema: Schema, kind: str) -> str:
    """What a value may be."""
    if "$ref" in schema:
        return reference(schema["$ref"].split("/")[2:], kind)
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return " or ".join(code(json.dumps(value)) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(words(choice, kind) for choice in schema["anyOf"])
    return " or ".join(typed(schema, name, kind) for name in listed(schema.get("type", "any value")))


def reference(path: list[str], kind: str) -> str:
    """A link to a part of the document, or to the part that has the field meant."""
    link = f"[{path[0]}](#{heading(kind, path[0]).replace(' ', '-').lower()})"
    return link if len(path) == 1 else f"like {code(path[-1])} of {link}"


def listed(names: str | list[str]) -> list[str]:
    """One type or several."""
    return [names] if isinstance(names, str) else names


def typed(schema: Schema, name: str, kind: str) -> str:
    """A type with what is said of its members."""
    if name == "array" and "items" in schema:
        return f"list of {words(schema['items'], kind)}"
    if name == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {words(schema['additionalProperties'], kind)} by name"
    return f"string like {code(schema['pattern'])}" if name == "string" and "pattern" in schema else name
