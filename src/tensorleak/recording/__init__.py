"""Reading recordings: the desk's side of the contract with the probe."""

from tensorleak_engine.records import FORMAT
from tensorleak_engine.texts import OWN, STRANGER, Reader

from tensorleak.recording.reader import Recording, load, load_all

__all__ = ["FORMAT", "OWN", "STRANGER", "Reader", "Recording", "load", "load_all"]
