"""A log of numbers keeps numbers only."""

from __future__ import annotations

import io
import math

import pytest
from tensorleak_serving.scalars import ScalarLog


class Tensor:
    def __init__(self, value):
        self.value = value

    def numpy(self):
        return self.value


def test_one_value_per_row():
    log = ScalarLog()
    for number in range(5):
        log.append(Tensor(float(number)))
    assert list(log) == log.values() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert (log.last(), log.mean(), log.count, len(log)) == (4.0, 2.0, 5, 5)
    assert all(type(number) is float for number in log)


def test_a_bound_keeps_the_newest_and_the_mean_of_all():
    log = ScalarLog(limit=3)
    for number in range(10):
        log.append(loss=number, step=2 * number)
    assert log.values("loss") == [7.0, 8.0, 9.0] and len(log) == 3
    assert (log.mean("loss"), log.last("step"), log.count) == (4.5, 18.0, 10)


def test_csv(tmp_path):
    log = ScalarLog(limit=2)
    log.append(loss=9)
    log.append(loss=0.1, accuracy=float("nan"))
    log.append(accuracy=1)
    out = io.StringIO()
    log.to_csv(out)
    assert out.getvalue() == "step,loss,accuracy\n1,0.1,nan\n2,,1.0\n"
    log.to_csv(tmp_path / "log.csv")
    assert (tmp_path / "log.csv").read_text() == out.getvalue()
    assert math.isnan(log.values("accuracy")[0])


def test_arrays_of_one_element():
    np = pytest.importorskip("numpy")
    log = ScalarLog()
    for value in (np.float32(1), np.array(2), np.array([[3]]), Tensor(np.array(4, np.int64)), True):
        log.append(value)
    assert list(log) == [1.0, 2.0, 3.0, 4.0, 1.0]
    with pytest.raises(ValueError, match=r"shape \(2,\)"):
        log.append(np.zeros(2))
    with pytest.raises(ValueError):
        log.append(Tensor(np.zeros(0)))
    assert len(log) == 5


def test_bad_input():
    log = ScalarLog()
    for arguments, named in (((), {}), ((1, 2), {}), ((1,), {"loss": 2})):
        with pytest.raises(TypeError):
            log.append(*arguments, **named)
    with pytest.raises(KeyError, match="nothing"):
        log.last()
    with pytest.raises(KeyError):
        log.mean("loss")
    with pytest.raises((TypeError, ValueError)):
        log.append("many")
    with pytest.raises(ValueError):
        ScalarLog(limit=0)
