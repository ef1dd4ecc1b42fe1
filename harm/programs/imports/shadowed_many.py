"""A script folder with files named as standard modules: the script gets its own, as it does bare.

[files]
"platform.py" = "here = True"
"random.py" = "here = True"
"json.py" = "here = True"
"signal.py" = "here = True"
"tempfile.py" = "here = True"
"queue.py" = "here = True"
"select.py" = "here = True"
"token.py" = "here = True"
"tokenize.py" = "here = True"
"inspect.py" = "here = True"
"types.py" = "here = True"
"socket.py" = "here = True"
"subprocess.py" = "here = True"
"threading.py" = "here = True"
"weakref.py" = "here = True"
"traceback.py" = "here = True"
"linecache.py" = "here = True"
"selectors.py" = "here = True"
"ctypes.py" = "here = True"
"struct.py" = "here = True"
"hashlib.py" = "here = True"
"bisect.py" = "here = True"
"shutil.py" = "here = True"
"copy.py" = "here = True"
"string.py" = "here = True"
"re.py" = "here = True"
"logging.py" = "here = True"
"datetime.py" = "here = True"
"dataclasses.py" = "here = True"
"contextlib.py" = "here = True"
"uuid.py" = "here = True"
"resource.py" = "here = True"
"""
import importlib
import sys

started = set(sys.modules)
NAMES = """platform random json signal tempfile queue select token tokenize inspect types socket subprocess threading weakref traceback linecache selectors ctypes struct hashlib bisect shutil copy string re logging datetime dataclasses contextlib uuid resource""".split()
own = []
for name in NAMES:
    try:
        own.append((name, hasattr(importlib.import_module(name), "here")))
    except Exception as error:
        own.append((name, type(error).__name__))
print(own)
