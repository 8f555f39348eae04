"""A rulebook as a page."""

from __future__ import annotations

from typing import Any

from escale.core.game import Game
from escale.server.pages.layout import Here, contents, page
from escale.server.pages.markup import Html, tag
from escale.server.rulebook import rendered


def rules_page(here: Here, game: Game[Any, Any, Any]) -> bytes:
    say = here.voice(game)
    book = rendered(game, here.language)
    title = say("pages.rules-of", title=book.title)
    listed = [(section.id, section.title) for section in book.sections]
    article = tag("article", Html(book.html), class_="slip book")
    return page(here, title, tag("h1", title), contents(say, listed), article)
