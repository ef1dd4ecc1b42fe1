"""Signs: what a suspect looks like, in the words that causes and their relations share."""

from __future__ import annotations

from typing import FrozenSet, Tuple

from tensorleak_engine.model.owner import Owner


class Sign:
    """What an owner is like: its kind, where one is named, and as much more as is said."""

    def __init__(
        self,
        *kinds: str,
        contents: Tuple[str, ...] = (),
        flags: Tuple[str, ...] = (),
        reasons: Tuple[str, ...] = (),
        scopes: Tuple[str, ...] = (),
        held: bool = False,
        own: bool = False,
    ) -> None:
        self.kinds, self.contents, self.reasons = kinds, contents, reasons
        self.flags: FrozenSet[str] = frozenset(flags)
        self.scopes, self.held, self.own = scopes, held, own

    def fits(self, owner: Owner) -> bool:
        """Whether an owner is like this."""
        holder = owner.holder
        return (
            (not self.kinds or owner.kind in self.kinds)
            and self.flags <= owner.flags
            and (not self.contents or owner.contents in self.contents)
            and (not self.reasons or owner.reason in self.reasons)
            and (not self.scopes or (holder is not None and holder.scope in self.scopes))
            and (not self.held or holder is not None)
            and (not self.own or (holder is not None and not holder.library))
        )
