"""Renders a rulebook from Markdown to HTML, with the anchors that refusals name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from escale.core.game import Game
from escale.games.texts import ANCHOR, rulebook, texts
from escale.server.schema import messages


@cache
def rendered(game: Game[Any, Any, Any], language: str) -> messages.Rulebook:
    """The game's rulebook, with the house's below it, and their sections.

    The page shows the title: the book's own is left out, and the house's becomes a section.
    """
    parser = _parser()
    tokens = parser.parse(rulebook(game, language))
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        del tokens[:3]
    tokens += _one_step_lower(parser.parse(rulebook(None, language)))
    sections = _numbered(tokens)
    html = parser.renderer.render(tokens, parser.options, {})
    return messages.Rulebook(texts(game, language)("box.title"), html, sections)


def _one_step_lower(tokens: list[Token]) -> list[Token]:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) + 1}"
    return tokens


def _numbered(tokens: Sequence[Token]) -> list[messages.Section]:
    """The sections; each of their headings gets an id to link to."""
    sections: list[messages.Section] = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            place = f"section-{len(sections) + 1}"
            token.attrSet("id", place)
            title = re.sub(r"[*_`]", "", ANCHOR.sub("", inline.content))
            sections.append(messages.Section(place, title))
    return sections


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    parser.inline.ruler.before("autolink", "anchor", _anchor)
    parser.add_render_rule("anchor", _render_anchor)
    parser.add_render_rule("table_open", _render_table_open)
    parser.add_render_rule("table_close", _render_table_close)
    return parser


def _anchor(state: StateInline, silent: bool) -> bool:
    found = ANCHOR.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("anchor", "a", 0).attrSet("id", found[1])
    state.pos = found.end()
    return True


def _render_anchor(
    _: RendererProtocol, tokens: Sequence[Token], place: int, __: OptionsDict, ___: EnvType
) -> str:
    return f'<a id="{tokens[place].attrGet("id")}"></a>'  # ANCHOR needs no escaping


def _render_table_open(*_: Any) -> str:
    """A table that is too wide for a phone scrolls by itself, also by keyboard."""
    return '<div class="wide" tabindex="0"><table>\n'


def _render_table_close(*_: Any) -> str:
    return "</table></div>\n"
