r"""gunicorn with two sync workers.

lanes = ["harm2"]
command = ["{python}", "-m", "gunicorn", "-w", "2", "-b", "127.0.0.1:{port}", "program:application"]
needs = ["gunicorn"]
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
requests = 20
paths = ["/", "/a", "/error"]
"""
from service import application, asgi
