"""An outage is logged once for each kind of failure, and once when it is over."""

from __future__ import annotations

import logging

import pytest

from escale.tables.outage_log import OutageLog


def test_each_failure_of_an_outage_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    outage = OutageLog(logging.getLogger("test"), "over")
    outage.recovered()
    for _ in range(2):
        for message in ("full", "away", "full"):
            outage.failed(message)
        assert outage.ongoing
        outage.recovered()
        outage.recovered()
        assert not outage.ongoing
    assert caplog.messages == ["full", "away", "over"] * 2
