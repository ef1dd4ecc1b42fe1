"""Gives the site the pages that live in the project's root: MkDocs calls this while it builds (env `docs`)."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

KINDS = ("added", "changed", "fixed")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the borrowed pages, named in mkdocs.yml, as if they lay in docs/."""
    root = Path(config.config_file_path).parent
    for page, name in config.extra["borrowed"].items():
        text = (root / name).read_text(encoding="utf-8")
        if name == "CHANGELOG.md":
            text += unreleased(root / "changelog.d")
        files.append(File.generated(config, page, content=text))
    return files


def unreleased(folder: Path) -> str:
    """The news that the next release will bring, by kind."""
    parts = ["\n## To come"]
    for kind in KINDS:
        news = [
            f"- {' '.join(file.read_text(encoding='utf-8').split())}" for file in sorted(folder.glob(f"*.{kind}.md"))
        ]
        if news:
            parts += [f"### {kind.capitalize()}", "\n".join(news)]
    return "\n\n".join(parts) + "\n"
