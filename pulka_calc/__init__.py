"""pulka-calc: a scorekeeping calculator for the card game Preferans (преферанс)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pulka_calc.public import PulkaError, read_pulka

__version__ = "0.3.0"
__all__ = ["PulkaError", "__version__", "read_pulka"]


def __getattr__(name: str) -> object:
    # Lazily: the command line must not pay for names that it does not use.
    if name in ("PulkaError", "read_pulka"):
        from pulka_calc import public

        return getattr(public, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
