"""What the plain pages have in common: language, header, footer, errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from litestar import MediaType, Response

from escale.core.game import LANGUAGES, Game
from escale.games.texts import Texts, texts
from escale.server.asgi import HttpRequest
from escale.server.refusal_texts import language_in
from escale.server.routes.plain_pages.markup import Child, Html, tag

SERVER = files("escale.server")
FOLDER = files("escale.server.routes.plain_pages")
OWN_NAMES = {"fr": "Français", "en": "English", "de": "Deutsch"}


@dataclass(frozen=True, slots=True)
class Here:
    """The page's path and language. `chosen`: by the reader, so that links keep it."""

    path: str
    language: str
    chosen: bool

    @classmethod
    def of(cls, request: HttpRequest) -> Here:
        wanted = request.query_params.get("language")
        language = language_in(wanted, request.headers.get("accept-language", ""))
        return cls(request.scope["path"], language, wanted == language)

    def link(self, path: str, **more: str | int) -> str:
        query = {**more, **({"language": self.language} if self.chosen else {})}
        return f"{path}?{urlencode(query)}" if query else path

    def voice(self, game: Game[Any, Any, Any] | None = None, names: tuple[str, ...] = ()) -> Texts:
        return texts(game, self.language, names, SERVER)


@cache
def style() -> bytes:
    return (FOLDER / "style.css").read_bytes()


@cache
def mark() -> bytes:
    """The logo: a pawn that is a lighthouse."""
    return (FOLDER / "mark.svg").read_bytes()


@cache
def _style_address() -> str:
    return f"/style.css?{sha256(style()).hexdigest()[:8]}"


def page(here: Here, title: str, *main: Child) -> bytes:
    say = here.voice()
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title if title == "Escale" else f"{title} · Escale"),
        tag("link", rel="icon", href="/mark.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href=_style_address()),
    )
    body = tag(
        "body",
        tag("a", say("pages.skip"), href="#main", class_="skip"),
        _header(here, say),
        tag("main", *main, id="main", tabindex="-1"),
        _footer(here, say),
    )
    return f"<!doctype html>{tag('html', head, body, lang=here.language)}".encode()


def _header(here: Here, say: Texts) -> Html:
    home = tag("a", Html(mark().decode()), "Escale", href=here.link("/"), class_="brand")
    switches = [_switch(here, language) for language in LANGUAGES]
    languages = tag(
        "nav", tag("ul", switches), class_="languages", aria_label=say("pages.languages")
    )
    return tag("header", tag("div", home, languages))


def _switch(here: Here, language: str) -> Html:
    current = "true" if language == here.language else None
    name = tag("abbr", language.upper(), title=OWN_NAMES[language])
    address = f"{here.path}?language={language}"
    return tag("li", tag("a", name, href=address, lang=language, aria_current=current))


def _footer(here: Here, say: Texts) -> Html:
    shelf = tag("a", say("pages.shelf"), href=here.link("/"))
    api = tag("a", say("pages.api"), href=here.link("/api"))
    return tag("footer", tag("div", tag("p", shelf, " · ", api), tag("p", say("pages.plain"))))


def problem(here: Here, title: str, *more: Child) -> bytes:
    back = tag("a", here.voice()("pages.to-the-shelf"), href=here.link("/"))
    return page(here, title, tag("h1", title), more, tag("p", back))


def html(body: bytes, here: Here, status: int = 200) -> Response[bytes]:
    headers = {
        "Content-Language": here.language,
        "Vary": "Accept-Language, Cookie",
        "Cache-Control": "no-store" if status == 200 else "no-cache",
    }
    return Response(body, status_code=status, media_type=MediaType.HTML, headers=headers)


def contents(say: Texts, sections: Iterable[tuple[str, str]]) -> Html:
    """The table of contents, folded: a phone shows the page itself first."""
    links = [tag("li", tag("a", title, href=f"#{place}")) for place, title in sections]
    folded = tag("details", tag("summary", say("pages.contents")), tag("ul", links))
    return tag("nav", folded, class_="slip contents", aria_label=say("pages.contents"))
