"""Finds the user's line: the innermost frame that belongs neither to TensorFlow, nor to a library, nor to the probe."""

import os
import re
import sys
import sysconfig
import tempfile

MAX_SITES = 4000
MAX_STACKS = 1000
MAX_FRAMES = 6
MAX_WALK = 120
SERVERS = (
    "socketserver",
    "http/server",
    "wsgiref",
    "werkzeug",
    "flask",
    "django",
    "tornado",
    "starlette",
    "fastapi",
    "uvicorn",
    "gunicorn",
    "waitress",
    "aiohttp",
    "sanic",
    "grpc",
    "bottle",
    "cherrypy",
    "falcon",
    "bentoml",
    "twisted",
)
FRAMEWORK = re.compile(
    r"[/\\](tensorflow|tensorflow_core|tensorflow_estimator|keras|tf_keras|keras_core|tensorflow_probability)[/\\]"
)
GENERATED = re.compile(r"^(__autograph_generated_file.*|tmp[a-z0-9_]{8})\.py$")

# Library functions that tell, by being on the stack, what the user asked for.
TELLING = {
    "load_model": "loading",
    "load": "loading",
    "load_partial": "loading",
    "predict": "predict",
    "__get__": "bound",
}

USER, LIBRARY, FRAMEWORK_FILE, GENERATED_FILE, STDLIB, PROBE = (
    "user",
    "library",
    "framework",
    "generated",
    "stdlib",
    "probe",
)


def is_library(filename):
    """Whether a file is the standard library's or an installed package's."""
    packaged = "site-packages" in filename or "dist-packages" in filename
    return packaged or (os.path.isabs(filename) and filename.startswith(_standard_library()))


def _standard_library():
    paths = {sysconfig.get_paths().get(key) for key in ("stdlib", "platstdlib")}
    return tuple(os.path.normpath(path) + os.sep for path in paths if path)


class Sites:
    """Interns user stacks as small integers; keeps file names and line numbers, never a frame."""

    def __init__(self):
        self._stdlib = _standard_library()
        self._own = os.path.dirname(os.path.abspath(__file__)) + os.sep
        self._temp = os.path.normpath(tempfile.gettempdir())
        self._kinds = {}
        self._ids = {}
        self._stacks = {}
        self.rows = []

    def kind(self, filename):
        """Whose code a file is."""
        known = self._kinds.get(filename)
        if known is None:
            known = self._classify(filename)
            if len(self._kinds) < 20000:
                self._kinds[filename] = known
        return known

    def _classify(self, filename):
        if filename.startswith("<"):
            return USER if filename.startswith(("<stdin", "<string", "<ipython")) else STDLIB
        if filename.startswith(self._own):
            return PROBE  # before all else: it may be installed in a site-packages folder itself
        if "site-packages" in filename or "dist-packages" in filename:
            return FRAMEWORK_FILE if FRAMEWORK.search(filename) else LIBRARY
        path = filename if os.path.isabs(filename) else os.path.abspath(filename)
        if path.startswith(self._stdlib):
            return STDLIB
        if os.path.dirname(path) == self._temp and GENERATED.match(os.path.basename(path)):
            return GENERATED_FILE
        return USER

    def here(self):
        """The site of the calling code: id of its user stack, innermost first, with what lies around it."""
        innermost = frame = sys._getframe(1)
        codes, key = [], []
        while frame is not None and len(codes) < MAX_WALK:
            code = frame.f_code
            codes.append(code)
            key.append(id(code))
            key.append(frame.f_lasti)
            frame = frame.f_back
        key = tuple(key)
        known = self._stacks.get(key)
        if known is None:
            if len(self._stacks) >= MAX_STACKS:
                self._stacks.clear()
            known = self._stacks[key] = (self._site(innermost), codes)  # the codes: an id must stay theirs
        return known[0]

    def _site(self, frame):
        rows = []
        while frame is not None and len(rows) < MAX_WALK:
            rows.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
            frame = frame.f_back
        if any(self.kind(row[0]) == GENERATED_FILE for row in rows):
            rows = self._mapped_by_autograph() or rows
        return self._intern(*self._select(rows))

    @staticmethod
    def _mapped_by_autograph():
        """This stack as TensorFlow itself records it: AutoGraph's generated lines mapped back to the user's."""
        tf_stack = sys.modules.get("tensorflow.python.util.tf_stack")
        if tf_stack is None:
            return None
        stack = tf_stack.extract_stack()
        return [
            (frame.filename, frame.lineno, frame.name) if hasattr(frame, "filename") else tuple(frame[:3])
            for frame in (stack[index] for index in range(len(stack) - 1, -1, -1))
        ]

    def of_stack(self, frames):
        """The site of a recorded stack: (file, line, function) rows, innermost first."""
        return self._intern(*self._select(frames))

    def _select(self, rows):
        """Splits a stack into the user's frames and the flags that the rest of it carries."""
        user, library, flags, via = [], [], set(), ""
        for filename, line, name in rows:
            kind = self.kind(filename)
            if kind == USER:
                user.append((filename, line, name))
            elif kind == LIBRARY:
                library.append((filename, line, name))
            if kind in (LIBRARY, STDLIB):
                flat = filename.replace("\\", "/")
                if any("/" + server in flat for server in SERVERS):
                    flags.add("handler")
                if flat.endswith(("/threading.py", "/concurrent/futures/thread.py")):
                    flags.add("thread")
            elif kind == FRAMEWORK_FILE and not user and not via and "keras" in filename:
                via = "keras"
            if kind == FRAMEWORK_FILE and not user and name in TELLING:
                flags.add(TELLING[name])
        if via:
            flags.add(via)
        return (user or library)[:MAX_FRAMES], flags

    def _intern(self, frames, flags):
        key = (tuple(frames), tuple(sorted(flags)))
        number = self._ids.get(key)
        if number is None:
            if len(self.rows) >= MAX_SITES:
                return -1
            number = len(self.rows)
            self._ids[key] = number
            self.rows.append({"id": number, "frames": [list(row) for row in frames], "flags": sorted(flags)})
        return number
