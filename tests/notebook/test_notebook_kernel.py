"""A real notebook in a real kernel: the leaking cell is told by its number and line, the clean one is left in peace."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient
from notebook_shell import CELLS, kernel
from support import PATIENCE, lane_python

LEAKING_LINE = SETUP_LINE = CELLS["setup"].split("\n").index("        kept.append(gradient)") + 1
RETRACED_LINE = 4


@pytest.fixture(scope="session")
def executed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list]:
    """The outputs of each cell, from one run of the notebook."""
    if not lane_python("tf2").exists():
        pytest.skip("the tf2 lane is not installed: see `tools/env tf2`")
    folder = tmp_path_factory.mktemp("jupyter")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS.values()])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder))
        NotebookClient(notebook, timeout=int(PATIENCE), kernel_name=kernel(folder), allow_errors=True).execute(
            cwd=str(folder)
        )
    nbformat.write(notebook, folder / "executed.ipynb")
    stored = nbformat.read(folder / "executed.ipynb", as_version=4)
    return dict(zip(CELLS, [cell.outputs for cell in stored.cells], strict=True))


def number(name: str) -> int:
    return list(CELLS).index(name) + 1


def shown(outputs: list) -> dict[str, str]:
    """The diagnosis that a cell shows, in all its forms."""
    found = [output.data for output in outputs if output.output_type == "display_data" and "text/html" in output.data]
    assert len(found) == 1, outputs
    return found[0]


def test_the_leaking_cell_is_told(executed: dict[str, list]) -> None:
    for form in ("text/html", "text/plain", "text/markdown"):
        text = shown(executed["leaking"])[form].replace("&#39;", "'").replace("\\", "")
        assert "TL301" in text
        assert f"In[{number('setup')}]:{SETUP_LINE}" in text
        assert "kept" in text
        assert "per gradient step" in text
        assert "collections.deque(maxlen=...)" in text


def test_the_line_is_marked(executed: dict[str, list]) -> None:
    page = shown(executed["leaking"])["text/html"]
    assert f"{SETUP_LINE}          kept.append(gradient)</mark>" in page
    assert "tensorleak-leak" in page
    assert "<script" not in page


def test_the_cell_keeps_its_value(executed: dict[str, list]) -> None:
    values = [output.data["text/plain"] for output in executed["leaking"] if output.output_type == "execute_result"]
    assert values == ["'the value of the cell'"]


def test_the_clean_cell_is_left_in_peace(executed: dict[str, list]) -> None:
    forms = shown(executed["clean"])
    assert "TL" not in forms["text/markdown"].replace("TensorLeak", "")
    assert any(word in forms["text/plain"] for word in ("STEADY", "BOUNDED", "RETAINED", "TOO-SHORT"))
    assert "LEAK " not in forms["text/plain"]
    again = executed["watched"][0]
    assert again.output_type == "execute_result"
    assert again.data["text/html"] == forms["text/html"]


def test_strict_fails_the_cell_that_leaks(executed: dict[str, list]) -> None:
    outputs = executed["strict"]
    error = next(output for output in outputs if output.output_type == "error")
    assert error.ename == "LeakError"
    assert f"In[{number('strict')}]:{RETRACED_LINE}" in error.evalue
    assert "TL201" in shown(outputs)["text/plain"]


def test_quiet_says_nothing_of_nothing(executed: dict[str, list]) -> None:
    assert [output for output in executed["quiet"] if output.output_type != "stream"] == []


def test_the_cells_own_error_is_the_one_to_see(executed: dict[str, list]) -> None:
    error = next(output for output in executed["failing"] if output.output_type == "error")
    assert (error.ename, error.evalue) == ("RuntimeError", "the cell's own")
    assert "line 5" in "\n".join(error.traceback)
