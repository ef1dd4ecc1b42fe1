"""The probe until TensorFlow is imported: a recording with its header, and a finder that waits.

It imports nothing that the interpreter has not built in or already loaded, starts no process and no thread, and leaves the program's
modules, signals and descriptors alone. With the import of TensorFlow `lifecycle` takes over.
"""

import atexit
import os
import sys
from _frozen_importlib_external import PathFinder

from tensorleak_probe import __version__
from tensorleak_probe.imports import ImportListener
from tensorleak_probe.system import system
from tensorleak_probe.writer import Writer, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Record

FORMAT = "tensorleak.recording/1"
MAX_CHILDREN = 500
ARGUMENT_FLAGS = "WX"  # options of the interpreter that take the next word where nothing is joined to them


def start_from_environment() -> None:
    """Starts the probe when the desk asked for it through the environment; not again in a subinterpreter."""
    path = os.environ.get("TENSORLEAK_RECORD")
    if path and _is_main_interpreter():
        Standby(path).start()


def _is_main_interpreter() -> bool:
    """Whether this is the process's first interpreter; the module that tells is not left behind among the program's."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        was_there = name in sys.modules
        try:
            interpreters = __import__(name)
        except ImportError:
            continue
        if not was_there:
            sys.modules.pop(name, None)
        current, main = interpreters.get_current(), interpreters.get_main()
        return bool(current[0] == main[0] if isinstance(current, tuple) else current == main)
    return True


def memory_limit() -> int:
    """Bytes this process may use: the tightest of the cgroup's limit and the machine's memory."""
    limits = []
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            fd = system.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            limits.append(int(system.read(fd, 64)))
        except (OSError, ValueError):
            pass
        finally:
            system.close(fd)
    try:
        limits.append(system.sysconf("SC_PHYS_PAGES") * system.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError, TypeError):
        pass
    return min(limits) if limits else 0


def command_words() -> "list[str]":
    """The words that this interpreter was started with."""
    try:
        fd = system.open("/proc/self/cmdline", os.O_RDONLY)
        try:
            raw = system.read(fd, 1 << 16)
        finally:
            system.close(fd)
    except OSError:
        return [sys.executable or "python"]
    return [word.decode("utf-8", "replace") for word in raw.split(b"\0")[:-1]]


def program_of(words: "Sequence[str]") -> str:
    """The script or module of a command line; the text of `-c`, and all arguments, stay out of the recording."""
    rest = list(words[1:])
    while rest and rest[0].startswith("-") and rest[0] != "-":
        word = rest.pop(0)
        if word.startswith("--"):
            continue
        for place, flag in enumerate(word[1:], 1):
            if flag == "c":
                return "-c"
            if flag == "m":
                return "-m " + (word[place + 1 :] or (rest[0] if rest else ""))
            if flag in ARGUMENT_FLAGS:
                if place + 1 == len(word) and rest:
                    rest.pop(0)
                break
    return rest[0] if rest else "python"


def working_directory() -> str:
    """The working directory; '' where it was deleted."""
    try:
        return system.getcwd()
    except OSError:
        return ""


def platform_name() -> str:
    """The operating system, from the system call alone: `platform` starts a process to ask."""
    try:
        found = os.uname()
    except AttributeError:
        return sys.platform
    return "%s-%s-%s" % (found.sysname, found.release, found.machine)


class Recorder:
    """The file of this process's recording: the root's, or one of its own beside it for a further process."""

    def __init__(self, path: str) -> None:
        self.root_path = path
        self.parent = os.environ.get("TENSORLEAK_PARENT", "")
        self.identity = ""
        self.writer: "Any" = Writer(path)  # or what stands for it while watches record, too

    def open(self) -> None:
        """Claims the root recording or a further one, and writes the header; says why where it cannot."""
        try:
            if not self.writer.open():
                self.writer = self._child_writer()
        except OSError as error:
            self.writer.fault = str(error)
            if self.is_root_free():  # a further process that may not write is silent: the program's output is its own
                say("cannot write the recording (%s); the program runs unobserved" % error)
            return
        self.identity = "%d-%x" % (system.getpid(), int(system.wall() * 1000))
        self.writer.write(self.header(), important=True)
        os.environ["TENSORLEAK_PARENT"] = self.identity

    def is_root_free(self) -> bool:
        """Whether nobody has claimed the root recording yet."""
        try:
            system.stat(self.root_path)
        except OSError:
            return True
        return False

    def forked(self) -> None:
        """In a forked child: the parent's file is let go of, and this process is its child."""
        self.parent = self.identity or self.parent
        self.identity = ""
        self.writer.forget()
        self.writer = Writer(self.root_path)

    def _child_writer(self) -> "Writer":
        folder = self.root_path + ".children"
        try:
            system.mkdir(folder, 0o700)
        except FileExistsError:
            pass
        found = os.lstat(folder)
        mine = system.geteuid is None or found.st_uid == system.geteuid()
        if found.st_mode & 0o170000 != 0o040000 or not mine or found.st_mode & 0o022:
            raise OSError("%s is not this user's own folder" % folder)
        if len(system.listdir(folder)) >= MAX_CHILDREN:
            raise OSError("more than %d processes" % MAX_CHILDREN)
        for attempt in range(100):
            writer = Writer(os.path.join(folder, "%d-%d.jsonl" % (system.getpid(), attempt)))
            if writer.open():
                return writer
        raise OSError("no free name in %s" % folder)

    def header(self) -> "Record":
        """The first record: process, interpreter, program, working directory and memory limit in bytes."""
        return {
            "k": "header",
            "format": FORMAT,
            "id": self.identity,
            "parent": self.parent,
            "pid": system.getpid(),
            "ppid": system.getppid(),
            "time": round(system.wall(), 3),
            "probe": __version__,
            "python": "%d.%d.%d" % sys.version_info[:3],
            "platform": platform_name(),
            "executable": sys.executable or "",
            "program": program_of(command_words()),
            "cwd": working_directory(),
            "memory_limit": memory_limit(),
        }


class Standby:
    """Waits in one process until TensorFlow is imported, then hands over to `lifecycle`."""

    def __init__(self, path: str) -> None:
        self.started = system.clock()
        self.recorder = Recorder(path)
        self._autopsy = os.environ.get("TENSORLEAK_AUTOPSY") != "0"
        self.imports = ImportListener(self._guarded)
        self.probe: "Probe | None" = None

    def start(self) -> None:
        """The first process opens the recording at once, so that its end is known; others when TensorFlow comes."""
        if self.recorder.is_root_free():
            self.recorder.open()
        self.imports.first = "tensorflow", self._tensorflow_wanted
        self.imports.install()
        atexit.register(self._at_exit)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def _tensorflow_wanted(self, name: str) -> None:
        from tensorleak_probe import lifecycle

        self.probe = lifecycle.Probe(self.recorder, self.imports, self.started)
        self.probe.autopsy = self._autopsy
        self.probe.start()

    @staticmethod
    def _guarded(callback: "Callable[[Any], object]", argument: "Any") -> None:
        """Keeps faults of the first steps inside; they are few and have nowhere to be noted."""
        try:
            callback(argument)
        except Exception as error:
            say("the probe could not start (%s: %s); the program runs unobserved" % (type(error).__name__, error))

    def _at_exit(self) -> None:
        if self.probe is not None:
            self.probe.at_exit()
            return
        self.recorder.writer.write(
            {"k": "end", "t": round(system.clock() - self.started, 4), "tensorflow": absence(self.imports)},
            important=True,
        )

    def _after_fork(self) -> None:
        if self.probe is not None:
            self.probe.after_fork()
        else:
            self.recorder.forked()


def absence(imports: "ImportListener") -> str:
    """Why TensorFlow is not there: its import failed or was interrupted, it is not installed, or nobody asked for it."""
    if "tensorflow" not in imports.requested:
        return "unused"
    if PathFinder.find_spec("tensorflow", sys.path) is None:
        return "missing"
    last = getattr(sys, "last_type", None)
    return "interrupted" if last is KeyboardInterrupt or last is SystemExit else "failed"
