r"""`python -m package.main` in a folder that shadows standard modules.

command = ["{python}", "-m", "package.main", "a"]

[files]
"platform.py" = "here = True"
"signal.py" = "here = True"
"tempfile.py" = "here = True"
"package/__init__.py" = ""
"package/main.py" = "import sys, platform, signal, tempfile, tensorflow\nprint([hasattr(m, 'here') for m in (platform, signal, tempfile)], sys.argv[1:], __package__)"
"""
