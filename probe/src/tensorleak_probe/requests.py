"""What the desk asks for while the program runs: lines appended to a file beside the recording."""

import json
import os

MAX_READ = 64 * 1024
KNOWN = ("census", "collect")


class Requests:
    """Reads new lines of the request file; nothing in it is executed, only known words count."""

    def __init__(self):
        self._path = None
        self._offset = 0

    def open(self, recording):
        """Follows the request file of this recording."""
        self._path = recording + ".ask"
        self._offset = 0

    def new(self):
        """The known words asked for since the last time."""
        try:
            size = os.stat(self._path).st_size
        except (OSError, TypeError):
            return []
        if size <= self._offset:
            return []
        try:
            with open(self._path, "rb") as source:
                source.seek(self._offset)
                chunk = source.read(MAX_READ)
        except OSError:
            return []
        whole = chunk[: chunk.rfind(b"\n") + 1]
        self._offset += len(whole)
        return [word for word in map(self._word, whole.splitlines()) if word in KNOWN]

    @staticmethod
    def _word(line):
        try:
            return json.loads(line.decode("utf-8")).get("look")
        except (ValueError, AttributeError):
            return None
