"""The plain pages: everybody can read them, and they show nothing that is not theirs to show."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from urllib.parse import urldefrag

import httpx
import pytest

from escale.core.game import LANGUAGES
from escale.games.shelf import take
from escale.games.texts import Texts, anchors
from escale.server.pages.layout import SERVER, Here, style
from escale.server.pages.markup import Html, joined, tag, text
from escale.server.rulebook import _parser
from tests.served import House
from tests.server.attack import Guest, busy_house, http, in_time, is_unharmed, match, tell
from tests.server.games.whisper.rules import LEAST

HOSTILE = "<script>&\"'</li>"
VOID = ("meta", "link", "input", "br", "hr", "path", "rect", "circle")
SLOW = {"pace": {"speed": "slow", "seconds": 86_400}, "options": {"rounds": 9, "seconds": 60}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with busy_house(tmp_path_factory.mktemp("house")) as house:
        yield house
        is_unharmed(house)


class Page(HTMLParser):
    """A page taken apart; it must be well formed."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__()
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        self.source = answer.text
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(answer.text)
        self.close()
        assert self._open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, {key: value or "" for key, value in attributes}))
        if name not in VOID:
            self._open.append(name)

    def handle_endtag(self, name: str) -> None:
        if name not in VOID:
            assert self._open.pop() == name

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, name: str) -> list[dict[str, str]]:
        return [attributes for one, attributes in self.elements if one == name]

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    @property
    def links(self) -> list[str]:
        return [one["href"] for one in self.all("a") if "href" in one]


def is_accessible(page: Page, language: str) -> None:
    """Landmarks, one title, labelled fields, and nothing that the content policy would block."""
    (whole,) = page.all("html")
    assert whole["lang"] == language
    assert all(len(page.all(one)) == 1 for one in ("header", "main", "footer", "h1", "title"))
    levels = [int(name[1]) for name, _ in page.elements if re.fullmatch("h[1-6]", name)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(set(page.ids)) == len(page.ids)
    labelled = {one["for"] for one in page.all("label")}
    assert {one["id"] for one in page.all("input")} <= labelled
    for name, attributes in page.elements:
        assert name not in ("script", "style", "iframe", "object", "base")
        assert not any(key == "style" or key.startswith("on") for key in attributes)
        for key in ("aria-describedby", "aria-labelledby"):
            assert set(attributes.get(key, "").split()) <= set(page.ids)


@in_time
async def test_every_link_of_every_page_leads_somewhere_in_the_same_language(house: House) -> None:
    async with http(house) as web, match(house, web, listed=True) as (_, (ada, _), (line, _)):
        await ada.make(listed=True, name=HOSTILE)
        await line.done("resign", seat=0)
        for language in LANGUAGES:
            await crawl(ada, language)


async def crawl(guest: Guest, language: str) -> None:
    known: dict[str, Page | None] = {}
    wanted = [f"/?language={language}"]
    while wanted:
        address, place = urldefrag(wanted.pop())
        if address not in known:
            answer = await guest.get(address)
            assert answer.status_code == 200, address
            known[address] = None
            if answer.headers["content-type"].startswith("text/html"):
                page = known[address] = Page(answer)
                assert "Accept-Language" in answer.headers["vary"]
                is_accessible(page, language)
                here = [link for link in page.links if "language=" in link]
                wanted += [link for link in here if f"language={language}" in link]
                wanted += [address + link for link in page.links if link.startswith("#")]
                wanted += [one["href"] for one in page.all("link")]
        if place:
            found = known[address]
            assert found is not None
            assert place in found.ids, (address, place)
    kinds = {address.split("?")[0].split("/")[1] for address in known}
    assert kinds == {"", "table", "games", "api", "style.css", "mark.svg"}


@in_time
async def test_the_language_is_the_one_asked_for_or_that_of_the_browser(house: House) -> None:
    async with http(house) as web:

        async def language(path: str, accepted: str) -> str:
            answer = await web.get(path, headers={"Accept-Language": accepted})
            assert "Accept-Language" in answer.headers["vary"]
            return str(answer.headers["content-language"])

        assert await language("/", "de-CH, fr;q=0.5") == "de"
        assert await language("/", "ja, *") == "en"
        assert await language("/?language=fr", "de") == "fr"
        assert await language("/?language=xx", "de") == "de"
        assert "language=" not in "".join(
            link for link in Page(await web.get("/")).links if not link.endswith(LANGUAGES)
        )


@in_time
async def test_what_people_call_themselves_and_say_is_only_text(house: House) -> None:
    async with (
        http(house) as web,
        match(house, web, (HOSTILE, "Bo"), listed=True) as (
            table,
            (ada, bo),
            (line, _),
        ),
    ):
        await bo.make(listed=True, name=HOSTILE)
        await line.done("say", text=HOSTILE)
        pages = [Page(await ada.get(path)) for path in ("/", f"/table/{table}")]
        for page in pages:
            is_accessible(page, "en")
            assert HOSTILE in page.words
            assert HOSTILE not in page.source
        assert f"{HOSTILE}: {HOSTILE}" in pages[1].words


@in_time
async def test_a_table_is_found_by_its_code(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        table = await ada.make()
        code = (await ada.look(table))["table"]["code"]
        typed = f" {code.upper().replace('-', ' ')}"
        found = await web.post("/join?language=de", data={"code": typed})
        assert found.status_code == 303
        assert found.headers["location"] == f"/table/{table}?language=de"
        for wrong in ("bako-limu", HOSTILE, ""):
            lost = await web.post("/join?language=de", data={"code": wrong})
            assert lost.status_code == 404
            page = Page(lost)
            is_accessible(page, "de")
            assert wrong in page.words
            (field,) = page.all("input")
            assert field["aria-invalid"] == "true"
            assert field["aria-describedby"].split() == ["problem", "hint"]
            assert "/?language=fr" in page.links
        assert (await web.post("/join", content=b"\xff")).status_code == 404


@in_time
async def test_a_form_of_another_page_is_not_taken(house: House) -> None:
    async with http(house) as web:
        headers = {"Origin": "https://elsewhere.example"}
        answer = await web.post("/join", data={"code": "bako-limu"}, headers=headers)
        assert answer.status_code == 403
        own = await web.post("/join", data={"code": "bako-limu"}, headers={"Origin": house.url})
        assert own.status_code == 404
        # With "no-referrer" a browser says "Origin: null" when it sends the house's own form.
        assert own.headers["referrer-policy"] == "same-origin"


@in_time
async def test_what_is_not_there_is_said_kindly(house: House) -> None:
    async with http(house) as web:
        for path in ("/table/nonsense", f"/table/{'0' * 24}", "/games/nonsense/rules"):
            answer = await web.get(f"{path}?language=fr")
            assert answer.status_code == 404
            page = Page(answer)
            is_accessible(page, "fr")
            assert "/?language=fr" in page.links


# The table


def secrets(page: Page) -> set[int]:
    return {int(one) for one in re.findall(r"\d{9,}", page.words) if int(one) >= LEAST}


@in_time
async def test_a_seat_sees_its_own_secrets_and_who_looks_on_sees_none(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, bo), _):
        (view,) = (await bo.look(table))["views"]
        card = view["seen"]["cards"][1]
        assert card >= LEAST
        assert secrets(Page(await ada.get(f"/table/{table}"))) == set()
        assert secrets(Page(await ada.get(f"/table/{table}?seat=1"))) == set()
        assert secrets(Page(await ada.get(f"/table/{table}?seat={'9' * 5000}"))) == set()
        assert secrets(Page(await web.get(f"/table/{table}"))) == set()
        assert secrets(Page(await bo.get(f"/table/{table}"))) == {card}


@in_time
async def test_somebody_with_two_seats_looks_through_one_at_a_time(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        table = await ada.make(seats=["me", "me", "me"], start=True)
        seen = [secrets(Page(await ada.get(f"/table/{table}?seat={seat}"))) for seat in range(3)]
        assert [len(one) for one in seen] == [0, 1, 1]
        assert seen[1] != seen[2]


@in_time
async def test_a_moment_that_waits_to_be_opened_is_not_shown(house: House) -> None:
    async with http(house) as web, match(house, web, **SLOW) as (table, (ada, bo), lines):
        held, others = "waiting for you", "waiting for its player"
        await lines[1].done("say", text="I can see it")
        for seat in ("", "?seat=0", "?seat=1"):
            page = Page(await ada.get(f"/table/{table}{seat}"))
            assert held in page.words
            assert "round" not in page.words.lower().replace("background", "")
            assert "I can see it" not in page.words
        assert others in Page(await web.get(f"/table/{table}")).words
        await lines[0].done("open", seat=0)
        opened = Page(await ada.get(f"/table/{table}"))
        assert held not in opened.words
        assert "I can see it" in opened.words
        assert held in Page(await bo.get(f"/table/{table}")).words
        assert others in Page(await web.get(f"/table/{table}")).words


@in_time
async def test_two_seats_of_one_device_are_opened_together(house: House) -> None:
    async with http(house) as web:
        ada = Guest(house, web)
        table = await ada.make(seats=["me", "me"], start=True, **SLOW)
        for seat in range(2):
            page = Page(await ada.get(f"/table/{table}?seat={seat}"))
            assert "waiting for you" in page.words
        assert (await ada.ask(table, "open", seat=0)).status_code == 200
        for seat in range(2):
            page = Page(await ada.get(f"/table/{table}?seat={seat}"))
            assert "waiting for you" not in page.words


@in_time
async def test_who_is_muted_is_not_heard_here_either(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, bo), lines):
        await lines[1].done("say", text="blah blah")
        assert "Bo: blah blah" in Page(await ada.get(f"/table/{table}")).words
        await lines[0].done("mute", person=1)
        assert "blah" not in Page(await ada.get(f"/table/{table}")).words
        assert "blah" in Page(await bo.get(f"/table/{table}")).words


@in_time
async def test_a_game_that_is_over_shows_its_result_and_its_file(house: House) -> None:
    async with (
        http(house) as web,
        match(house, web, options={"rounds": 1}) as (
            table,
            _,
            lines,
        ),
    ):
        path = f"/api/tables/{table}/match"
        assert path not in Page(await web.get(f"/table/{table}")).links
        await tell(lines[0], 0, 1)
        await tell(lines[1], 1, 2)
        page = Page(await web.get(f"/table/{table}"))
        assert "Ada, Bo share the victory." in page.words
        assert page.words.count("winner") == 2
        assert path in page.links
        assert (await web.get(path)).status_code == 200


@in_time
async def test_a_match_that_was_carried_away_is_only_for_its_players(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, _), lines):
        await lines[0].done("propose", what="carry-away")
        await lines[1].done("answer", agree=True)
        path = f"/api/tables/{table}/match"
        assert path in Page(await ada.get(f"/table/{table}")).links
        assert path not in Page(await web.get(f"/table/{table}")).links


# Rulebooks and the API


@in_time
async def test_a_rulebook_has_every_anchor_that_a_refusal_can_name(house: House) -> None:
    async with http(house) as web:
        for language in LANGUAGES:
            page = Page(await web.get(f"/games/wordbank/rules?language={language}"))
            assert set(anchors(take("wordbank"), language)) <= set(page.ids)


def test_a_rulebook_is_markdown_and_no_other_html() -> None:
    book = (
        '<a id="good"></a>Yes <a id="Bad"></a> <script>x</script> <b>bold</b> <!-- hidden -->'
        ' <a id="b" href="x"></a>\n\n<div onclick="x">no</div>\n\n![](http://x/y.png)\n\n'
        "[no](javascript:alert(1)) [yes](#good) **b**\n\n| a |\n|---|\n| 1 |\n"
    )
    written = _parser().render(book)
    assert re.findall(r"<[^/][^>]*>", written) == [
        *("<p>", '<a id="good">', "<p>", "<p>"),
        *('<a href="http://x/y.png">', "<p>", '<a href="#good">', "<strong>"),
        *('<div class="wide" tabindex="0">', "<table>", "<thead>", "<tr>", "<th>"),
        *("<tbody>", "<tr>", "<td>"),
    ]


@in_time
async def test_the_api_page_tells_of_every_request_and_every_message(house: House) -> None:
    async with http(house) as web:
        page = Page(await web.get("/api?language=de"))
        document = (await web.get("/api/openapi.json")).json()
        schemas = (await web.get("/api/messages.json")).json()["$defs"]
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                assert f"{method.upper()} {path}" in page.words
                assert f"request-{operation['operationId']}" in page.ids
        for name in {*schemas} - {"Ask", "Told", "Happening", "Event"}:
            assert f"schema-{name}" in page.ids
            for field in schemas[name].get("properties", {}):
                assert field in page.words
        assert {"/api/openapi.json", "/api/messages.json"} <= set(page.links)


# Building blocks


def test_whatever_is_not_markup_is_escaped() -> None:
    assert tag("p", HOSTILE, class_=HOSTILE) == (
        '<p class="&lt;script&gt;&amp;&quot;&#x27;&lt;/li&gt;">'
        "&lt;script&gt;&amp;&quot;&#x27;&lt;/li&gt;</p>"
    )
    assert tag("p", tag("b", 1), None, ["<", [Html("<i>")]]) == "<p><b>1</b>&lt;<i></p>"
    assert tag("input", required=True, value=None, checked=False) == "<input required>"
    assert joined(["<", tag("b")], "&") == "&lt;&amp;<b></b>"
    assert text(Html("<b>") + "<i>") == "&lt;b&gt;&lt;i&gt;"  # a sum is no markup any more


def gaps(say: Texts, key: str) -> set[str]:
    found: Any = say._texts[key]
    forms = [found] if isinstance(found, str) else list(found.values())
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_the_pages_say_the_same_in_every_language() -> None:
    voices = [Here("/", language, True).voice() for language in LANGUAGES]
    keys = voices[0].keys()
    assert all(voice.keys() == keys for voice in voices)
    for key in keys:
        assert gaps(voices[0], key) == gaps(voices[1], key) == gaps(voices[2], key), key
    french = (SERVER / "texts" / "fr.toml").read_text(encoding="utf-8")
    assert not re.search(r"[a-zé] [:;?!»]|« ", french)  # but with a no-break space


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


ON = {
    "ink": ("ground", "sky", "paper", "well", "amber-wash"),
    "ink-2": ("ground", "sky", "paper"),
    "ink-3": ("ground", "paper"),
    "brand": ("ground", "sky", "paper"),
    "coral": ("coral-wash",),
    "leaf": ("paper",),
    "paper": ("brand",),
}


@pytest.mark.parametrize("night", [False, True])
def test_every_text_stands_out_by_day_and_by_night(night: bool) -> None:
    colours = re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style().decode())
    half = len(colours) // 2
    token = dict(colours[half:] if night else colours[:half])
    assert [name for name, _ in colours[:half]] == [name for name, _ in colours[half:]]
    for name, grounds in ON.items():
        for ground in grounds:
            assert contrast(token[name], token[ground]) >= 4.5, (name, ground)
    assert contrast("#10222c", token["beacon"]) >= 4.5
