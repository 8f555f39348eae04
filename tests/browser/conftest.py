"""Real browsers on a real house."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser import chromium
from tests.browser.fort_stories import SECRET
from tests.browser.visitor import PATIENCE, Size, Visitor
from tests.nursery import Nursery, nursery
from tests.served import House, served

Visit = Callable[..., Visitor]


def pytest_itemcollected(item: pytest.Item) -> None:
    """A browser can be late on a busy machine: a failure is retried once, and named."""
    item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def playing() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session")
def browser(playing: Playwright) -> Iterator[Browser]:
    found = chromium.install()
    if found is None:
        pytest.fail(chromium.LOUD, pytrace=False)
    arguments = ["--disable-gpu", "--force-color-profile=srgb", "--font-render-hinting=none"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    made = playing.chromium.launch(executable_path=found, args=arguments)
    yield made
    made.close()


@pytest.fixture(scope="session")
def known() -> Iterator[Nursery]:
    """Of houses whose secret tests know."""
    path = str(Path(__file__).parent / "known_secret")
    with nursery({"PYTHONPATH": path, "KNOWN_SECRET": SECRET}) as made:
        yield made


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, known: Nursery) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("house"), born=known) as open_house:
        yield open_house


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """`visit("phone", language="fr")`: somebody comes. Nothing may go wrong unseen."""
    visitors: list[Visitor] = []

    def come(size: Size = "desk", **wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, house.url, size, **wishes))
        return visitors[-1]

    yield come
    complaints = [one for visitor in visitors for one in visitor.leave()]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def pictures() -> Path:
    """Where pictures of screens go, to be looked at."""
    folder = Path(
        os.environ.get("ESCALE_PICTURES", Path(__file__).parents[2] / "build" / "screens")
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder
