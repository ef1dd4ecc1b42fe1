"""The errors that users see: each states the fact and the next action, and knows its exit status."""


class TensorleakError(Exception):
    """Base of all expected failures; shown as one or two lines, without a traceback."""

    exit_status = 2


class UsageError(TensorleakError):
    """The command cannot be carried out as given."""


class RecordingError(TensorleakError):
    """A file is not a recording, or cannot be read as one."""


class InternalError(TensorleakError):
    """A fault of Tensorleak itself."""

    exit_status = 3
