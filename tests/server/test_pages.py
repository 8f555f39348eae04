"""The plain pages: everybody can read them."""

from __future__ import annotations

import re
import string
from functools import cached_property
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from urllib.parse import urldefrag

import httpx
import pytest

from escale.core.game import LANGUAGES
from escale.games.texts import Texts
from escale.server.routes.plain_pages.layout import SERVER, Here, style
from escale.server.routes.plain_pages.markup import Html, joined, tag, text
from escale.server.routes.rulebook import _parser
from tests.served import House
from tests.server.attack import http, in_time

HOSTILE = "<script>&\"'</li>"
VOID = ("meta", "link", "input", "br", "hr", "path", "rect", "circle")


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

    @cached_property
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
async def test_every_link_of_the_api_page_leads_somewhere(house: House) -> None:
    async with http(house) as web:
        for language in LANGUAGES:
            answer = await web.get(f"/api?language={language}")
            assert "Accept-Language" in answer.headers["vary"]
            page = Page(answer)
            is_accessible(page, language)
            for link in [*page.links, *(one["href"] for one in page.all("link"))]:
                address, place = urldefrag(link)
                assert not place or place in page.ids
                if address and address not in ("/", f"/?language={language}"):
                    assert (await web.get(address)).status_code == 200, address


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
    "ink": ("ground", "sky", "paper"),
    "ink-2": ("ground", "sky", "paper"),
    "ink-3": ("ground", "paper"),
    "brand": ("ground", "sky", "paper"),
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
