r"""gunicorn that is told to reload by SIGHUP, then ended.

lanes = ["harm2"]
command = ["sh", "-c", "trap 'kill $p' TERM; \"$0\" -m gunicorn -b 127.0.0.1:{port} -p pid program:application & p=$!; sleep 6 & wait $!; kill -HUP $p; wait $p; wait $p", "{python}"]
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
"""
from service import application, asgi
