"""Somebody in front of a screen: what they see and press, and what went wrong behind it."""

from __future__ import annotations

import json
import re
from typing import Literal
from urllib.parse import urlparse

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

Size = Literal["phone", "side", "small", "tablet", "desk", "wide"]
SIZES: dict[Size, tuple[int, int]] = {
    "small": (320, 640),
    "phone": (390, 844),
    "side": (844, 390),  # the same phone, turned
    "tablet": (820, 1180),
    "desk": (1440, 900),
    "wide": (3840, 2160),
}
Light = Literal["day", "night"]
TOUCH = ("phone", "side", "small", "tablet")
LOCALES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE"}
# A browser without a window says that it can be shaken, or does not: this one does not.
HELD_STILL = "delete window.DeviceMotionEvent"
PATIENCE = 30_000  # milliseconds; for what takes one second on a quiet machine


COLOURS_ARE_STILL = """() => !document.getAnimations().some(
    one => one instanceof CSSTransition && one.playState === "running")"""


class Visitor:
    """A browser of their own: its cookie, its storage, its size, its language, its light."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        size: Size = "desk",
        language: str = "en",
        light: Light = "day",
        motion: Literal["reduce", "no-preference"] = "reduce",
        name: str = "",
        pace: Literal["calm", "fast", "instant"] = "instant",
        new: bool = False,  # has never been at a table
    ) -> None:
        width, height = SIZES[size]
        self.url = url
        self.touches = size in TOUCH
        self.language = language
        self._complaints: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=self.touches,
            is_mobile=self.touches,
            locale=LOCALES[language],
            color_scheme="dark" if light == "night" else "light",
            reduced_motion=motion,
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        # As somebody chose it in the menu: at once, unless the pace itself is what is tested.
        kept = json.dumps(
            {"movePace": pace, "soundAsked": not new} | ({"name": name} if name else {})
        )
        self.context.add_init_script(
            f"localStorage.getItem('escale') ?? localStorage.setItem('escale', '{kept}')"
        )

    def open(self, path: str = "/") -> Visitor:
        self.page.goto(self.url + path)
        return self

    def move_to(self, size: Size, light: Light) -> None:
        """The same page on another screen, in another light."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="dark" if light == "night" else "light")
        self.page.wait_for_function(COLOURS_ARE_STILL)  # they fade, even where nothing moves
        if self.touches != (size in TOUCH):
            self.touches = size in TOUCH
            chromium = self.context.new_cdp_session(self.page)
            chromium.send("Emulation.setTouchEmulationEnabled", {"enabled": self.touches})

    @property
    def table(self) -> str:
        """The name of the table in the address."""
        found = re.search(r"/table/([0-9a-f]{24})", self.page.url)
        assert found, self.page.url
        return found[1]

    def press(
        self, name: str | re.Pattern[str], role: Literal["button", "link"] = "button"
    ) -> None:
        self.page.get_by_role(role, name=name).first.click()

    def sees(self, text: str | re.Pattern[str]) -> Locator:
        found = self.page.get_by_text(text).first
        expect(found).to_be_visible()
        return found

    def ask(self, path: str) -> object:
        """The API, with the visitor's own cookie."""
        return self.page.request.get(self.url + path).json()

    def forgive(self, pattern: str) -> None:
        """What is meant to go wrong in a test."""
        self._forgiven.append(re.compile(pattern))

    def leave(self) -> list[str]:
        self.context.close()
        return [
            one for one in self._complaints if not any(good.search(one) for good in self._forgiven)
        ]

    def _complain(self, text: str) -> None:
        self._complaints.append(text)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(
                f"console {message.type}: {message.text} ({message.location.get('url')})"
            )

    def _asked(self, request: Request) -> None:
        """Nothing is loaded from another host."""
        if urlparse(request.url).netloc not in ("", urlparse(self.url).netloc):
            self._complain(f"asked another host: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"{response.status}: {response.url}")
