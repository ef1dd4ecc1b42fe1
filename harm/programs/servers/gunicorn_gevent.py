r"""gunicorn with a gevent worker.

lanes = ["harm2"]
command = ["{python}", "-m", "gunicorn", "-k", "gevent", "-b", "127.0.0.1:{port}", "program:application"]
needs = ["gunicorn", "gevent"]
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
requests = 40
"""
from service import application, asgi
