"""The page that people send to each other: data of a run, rendered by templates into one file that needs no network."""

from tensorleak.report.page.report import render

__all__ = ["render"]
