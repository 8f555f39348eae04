"""What can go wrong, as whoever uses the client has to know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Away(Exception):
    """The server did not answer for longer than the client is patient.

    What was asked last may have happened or not. To ask again with the same id is safe.
    """


class Refused(Exception):
    """The house or the rules do not allow it, and say why.

    `reason` is for programs, `text` for people, in the language that the client asked for.
    `anchor` is the place in the rulebook, `details` is what fills the gaps of the text, and
    `status` is that of HTTP where HTTP was used.
    """

    def __init__(
        self,
        reason: str,
        text: str = "",
        anchor: str = "",
        details: Mapping[str, Any] | None = None,
        status: int = 0,
    ) -> None:
        super().__init__(text or reason)
        self.reason = reason
        self.text = text
        self.anchor = anchor
        self.details = dict(details or {})
        self.status = status

    def __str__(self) -> str:
        """The text, and where it is wrong if a programmer has to know that."""
        said, place = super().__str__(), str(self.details.get("problem", ""))
        return said if place in said else f"{said} ({place})"

    @classmethod
    def told(cls, told: Mapping[str, Any], status: int = 0) -> Refused:
        """From what the server says."""
        details = told.get("details")
        return cls(
            str(told.get("reason", "")),
            str(told.get("text", "")),
            str(told.get("anchor", "")),
            details if isinstance(details, Mapping) else None,
            status,
        )

    @property
    def plain(self) -> dict[str, Any]:
        """As it was told."""
        return {
            "reason": self.reason,
            "text": self.text,
            "anchor": self.anchor,
            "details": self.details,
        }
