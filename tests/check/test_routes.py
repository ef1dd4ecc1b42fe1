"""A view of Django is called where `urls.py` leads to it: a file that it does not name serves nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tensorleak.check.driver import Options, check
from tensorleak.check.settings import Settings

VIEW = """\
from django.shortcuts import render
from tensorflow.keras.models import load_model


def detect(request):
    return render(request, "shop.html", {"label": load_model("shop.keras").predict(request.FILES["image"])})
"""


@pytest.mark.parametrize(
    ("urls", "told"),
    [
        ("from . import views\nurlpatterns = [path('detect/', views.detect)]\n", {"views.py"}),
        ("from .older import detect\nurlpatterns = [path('detect/', detect)]\n", {"older.py"}),
        (None, {"views.py", "older.py"}),
    ],
)
def test_only_what_is_routed_handles_requests(urls: str | None, told: set[str], tmp_path: Path) -> None:
    for name in ("views.py", "older.py"):
        (tmp_path / name).write_text(VIEW, encoding="utf-8")
    if urls is not None:
        (tmp_path / "urls.py").write_text(urls, encoding="utf-8")
    report = check([tmp_path], Options(Settings(base=tmp_path), jobs=1))
    assert {Path(found.file).name for found in report.findings if found.rule == "TL604"} == told
