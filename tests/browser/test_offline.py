"""Without a network: what was visited is there, and what did not come is fetched by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.screens import begin
from tests.browser.wordbank import until

IS_KEPT = """async () =>
  navigator.serviceWorker.controller?.state === 'activated'
  && (await caches.match('/')) !== undefined
"""


@pytest.mark.parametrize("part", ["Table-*.js", "web-*.js"])
def test_a_part_that_did_not_come_is_fetched_by_itself(visit: Visit, part: str) -> None:
    """The network fails while the screen of a table is loaded, or the face of its game."""
    player = visit("phone", language="fr", name="Ada")
    player.forgive("ERR_FAILED")
    player.context.route(f"**/assets/{part}", lambda route: route.abort())
    begin(player)
    player.sees("La maison ne répond pas")
    player.context.unroute_all()
    expect(player.page.locator(".tray")).to_be_visible()


def test_the_shelf_opens_without_a_network_and_comes_back_with_it(visit: Visit) -> None:
    player = visit("phone", language="fr", name="Ada").open()
    player.forgive("ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    until(lambda: player.page.evaluate(IS_KEPT))
    player.context.set_offline(True)
    player.page.reload()
    player.sees("La maison ne répond pas")
    player.context.set_offline(False)
    expect(player.page.get_by_role("heading", name="La maison ne répond pas")).to_have_count(0)
