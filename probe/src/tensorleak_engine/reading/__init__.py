"""What the program's text tells: which lines repeat, which statement a line belongs to, which line adds to a container.

The diagnosis asks, and nothing else of it knows that there are source files. What was asked and answered can be written into the recording
(`answers`): from then on the diagnosis of it opens no file, and is the same on a machine that has none of them.
"""

from __future__ import annotations

from collections import Counter
from typing import Callable, Iterable

from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.reading import additions, rounds, statements
from tensorleak_engine.recording import Recording
from tensorleak_engine.records import Answer, Holder, Question
from tensorleak_engine.seen import stacks, user_files

UNKNOWN: Answer = ("", -1, "")
RANK, LOOP, STATEMENT, ADDITION = "rank", "loop", "statement", "addition"


class Reading:
    """Answers questions about the program's text, each once: as the recording has it, or by reading."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._given: dict[Question, Answer] = {}
        self._stacks = [stack for _, stack in stacks(recording)]
        self._often = Counter((file, function) for stack in self._stacks for file, _, function in stack)
        self._trees: rounds.Trees | None = None

    @property
    def answers(self) -> dict[Question, Answer]:
        """All that was asked and could be answered, with the answers."""
        return {question: answer for question, answer in self._given.items() if answer != UNKNOWN}

    def statement(self, place: Location) -> Location:
        """The same place at the first line of its statement: older Pythons report a later one."""
        line = self._ask(STATEMENT, place, lambda: self._statement(place))[1]
        return Location(place.file, line, place.function)

    def loop(self, place: Location) -> int | None:
        """The first line of the outermost loop around a place, within its function; 0 where there is none, None where nobody knows."""
        line = self._ask(LOOP, place, lambda: self._loop(place))[1]
        return line if line >= 0 else None

    def addition(self, holder: Holder) -> Location | None:
        """The line that adds to a holder's container."""
        words = f"{holder.scope} {holder.words} {holder.trail}"
        found = self._answer((ADDITION, holder.file, holder.line, words), lambda: self._addition(holder))
        return Location(*found) if found != UNKNOWN else None

    def likeliest(self, places: Iterable[Location]) -> Location | None:
        """Of several places the one that is likeliest to run in every round; of equals the one that was seen most often, then the first."""
        return min(places, key=self._order, default=None)

    def _order(self, place: Location) -> tuple[int, int, int]:
        rank = self._ask(RANK, place, lambda: ("", self._repeated().rank(place), ""))[1]
        return rank, -self._often[place.file, place.function], place.line

    def _ask(self, what: str, place: Location, read: Callable[[], Answer]) -> Answer:
        return self._answer((what, place.file, place.line, place.function), read)

    def _answer(self, question: Question, read: Callable[[], Answer]) -> Answer:
        if question not in self._given:
            known = self._recording.answers.get(question)
            self._given[question] = read() if known is None else known
        return self._given[question]

    def _read(self) -> rounds.Trees:
        """The syntax trees of the program's files."""
        if self._trees is None:
            self._trees = self._recording.texts.searched(user_files(self._recording))
        return self._trees

    def _repeated(self) -> rounds.Rounds:
        return rounds.rounds_of(dict.fromkeys(self._stacks), self._read())

    def _loop(self, place: Location) -> Answer:
        tree = self._read().get(place.file)
        return UNKNOWN if tree is None else ("", rounds.loop_around(tree, place.line, place.function), "")

    def _statement(self, place: Location) -> Answer:
        tree = self._recording.texts.tree(place.file)
        return "", place.line if tree is None else statements.start(tree, place.line), ""

    def _addition(self, holder: Holder) -> Answer:
        found = additions.addition(holder, user_files(self._recording), self.likeliest, self._recording.texts)
        return UNKNOWN if found is None else (found.file, found.line, found.function)


def forget() -> None:
    """Lets go of what was read of source files: for a program that judges itself, and has better use for the memory."""
    rounds.forget()
