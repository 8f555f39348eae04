"""Asks for a move in any game: choose among the offers and fill in their inputs."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from escale.cli.terminal.prompt_commands import plain
from escale.core.play import Choice, Number, Offer, Some, Text
from escale.games.terminal import Desk
from escale.games.texts import Texts
from escale.games.transcript import in_words, key


class Back(Exception):
    """The person wants to choose again."""


def ask(offers: tuple[Offer, ...], say: Texts, desk: Desk) -> Any:
    """The chosen action; None: the person went back."""
    try:
        offer = offers[0] if len(offers) == 1 else _choose(offers, say, desk)
        values = {one.name: _fill(one, say, desk) for one in offer.inputs}
    except Back:
        return None
    kinds = {field.name: str(field.type) for field in fields(offer.action)}
    sets = {name: frozenset(value) for name, value in values.items() if "frozenset" in kinds[name]}
    return offer.action(**values | sets)


def _choose(offers: tuple[Offer, ...], say: Texts, desk: Desk) -> Offer:
    labels = [say("actions." + key(offer.action.__name__)) for offer in offers]
    desk.show("", *(f"  {number}  {label}" for number, label in enumerate(labels, start=1)))
    while True:
        place = _place(_line(say("offers.choose"), desk), labels)
        if place is not None:
            return offers[place]
        desk.show(say("offers.not-among"))


def _fill(wanted: Text | Choice | Some | Number, say: Texts, desk: Desk) -> Any:
    label = say("inputs." + key(wanted.name))
    match wanted:
        case Text(_, longest):
            while True:
                line = _line(label, desk, free=True)
                if 0 < len(line) <= longest:
                    return line
                desk.show(say("offers.too-long", count=longest))
        case Choice(name, among):
            labels = [in_words(say, name, value) for value in among]
            numbered = not all(type(value) is int for value in among)
            if numbered:
                rows = enumerate(labels, start=1)
                desk.show(*(f"  {number}  {shown}" for number, shown in rows))
            prompt = label if numbered else f"{label} ({_listed(among)})"
            while True:
                place = _place(_line(prompt, desk), labels, numbered=numbered)
                if place is not None:
                    return among[place]
                desk.show(say("offers.not-among"))
        case Number(_, least, most):
            while True:
                line = _line(f"{label} ({least} … {most})", desk)
                if re.fullmatch(r"-?[0-9]{1,16}", line) and wanted.admits(int(line)):
                    return int(line)
                desk.show(say("offers.not-among"))
        case Some(name, among, least, most, repeated):
            labels = [in_words(say, name, value) for value in among]
            desk.show(say("offers.several", least=least, most=most, among=", ".join(labels)))
            while True:
                typed = _line(label, desk, empty=least == 0).replace(",", " ").split()
                places = [_place(one, labels, numbered=False) for one in typed]
                chosen = tuple(among[place] for place in places if place is not None)
                if len(chosen) == len(typed) and wanted.admits(chosen):
                    return chosen
                wrong = "offers.not-so-many" if repeated else "offers.not-these"
                desk.show(say(wrong, least=least, most=most))


def _line(prompt: str, desk: Desk, *, free: bool = False, empty: bool = False) -> str:
    line = desk.read(prompt, free=free)
    if desk.goes_back(line) or (not line and not empty):
        raise Back
    return line


def _place(line: str, labels: list[str], *, numbered: bool = True) -> int | None:
    """The index of the label that was typed: its number, its text or an unambiguous prefix."""
    if numbered and line.isdecimal():
        return int(line) - 1 if 1 <= int(line) <= len(labels) else None
    wanted = plain(line)
    if wanted in map(plain, labels):
        return [plain(label) for label in labels].index(wanted)
    begins = [place for place, label in enumerate(labels) if plain(label).startswith(wanted)]
    return begins[0] if len(begins) == 1 and not line.isdecimal() else None


def _listed(among: tuple[Any, ...]) -> str:
    """A range is shown by its first and last number."""
    if len(among) > 3 and list(among) == list(range(among[0], among[-1] + 1)):
        return f"{among[0]} … {among[-1]}"
    return ", ".join(map(str, among))
