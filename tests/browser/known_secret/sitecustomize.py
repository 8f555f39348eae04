"""On the path of a house, it commits to a secret that tests know: so they can foresee its dice."""

import os

from escale.tables.decisions.context import Context


def _known() -> str:
    return os.environ["KNOWN_SECRET"]


defaults = Context.__new__.__defaults__
assert defaults is not None
Context.__new__.__defaults__ = (*defaults[:-1], _known)
