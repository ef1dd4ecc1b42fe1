r"""gunicorn with threads in its worker.

lanes = ["harm2"]
command = ["{python}", "-m", "gunicorn", "-k", "gthread", "--threads", "4", "-b", "127.0.0.1:{port}", "program:application"]
needs = ["gunicorn"]
standin = true
environment = {SERVICE_POOL = "1"}
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
requests = 40
"""
from service import application, asgi
