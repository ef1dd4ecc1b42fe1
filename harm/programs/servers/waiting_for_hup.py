r"""gunicorn that is told to reload by SIGHUP in its tenth request, by the worker, so that no clock decides; then ended.

lanes = ["harm2"]
command = ["{python}", "-m", "gunicorn", "-b", "127.0.0.1:{port}", "program:application"]
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
import itertools
import os
import signal

import service

requests = itertools.count(1)


def application(environ, start_response):
    """The common application; the first worker asks its master to reload, once."""
    if next(requests) == 10 and not os.path.exists("reloaded"):
        open("reloaded", "w").close()
        os.kill(os.getppid(), signal.SIGHUP)
    return service.application(environ, start_response)
