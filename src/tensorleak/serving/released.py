"""What an unload gave back, what stayed, and who holds it."""

from __future__ import annotations

from dataclasses import dataclass

from tensorleak.serving.sizes import size_text


@dataclass(frozen=True)
class Released:
    """Resident bytes before and after an unload; for a model in this process also what is still alive."""

    before_bytes: int
    after_bytes: int
    weights_alive: int
    alive_bytes: int = 0
    holders: tuple[str, ...] = ()
    model_alive: bool = False
    isolated: bool = True

    @property
    def freed_bytes(self) -> int:
        """What went back to the system."""
        return max(0, self.before_bytes - self.after_bytes)

    def __str__(self) -> str:
        freed = f"{size_text(self.freed_bytes)} went back to the system"
        if self.isolated:
            return f"{freed}: the worker ended"
        if self.model_alive:
            who = ", ".join(self.holders) or "something that has no name"
            return f"{freed}; the model is still alive, held by {who}: drop it there"
        if self.weights_alive:
            return f"{freed}; {self.weights_alive} weights ({size_text(self.alive_bytes)}) are still alive"
        return f"{freed}; nothing of the model is alive: what stays is kept by TensorFlow's pool and malloc for reuse"
