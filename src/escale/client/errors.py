"""The exceptions of the client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Away(Exception):
    """The server could not be reached for longer than the client's `patience`.

    The last request may or may not have happened. Repeating it with the same id is safe.
    """


class Refused(Exception):
    """The server or the rules of the game refuse a request, with the reason.

    `reason` is an id for programs, `text` is for people, in the language of the client. `anchor`
    is the place in the rulebook, `details` are the values in the text, and `status` is the HTTP
    status if HTTP was used.
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
        """The text, with the technical problem in brackets if there is one."""
        said, place = super().__str__(), str(self.details.get("problem", ""))
        return said if place in said else f"{said} ({place})"

    @classmethod
    def from_message(cls, message: Mapping[str, Any], status: int = 0) -> Refused:
        details = message.get("details")
        return cls(
            str(message.get("reason", "")),
            str(message.get("text", "")),
            str(message.get("anchor", "")),
            details if isinstance(details, Mapping) else None,
            status,
        )

    @property
    def plain(self) -> dict[str, Any]:
        return {
            "reason": self.reason,
            "text": self.text,
            "anchor": self.anchor,
            "details": self.details,
        }
