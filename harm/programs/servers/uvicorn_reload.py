r"""uvicorn with its reloader; the program changes half-way.

lanes = ["harm2"]
command = ["{python}", "-m", "uvicorn", "--reload", "--port", "{port}", "program:asgi"]
needs = ["uvicorn"]
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
touch = "program.py"
"""
from service import application, asgi
