"""The first page: the boxes, the tables that wait for players, one's own, and a code to join."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from escale.core.game import Game
from escale.games.shelf import UnknownGame, names, take
from escale.games.texts import Texts, texts
from escale.server.pages.layout import Here, nothing, page
from escale.server.pages.markup import Html, joined, tag
from escale.store.protocol import Card

MOST_OWN = 30


def shelf_page(
    here: Here, listed: Sequence[Card], own: Sequence[Card], *, typed: str = "", problem: str = ""
) -> bytes:
    say = here.voice()
    return page(
        here,
        say("pages.shelf") if problem else "Escale",
        tag("h1", say("pages.welcome")),
        tag("p", say("pages.about"), class_="lead"),
        _join(here, say, typed, problem),
        _own(here, say, own) if own else None,
        tag("section", tag("h2", say("pages.shelf"), id="shelf"), _boxes(here)),
        _open(here, say, listed),
    )


def _join(here: Here, say: Texts, typed: str, problem: str) -> Html:
    told = tag("p", problem, id="problem", role="alert", class_="problem") if problem else None
    field = tag(
        "input",
        id="code",
        name="code",
        value=typed or None,
        required=True,
        maxlength=40,
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
        aria_describedby="problem hint" if problem else "hint",
        aria_invalid="true" if problem else None,
    )
    form = tag(
        "form",
        tag("label", say("pages.code"), for_="code"),
        told,
        tag("div", field, tag("button", say("pages.join")), class_="row"),
        tag("p", say("pages.code-hint"), id="hint", class_="quiet"),
        method="post",
        action=here.link("/join"),
    )
    return tag("section", form, class_="slip join", aria_label=say("pages.join-title"))


def _boxes(here: Here) -> Html:
    return tag("ul", [tag("li", _box(here, take(name))) for name in names()], class_="boxes")


def _box(here: Here, game: Game[Any, Any, Any]) -> Html:
    say, box = here.voice(game), game.box
    title = say("box.title")
    players = "pages.players" if box.most > box.fewest else "pages.players-exactly"
    facts = [
        say(players, fewest=box.fewest, most=box.most),
        say("pages.minutes", count=box.minutes),
        say("pages.age", count=box.age),
    ]
    rules = tag(
        "a", say("pages.rules-of", title=title), href=here.link(f"/games/{game.name}/rules")
    )
    return tag(
        "article",
        tag("h3", title),
        tag("p", say("box.about")),
        tag("p", joined(facts, " · "), class_="quiet"),
        tag("p", rules),
        class_="slip",
    )


def _own(here: Here, say: Texts, cards: Sequence[Card]) -> Html:
    tables = [_table(here, say, card, own=True) for card in _what_matters_first(cards)]
    return tag("section", tag("h2", say("pages.own-tables")), tag("ul", tables, class_="tables"))


def _what_matters_first(cards: Sequence[Card]) -> Sequence[Card]:
    order = ("playing", "gathering", "over")
    return sorted(cards, key=lambda card: order.index(card.status))[:MOST_OWN]


def _open(here: Here, say: Texts, cards: Sequence[Card]) -> Html:
    tables = [_table(here, say, card, own=False) for card in cards]
    shown = tag("ul", tables, class_="tables") if tables else nothing(say("pages.no-open-tables"))
    return tag("section", tag("h2", say("pages.open-tables")), shown)


def _table(here: Here, say: Texts, card: Card, *, own: bool) -> Html:
    summary = msgspec.json.decode(card.summary)
    seats, facts = summary["seats"], [pace_in_words(say, **summary["pace"])]
    free = sum(seat["kind"] == "empty" for seat in seats)
    if free and card.status == "gathering":
        facts.insert(0, say("pages.free", count=free))
    if own:
        facts.insert(0, say(f"pages.status-{card.status}"))
    people = [_sitter(say, seat) for seat in seats if seat["kind"] != "empty"]
    address, about = here.link(f"/table/{card.table}"), f"at-{'own-' * own}{card.table}"
    link = tag("a", _title(card.game, here.language), href=address, aria_describedby=about)
    return tag(
        "li",
        tag("h3", link),
        tag("p", joined(people, ", ") if people else say("pages.nobody"), id=about),
        tag("p", joined(facts, " · "), class_="quiet"),
        class_="slip",
    )


@lru_cache(maxsize=256)
def _title(name: str, language: str) -> str:
    try:
        return texts(take(name), language)("box.title")
    except UnknownGame:  # it was on the shelf when the table was made
        return name


def _sitter(say: Texts, seat: dict[str, Any]) -> Html:
    if seat["kind"] == "bot":
        return joined([seat["name"], f"({say('pages.bot', level=seat['bot'])})"], " ")
    return tag("b", seat["name"])


def pace_in_words(say: Texts, speed: str, seconds: int, **_: Any) -> str:
    if speed == "free":
        return say("pages.pace-free")
    if speed == "live":
        if seconds % 60:
            return say("pages.pace-seconds", count=seconds)
        return say("pages.pace-minutes", count=seconds // 60)
    if seconds % 86_400:
        return say("pages.pace-hours", count=max(1, seconds // 3600))
    return say("pages.pace-days", count=seconds // 86_400)
