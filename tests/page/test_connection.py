"""The connection of the page to a table: connection.test.mjs, run by Node's test runner."""

from __future__ import annotations

import subprocess

from tests.page.node import NODE, ROOT, needs_node


@needs_node
def test_the_connection_reconnects_and_resends_what_was_not_answered() -> None:
    assert NODE
    command = [NODE, "--test", "tests/page/connection.test.mjs"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
