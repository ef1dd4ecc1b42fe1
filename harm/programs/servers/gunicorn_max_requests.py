r"""gunicorn whose worker is replaced after ten requests.

lanes = ["harm2"]
command = ["{python}", "-m", "gunicorn", "--max-requests", "10", "-b", "127.0.0.1:{port}", "program:application"]
needs = ["gunicorn"]
standin = true
unordered = true
timeout = 240

[[filters]]
pattern = "\\[\\d{4}-[^\\]]+\\]"
why = "times"

[[filters]]
pattern = "\\[\\d+\\]|pid:? ?\\d+|\\(\\d+\\)|process \\[?\\d+\\]?"
why = "process ids"

[[filters]]
pattern = "127.0.0.1:\\d+"
why = "ports"

[drive]
requests = 35
"""
from service import application, asgi
