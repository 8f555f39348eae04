"""What a page needs of a box: its texts, its rulebook, a code to point a phone at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from escale.core.game import LANGUAGES
from escale.games.registry import load_game
from escale.games.texts import anchors, tables, texts
from tests.served import House
from tests.server.attack import http, in_time

TABLE = "0123456789abcdef01234567"


@in_time
async def test_a_box_says_what_it_is_about(house: House) -> None:
    async with http(house) as web:
        for language in LANGUAGES:
            boxes = (await web.get("/api/games", params={"language": language})).json()
            about = {box["name"]: box["about"] for box in boxes}
            assert about["wordbank"] == texts(load_game("wordbank"), language)("box.about")


@in_time
async def test_the_texts_of_a_game_lie_over_those_of_the_house(house: House) -> None:
    async with http(house) as web:
        for language in LANGUAGES:
            path = "/api/games/wordbank/texts"
            told = (await web.get(path, params={"language": language})).json()
            say = texts(load_game("wordbank"), language)
            assert told["box"]["title"] == say("box.title")
            assert told["refusals"]["match-over"] == say("refusals.match-over")
            assert told["refusals"]["letters-only"] == say("refusals.letters-only")
        assert (await web.get("/api/games/nonsense/texts")).status_code == 404


def test_every_text_is_in_the_tables() -> None:
    def keys(table: object, prefix: str = "") -> Iterator[str]:
        if isinstance(table, dict) and set(table) != {"one", "other"}:
            for name, part in table.items():
                yield from keys(part, f"{prefix}.{name}" if prefix else name)
        else:
            yield prefix

    for language in LANGUAGES:
        game = load_game("wordbank")
        assert set(keys(tables(game, language))) == texts(game, language).keys()


@in_time
async def test_a_rulebook_has_every_anchor_and_every_section_once(house: House) -> None:
    async with http(house) as web:
        for language in LANGUAGES:
            path = "/api/games/wordbank/rulebook.html"
            book = (await web.get(path, params={"language": language})).json()
            assert book["title"] == texts(load_game("wordbank"), language)("box.title")
            ids = re.findall(r' id="([^"]*)"', book["html"])
            assert len(set(ids)) == len(ids)
            sections = [section["id"] for section in book["sections"]]
            assert {*anchors(load_game("wordbank"), language), *sections} == set(ids)
            assert not re.search(r"<(h1|script|style|img|iframe)| on\w+=| style=", book["html"])
        assert (await web.get("/api/games/nonsense/rulebook.html")).status_code == 404


@in_time
async def test_a_code_points_to_pages_of_this_house_only(house: House) -> None:
    async with http(house) as web:
        for path in ("/", f"/table/{TABLE}", f"/table/{TABLE}/replay", "/games/wordbank/rules"):
            answer = await web.get("/api/qr.svg", params={"path": path})
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text.startswith("<svg ")
            assert 'stroke="currentColor"' in answer.text
            assert "fill=" not in answer.text
        for path in (
            *("", "table", "//elsewhere.example/", "https://elsewhere.example/", "/api/games"),
            *(f"/table/{TABLE}?x=1", f"/table/{TABLE}\n", "/table/..", "/\\elsewhere.example"),
            *("/games/<script>/rules", f"/{'a' * 5000}"),
        ):
            answer = await web.get("/api/qr.svg", params={"path": path})
            assert answer.status_code == 400, path
        named = {"Host": "a" * 600}
        answer = await web.get("/api/qr.svg", params={"path": "/"}, headers=named)
        assert answer.status_code == 400
