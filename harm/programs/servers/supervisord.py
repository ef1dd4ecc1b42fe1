r"""supervisord that keeps a server alive.

lanes = ["harm2"]
command = ["{python}", "-m", "supervisor.supervisord", "-n", "-c", "supervisor.conf"]
needs = ["supervisor"]
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

[[filters]]
pattern = "(?m)^[-0-9]+ [0-9:,]+ "
why = "times"

[[filters]]
pattern = "pid \\d+"
why = "process ids"

[[ignored]]
name = "server.log"
why = "times and process ids"

[[ignored]]
name = "main.log"
why = "times and process ids"

[files]
"supervisor.conf" = "[supervisord]\nlogfile=main.log\npidfile=main.pid\n[program:server]\ncommand={python} -m gunicorn -b 127.0.0.1:{port} program:application\nstdout_logfile=server.log\nredirect_stderr=true\n"

[drive]
requests = 20
"""
from service import application, asgi
