r"""gunicorn with an access log and a pid file, ended by SIGINT.

lanes = ["harm2"]
command = ["{python}", "-m", "gunicorn", "--access-logfile", "access.log", "--access-logformat", "%(r)s %(s)s", "-p", "pid.file", "-b", "127.0.0.1:{port}", "program:application"]
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
requests = 20
stop = "INT"
"""
from service import application, asgi
