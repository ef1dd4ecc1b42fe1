"""Generated pages are complete, and a page that is stale, forgotten or linked wrongly is noticed."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from pages import evidence, generated
from pages.problems import all_problems
from support import ROOT
from tensorleak_engine.known import KNOWN

import tensorleak
from tensorleak.check.settings import Settings
from tensorleak.cli import COMMANDS, cli
from tensorleak.rules import catalogue
from tensorleak.rules.base import HEADINGS


@pytest.fixture(scope="session")
def pages() -> dict[str, str]:
    return {page.path: page.text for page in generated()}


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation with all its generated pages as they would be written now."""
    folder = tmp_path_factory.mktemp("fresh")
    shutil.copytree(ROOT / "docs", folder / "docs")
    for name in ("mkdocs.yml", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    for page in generated(folder):
        (folder / page.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / page.path).write_text(page.text)
    return folder


@pytest.fixture
def tree(fresh: Path, tmp_path: Path) -> Path:
    """The same, to be damaged."""
    shutil.copytree(fresh, tmp_path, dirs_exist_ok=True)
    return tmp_path


def problems(tree: Path) -> list[str]:
    return list(all_problems(tree, generated(tree)))


def test_fresh_pages_are_fine_and_every_link_resolves(tree: Path) -> None:
    assert problems(tree) == []


def append(file: str, text: str) -> Callable[[Path], object]:
    return lambda tree: (tree / file).write_text((tree / file).read_text() + text)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "edited by hand": (append("docs/rules/TL101.md", "More.\n"), "docs/rules/TL101.md: is stale"),
    "a table edited by hand": (
        lambda tree: (tree / "docs/recording-format.md").write_text(
            (tree / "docs/recording-format.md").read_text().replace("| `graph.ops` |", "| `graph.operations` |")
        ),
        "docs/recording-format.md: is stale",
    ),
    "never written": (lambda tree: (tree / "docs/commands.md").unlink(), "docs/commands.md: is missing; `make pages`"),
    "no rule any more": (
        lambda tree: shutil.copy(tree / "docs/rules/TL101.md", tree / "docs/rules/TL199.md"),
        "docs/rules/TL199.md: is no longer generated",
    ),
    "not in the navigation": (
        lambda tree: (tree / "docs/secret.md").write_text("# Secret\n"),
        "docs/secret.md: is missing from the navigation",
    ),
    "a new how-to page": (lambda tree: (tree / "docs/howto/new.md").write_text("# New\n"), "mkdocs.yml: is stale"),
    "no page for a name": (append("mkdocs.yml", "  - More: more.md\n"), "mkdocs.yml: names more.md, which is no page"),
    "no such page": (append("docs/index.md", "[a](howto/none.md)\n"), "the link howto/none.md leads to no page"),
    "no such heading": (append("docs/index.md", "[a](check.md#none)\n"), "the link check.md#none leads to no heading"),
    "no such heading here": (append("docs/index.md", "[a](#none)\n"), "the link #none leads to no heading"),
    "out of the site": (append("docs/index.md", "[a](../README.md)\n"), "../README.md leaves the documentation"),
    "no such picture": (append("docs/index.md", "![a](images/none.png)\n"), "images/none.png leads to no page"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_noticed(tree: Path, name: str) -> None:
    damage, words = DAMAGES[name]
    damage(tree)
    assert any(words in problem for problem in problems(tree)), problems(tree)


@pytest.mark.parametrize(
    "text",
    [
        "```text\n[a](none.md)\n```\n",
        "`[a](none.md)`\n",
        "[a](check.md#settings) [b](https://example.org/none.md) [c](rules/TL101.md#known-limits)\n",
    ],
)
def test_what_is_no_broken_link_is_left_alone(tree: Path, text: str) -> None:
    append("docs/privacy.md", text)(tree)
    assert problems(tree) == []


def test_pages_do_not_depend_on_chance_or_terminal(pages: dict[str, str]) -> None:
    code = "import json, pages; print(json.dumps({page.path: page.text for page in pages.generated()}))"
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "tools"), PYTHONHASHSEED="4711", COLUMNS="40")
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == pages


def test_generated_pages_say_so_and_name_no_place_of_this_machine(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        partly = path in ("docs/recording-format.md", "docs/how-it-works.md")  # of which only a table is generated
        begin = "^" if partly else r"\A"
        note = re.search(begin + r"<!-- Generated by `make pages` from (\S+): edit that instead. -->\n", text, re.M)
        assert path == "mkdocs.yml" or (note and (note[1] == "docstrings" or list(ROOT.glob(note[1])))), path
        assert str(ROOT) not in text
        assert " object at 0x" not in text


@pytest.mark.parametrize("rule", catalogue(), ids=lambda rule: rule.id)
def test_every_rule_has_its_page_under_the_fixed_headings(pages: dict[str, str], rule: tensorleak.rules.Rule) -> None:
    text = pages[f"docs/rules/{rule.id}.md"]
    assert f"# {rule.id} {rule.name}\n" in text
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    assert tuple(re.findall(r"^## (.+)$", prose, re.M)) == HEADINGS
    assert f"[{rule.id}]({rule.id}.md) | {rule.name} |" in pages["docs/rules/index.md"]
    for program in (ROOT / "src/tensorleak/programs" / rule.id).glob("*/program.toml"):
        assert f"| `{program.parent.name}` |" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_reference_with_its_options(pages: dict[str, str], name: str) -> None:
    text = pages["docs/commands.md"].partition(f"\n## tensorleak {name}\n")[2].partition("\n## ")[0]
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            assert all(f"`{word}" in text for word in option.opts + option.secondary_opts)
            assert option.help, f"{name} {option.opts[0]} does not say what it does"


def test_every_public_name_is_in_the_reference(pages: dict[str, str]) -> None:
    text = pages["docs/api.md"]
    for name in tensorleak.__all__:
        if not name.startswith("_") and not name.endswith("ipython_extension"):
            assert f"### {name}\n" in text or f"| `{name}` |" in text, name


def test_every_field_of_every_document_is_described(pages: dict[str, str]) -> None:
    for file in (ROOT / "src/tensorleak/documents").glob("*.schema.json"):
        schema = json.loads(file.read_text())
        text = pages["docs/schemas.md"].partition(f"\n## {schema['$id']}\n")[2].partition("\n## ")[0]
        for field in schema["properties"]:
            assert f"| `{field}` |" in text, (file.name, field)
        for part in schema.get("$defs", {}):
            assert f"### {part} of a " in text, (file.name, part)


def test_every_known_leak_is_listed(pages: dict[str, str]) -> None:
    text = pages["docs/known-leaks.md"]
    assert all(entry.leak.way_round in text for entry in KNOWN)


def test_every_setting_is_described() -> None:
    """This page is written by hand: the keys must still be all there."""
    text = (ROOT / "docs" / "configuration.md").read_text()
    keys = [
        field.name.replace("_", "-") for field in dataclasses.fields(Settings) if field.name not in ("base", "file")
    ]
    plugin = (ROOT / "probe/src/tensorleak_probe/testing/plugin.py").read_text()
    keys += re.findall(r'addini\("(\w+)"', plugin)
    assert len(keys) > 10
    assert [key for key in keys if f"| `{key}` |" not in text] == []


LAB = {
    "environment": {"tensorflow": "2.99.0"},
    "programs": [
        {
            "name": "TL101/discount_curve",
            "rule": "TL101",
            "trials": [
                {"form": "leaking", "summary": "", "folk": False, "effect": None}
                | {"measure": {"verdict": "leak", "unit": "day", "bytes_per_round": 58600, "counters_per_round": {}}},
                {
                    "form": "close_twice",
                    "summary": "Closes twice.",
                    "folk": True,
                    "effect": "does not",
                    "measure": None,
                },
            ],
        }
    ],
}


def test_rules_show_what_the_lab_measured(tmp_path: Path) -> None:
    assert evidence.measured(tmp_path) == {}
    (tmp_path / "docs" / "evidence").mkdir(parents=True)
    (tmp_path / "docs" / "evidence" / "lab-tf-2.99.json").write_text(json.dumps(LAB))
    text = evidence.measured(tmp_path)["TL101"]
    assert "| TensorFlow 2.99.0 |" in text
    assert "| `discount_curve` | `leaking` | 58.6 KB per day |" in text
    assert "| `close_twice` (folk) Closes twice. | does not stop it |" in text


def test_the_places_that_contributing_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w[\w.-]*/[\w./-]+)`", text)  # from the root; what is made there begins with a dot
    roots = (ROOT, ROOT / "src" / "tensorleak", ROOT / "probe" / "src")
    lost = [path for path in named if "NNN" not in path and not any((root / path).exists() for root in roots)]
    assert len(named) > 20 and lost == []
