"""Replaces `open`, `print`, `input` and `io.open` as tests do (mock.patch, pyfakefs), and counts the calls."""
import builtins
import io
from unittest import mock

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
with mock.patch("builtins.open", mock.mock_open(read_data="mocked")) as opened, mock.patch("io.open") as other:
    with mock.patch("builtins.print") as printed, mock.patch("builtins.input") as asked:
        for _ in rounds(50):
            pass
print(opened.mock_calls, other.mock_calls, printed.mock_calls, asked.mock_calls)
