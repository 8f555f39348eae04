"""docs/hosting.md lists every message of log and exit, as the source says it, and no other.

Messages are found in the syntax tree. What is filled in at run time is written as an ellipsis:
`f"{path} exists"` is listed as `… exists`. A message without a word of its own is not listed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "escale"
PACKAGES = ("tables", "server", "store", "cli")
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
LOG, EXIT = "Log messages", "Exit messages"  # headings of the guide

LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
FILLED_IN = re.compile(r"%(?:\(\w+\))?[-+#0]*[\d.]*[sdrfgx]")
OWN_WORD = re.compile(r"[A-Za-z]{2,}")

Message = tuple[str, str | None]
"""A text and, where the call says it, its level."""
Assigned = dict[str, list[ast.expr]]
OUTAGE_LOG = SOURCE / "tables" / "outage_log.py"


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree(path)))


def modules(*packages: str) -> Iterator[Path]:
    for package in packages:
        yield from sorted((SOURCE / package).rglob("*.py"))


def name_of(node: ast.expr) -> str:
    """The last name of `a`, `a.b` and `a.b()`; otherwise nothing."""
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return name_of(func)
    return ""


@cache
def assigned(path: Path) -> Assigned:
    """What each name of a module, constant or local, can be."""
    found: Assigned = {}
    for node in nodes(path):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return found


def texts(node: ast.expr, known: Assigned) -> Iterator[str]:
    """The texts that an expression can be, with an ellipsis for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            yield FILLED_IN.sub("…", text)
        case ast.JoinedStr(values=parts):
            yield "".join(
                part.value
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
                else "…"
                for part in parts
            )
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one, known)
            yield from texts(other, known)
        case ast.Name(name):
            for value in known.get(name, ()):
                yield from texts(value, known)


@cache
def outage_log() -> tuple[str, set[str]]:
    """The class that logs an outage once, and its methods that are given a message."""
    (found,) = [node for node in tree(OUTAGE_LOG).body if isinstance(node, ast.ClassDef)]
    methods = {
        one.name
        for one in found.body
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")
        if any(name_of(arg.annotation) == "str" for arg in one.args.args if arg.annotation)
    }
    return found.name, methods


def calls(path: Path) -> Iterator[ast.Call]:
    return (node for node in nodes(path) if isinstance(node, ast.Call))


def logged(path: Path) -> Iterator[Message]:
    known = assigned(path)
    outage, begins = outage_log()
    for call in calls(path):
        name = name_of(call.func)
        level: str | None = None
        wanted: list[ast.expr] = []
        if isinstance(call.func, ast.Attribute) and name in LEVELS:
            if name_of(call.func.value).lstrip("_") in ("log", "logger", "getLogger"):
                level = "error" if name == "exception" else name
                wanted = call.args[:1]
        elif name == outage:
            wanted = [*call.args, *(keyword.value for keyword in call.keywords)]
        elif name in begins and isinstance(call.func, ast.Attribute):
            wanted = call.args[:1]
        found = [text for node in wanted for text in texts(node, known)]
        assert found or not wanted or path == OUTAGE_LOG, f"{path}:{call.lineno}: which message?"
        yield from ((text, level) for text in found)


def reported() -> set[str]:
    """The exceptions whose message a command prints before it exits."""
    names = {"BadInput"}
    for path in modules("cli"):
        for node in nodes(path):
            if isinstance(node, ast.ExceptHandler) and node.type is not None and node.name:
                kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
                names |= {name_of(kind) for kind in kinds}
    names -= {"Exception", "BaseException", ""}
    return names | {
        node.name
        for path in modules(*PACKAGES)
        for node in tree(path).body
        if isinstance(node, ast.ClassDef)
        if {name_of(base) for base in node.bases} & (names - {"ValueError"})
    }


def raised(path: Path, names: Iterable[str]) -> Iterator[Message]:
    known = assigned(path)
    for node in nodes(path):
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
            continue
        if name_of(node.exc.func) in names and node.exc.args:
            yield from ((text, None) for text in texts(node.exc.args[0], known))


def listed(messages: Iterable[Message]) -> dict[str, str | None]:
    return {text: level for text, level in messages if OWN_WORD.search(text)}


@cache
def said(heading: str) -> dict[str, str | None]:
    """What the source says; found in a test, and not when pytest collects it."""
    if heading == LOG:
        return listed(one for path in modules(*PACKAGES) for one in logged(path))
    own = (one for path in modules("cli") for one in raised(path, {"BadInput", "ValueError"}))
    return listed(own) | behind()


@cache
def behind() -> dict[str, str | None]:
    """Messages that a command prints after the name of the setting that they are about."""
    kinds = reported() - {"ValueError"}
    return listed(one for path in modules("server", "store") for one in raised(path, kinds))


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of the tables below a heading, by their message."""
    _, found, text = GUIDE.partition(f"\n### {heading}\n")
    assert found, heading
    section = re.split(r"^##+ ", text, maxsplit=1, flags=re.MULTILINE)[0]
    tables = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    cells = [
        [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        for table in tables
        for line in table.splitlines()[2:]
    ]
    return {row[0].strip("`").strip(): row for row in cells}


def test_messages_of_every_package_were_found() -> None:
    for package in ("tables", "server", "store"):
        assert listed(one for path in modules(package) for one in logged(path)), package
    assert behind() and said(EXIT).keys() > behind().keys()


@pytest.mark.parametrize("heading", [LOG, EXIT])
def test_every_message_is_listed_for_hosts(heading: str) -> None:
    told = rows(heading)
    missing = [message for message in said(heading) if message not in told]
    assert missing == [], f"docs/hosting.md, {heading}: add them"
    levels = {message: level for message, level in said(heading).items() if level is not None}
    assert {message: told[message][1] for message in levels} == levels


@pytest.mark.parametrize("heading", [LOG, EXIT])
def test_no_other_message_is_listed(heading: str) -> None:
    assert set(rows(heading)) - set(said(heading)) == set()
