"""Checks that rules are pure: equal input gives equal results, and nothing else changes."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from escale.core.event import Acted, Drawn, Elapsed
from escale.testing.random_play import dump_state
from escale.testing.subject import Finding, Findings, Subject

IMPURE = frozenset(
    word
    for line in (
        "asyncio builtins concurrent ctypes datetime fileinput glob http importlib io locale",
        "logging multiprocessing os pathlib pickle platform queue secrets select selectors shelve",
        "shutil signal socket sqlite3 ssl subprocess sys tempfile threading time urllib uuid",
    )
    for word in line.split()
)
IMPURE_CALLS = frozenset(("open", "input", "print", "exec", "eval", "__import__"))


def deterministic(subject: Subject) -> Findings:
    """`setup` and `step` give equal results every time and do not modify earlier states."""
    for run in subject.runs:
        if not run.moments:
            continue
        if run.rules.setup(run.options, run.seats) != run.moments[0].state:
            yield Finding("setup returns different states for the same options", run.place(0))
        for before, event, after in zip(run.moments, run.log, run.moments[1:], strict=False):
            if not isinstance(event, Acted | Drawn | Elapsed):
                continue
            if run.rules.step(before.state, event) != after.state:
                place = run.place(before.number)
                yield Finding(f"step returns different states for the same event {event!r}", place)
        for moment in run.moments:
            if dump_state(moment.state) != moment.dump:
                yield Finding(
                    f"this state was modified later: {moment.dump} became"
                    f" {dump_state(moment.state)}",
                    run.place(moment.number),
                )


def imports(subject: Subject) -> Findings:
    """The modules of the rules use no clock, no randomness, no files and no third-party code."""
    for module in rules_modules(subject):
        source = Path(inspect.getsourcefile(module) or "")
        tree = parsed(source.read_text(encoding="utf-8"))
        own = module.__name__.partition(".")[0]
        for line, problem in sorted(_impurities(tree, own)):
            yield Finding(problem, f"{source.name}, line {line}")


def rules_modules(subject: Subject) -> list[ModuleType]:
    """The modules of the rules' class, and those that they import from the same package."""
    rules = subject.game.rules(subject.game.options())
    waiting = [
        sys.modules[kind.__module__]
        for kind in type(rules).__mro__
        if not kind.__module__.startswith(("escale.core", "builtins", "typing", "abc"))
    ]
    found: dict[str, ModuleType] = {}
    while waiting:
        module = waiting.pop()
        if module.__name__ in found:
            continue
        found[module.__name__] = module
        package = module.__name__.rpartition(".")[0]
        for name in _imported(inspect.getsource(module), package):
            if package and name.startswith(package + ".") and name in sys.modules:
                waiting.append(sys.modules[name])
    return list(found.values())


@lru_cache(maxsize=256)
def parsed(source: str) -> ast.Module:
    """Several checks read the same modules; nobody may change the tree."""
    return ast.parse(source)


@lru_cache(maxsize=256)
def _imported(source: str, package: str) -> tuple[str, ...]:
    """The full names of all modules that are imported at run time."""
    names: list[str] = []
    for node in _running(parsed(source)):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, *filter(None, [node.module])]) if node.level else node.module
            names += (base or "", *(f"{base}.{alias.name}" for alias in node.names))
    return tuple(names)


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those below `if TYPE_CHECKING`."""
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.dump(tree.test):
        for other in tree.orelse:
            yield from _running(other)
        return
    yield tree
    for child in ast.iter_child_nodes(tree):
        yield from _running(child)


def _impurities(tree: ast.AST, own: str) -> Iterator[tuple[int, str]]:
    for node in _running(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _judged(node.lineno, alias.name, own)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            only_random = [alias.name for alias in node.names] == ["Random"]
            if not (node.module == "random" and only_random):
                yield from _judged(node.lineno, node.module or "", own)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name: Any = node.func.id
            if name in IMPURE_CALLS:
                yield node.lineno, f"rules are pure: they must not call {name}"


def _judged(line: int, module: str, own: str) -> Iterator[tuple[int, str]]:
    top = module.partition(".")[0]
    if top in IMPURE:
        yield line, f"rules are pure: they must not import {module}"
    elif top == "random":
        yield line, "rules are pure: of the module random they may import Random only"
    elif top not in (own, "escale") and top not in sys.stdlib_module_names:
        yield line, f"rules may import the standard library and escale only, not {module}"
