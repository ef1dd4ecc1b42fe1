r"""Flask's development server with its reloader.

lanes = ["harm2"]
needs = ["flask"]
standin = true
command = ["{python}", "-m", "flask", "--app", "program", "run", "--debug", "--port", "{port}"]
unordered = true

[[filters]]
pattern = "\\[\\d+/\\w+/[^\\]]+\\]|\\d\\d\\d-\\d\\d\\d-\\d\\d\\d|127.0.0.1:\\d+"
why = "times, the debugger's random pin, ports"

[drive]
requests = 20
"""
from flask import Flask
from service import answer

app = Flask(__name__)


@app.get("/")
def index():
    return answer("/")
