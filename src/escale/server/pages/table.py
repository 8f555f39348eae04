"""A table as a page: who sits where, the board in the game's own words, how it ended.

It shows what the guest's device would be told and nothing else: one seat's view, and no moment
that its player has still to open.
"""

from __future__ import annotations

from escale.core.play import Chance, Score
from escale.core.secrecy import Seat, view
from escale.games.texts import Texts
from escale.server.pages.layout import Here, page
from escale.server.pages.markup import Child, Html, joined, tag
from escale.server.pages.shelf import pace_in_words
from escale.tables import entries as e
from escale.tables.room import Chair, Room
from escale.tables.table import Table

MOST_SAID = 20


def table_page(here: Here, table: Table, mark: str, wanted: str) -> bytes:
    """`wanted`: through the eyes of which of their seats somebody wants to see it."""
    room = table.room
    person = room.person(mark)
    seats = room.seats_of(person)
    eyes = _eyes(room, seats, wanted)
    say = here.voice(room.game, tuple(chair.name for chair in room.chairs))
    title = say("box.title")
    return page(
        here,
        title,
        tag("h1", title),
        tag("p", _status(room, say), class_="lead"),
        _links(here, room, say, person, eyes),
        _score(room.match.score, say) if room.match is not None and room.match.score else None,
        _board(here, room, say, seats, eyes),
        _seats(room, say, seats),
        _said(table, say, person),
    )


def _eyes(room: Room, seats: tuple[Seat, ...], wanted: str) -> Seat | None:
    """The seat that was asked for, or else one whose turn it is; None: whoever looks on."""
    asked = next((seat for seat in seats if str(seat) == wanted), None)
    if asked is not None:
        return asked
    return next((seat for seat in seats if seat in room.awaited), seats[0] if seats else None)


def _status(room: Room, say: Texts) -> Html:
    facts = [say(f"pages.status-{room.status}"), pace_in_words(say, *_pace(room))]
    if room.paused:
        facts.insert(1, say("pages.paused"))
    return joined(facts, " · ")


def _pace(room: Room) -> tuple[str, int]:
    return room.made.pace.speed, room.made.pace.seconds


def _links(here: Here, room: Room, say: Texts, person: e.Person | None, eyes: Seat | None) -> Html:
    same = {} if eyes is None else {"seat": eyes}
    links = [tag("a", say("pages.rules"), href=here.link(f"/games/{room.game.name}/rules"))]
    if room.status != "over":
        links.insert(0, tag("a", say("pages.again"), href=here.link(here.path, **same)))
    if room.status == "over" and (room.carried_by is None or person in room.players()):
        address = f"/api/tables/{room.table}/match"
        links.append(tag("a", say("pages.match-file"), href=address, download=True))
    if room.rematch:
        links.append(tag("a", say("pages.rematch"), href=here.link(f"/table/{room.rematch}")))
    return tag("ul", [tag("li", link) for link in links], class_="links")


# The board


def _board(here: Here, room: Room, say: Texts, seats: tuple[Seat, ...], eyes: Seat | None) -> Html:
    heading = say("pages.board") if eyes is None else say("pages.board-of", seat=eyes)
    others = [seat for seat in seats if seat != eyes]
    return tag(
        "section",
        tag("h2", heading),
        _seen(room, say, seats, eyes),
        tag("ul", [tag("li", _other(here, say, seat)) for seat in others], class_="links")
        if others and room.match is not None
        else None,
        class_="slip board",
    )


def _other(here: Here, say: Texts, seat: Seat) -> Html:
    return tag("a", say("pages.see-as", seat=seat), href=here.link(here.path, seat=seat))


def _seen(room: Room, say: Texts, seats: tuple[Seat, ...], eyes: Seat | None) -> Child:
    if room.match is None:
        code = say("pages.its-code", code=room.made.code)
        return tag("p", say("pages.not-begun"), " ", code)
    if isinstance(room.awaits, Chance):
        return tag("p", say("pages.begins"))
    if any(room.held(seat) for seat in seats or (None,)):  # not through another seat's eyes either
        return tag("p", say("pages.held" if eyes is None else "pages.held-own"))
    lines = room.game.describe(view(room.match.state, eyes), say)
    return tag("ul", [tag("li", line) for line in lines])


def _score(score: Score, say: Texts) -> Html:
    rows = [_points(seat, score, say) for seat in range(len(score.points))]
    head = tag(
        "tr",
        tag("th", say("pages.player"), scope="col"),
        tag("th", say("pages.points"), scope="col"),
    )
    if len(score.winners) == 1:
        winners = say("told.winner", seat=score.winners[0])
    else:
        listed = ", ".join(map(say.name, score.winners))
        winners = say("told.winners", names=listed) if listed else ""
    return tag(
        "section",
        tag("h2", say("pages.result")),
        tag("p", say("endings." + score.ending)),
        tag("p", tag("b", winners)),
        tag("table", tag("thead", head), tag("tbody", rows)),
        class_="slip",
    )


def _points(seat: Seat, score: Score, say: Texts) -> Html:
    won = tag("span", f" ★ {say('pages.winner')}", class_="won") if seat in score.winners else None
    name = tag("th", tag("b", say.name(seat)), won, scope="row")
    return tag("tr", name, tag("td", score.points[seat]))


# The people


def _seats(room: Room, say: Texts, own: tuple[Seat, ...]) -> Html:
    rows = [_seat(room, say, seat, chair, own) for seat, chair in enumerate(room.chairs)]
    return tag(
        "section", tag("h2", say("pages.seats")), tag("ol", rows, class_="seats"), class_="slip"
    )


def _seat(room: Room, say: Texts, seat: Seat, chair: Chair, own: tuple[Seat, ...]) -> Html:
    if chair.kind == "empty":
        return tag("li", tag("span", say("pages.seat-free"), class_="quiet"))
    notes = list(_notes(room, say, seat, chair, own))
    turn = tag("strong", say("pages.turn"), class_="turn") if seat in room.awaited else None
    return tag(
        "li",
        tag("b", chair.name),
        tag("span", " · ", joined(notes, " · "), class_="quiet") if notes else None,
        " " if turn else None,
        turn,
    )


def _notes(room: Room, say: Texts, seat: Seat, chair: Chair, own: tuple[Seat, ...]) -> list[str]:
    notes = []
    if seat in own:
        notes.append(say("pages.you"))
    if chair.kind == "bot" and chair.level is not None:
        notes.append(say("pages.bot", level=chair.level))
    if room.resigned(seat):
        notes.append(say("pages.resigned"))
    elif chair.left:
        notes.append(say("pages.left"))
    if chair.kind == "person" and room.playing and room.level(seat) is not None:
        notes.append(say("pages.stood-in"))
    return notes


def _said(table: Table, say: Texts, person: e.Person | None) -> Html | None:
    """The last things said that this guest may know of and wants to hear."""
    room = table.room
    muted = room.muted.get(-1 if person is None else person, set())
    known = room.entries[: table.sight.known(room.seats_of(person))]
    said: list[e.Said] = [
        one
        for entry in known
        for one in entry.what
        if isinstance(one, e.Said) and one.person not in muted
    ]
    if not said:
        return None
    lines = [
        tag("li", say("pages.says", name=room.people[one.person].name, text=one.text))
        for one in said[-MOST_SAID:]
    ]
    return tag("section", tag("h2", say("pages.said")), tag("ul", lines), class_="slip")
