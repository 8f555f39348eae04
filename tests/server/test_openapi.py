"""The house does what its OpenAPI says, whatever is sent to it: Schemathesis tries.

Left out is what cannot be tried in this way:
- the stream of events, which has no end;
- the coverage phase for match files: it makes hundreds of files that all fail the same check, for
  half of the test's time (fuzzing tries them, and so does test_match_import.py);
- `positive_data_acceptance`: a match file must be proved, and a schema cannot say that; and a
  whole number written as 1.0 fits every schema, but is refused.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.served import LONG, House
from tests.server.attack import Guest, busy_house, http, in_time, is_unharmed, new_id

RUN = (sys.executable, "-m", "schemathesis.cli", "run")
WAYS = (
    *("--checks", "all"),
    *("--exclude-checks", "positive_data_acceptance"),
    *("--seed", "2026", "--generation-deterministic"),
    *("--no-color", "--warnings", "off", "--no-shrink"),
    # No limit by the clock: on a busy machine it would fail what is right.
    *("--request-timeout", "90", "--suppress-health-check", "too_slow"),
)
WITHOUT_MATCH_FILES = """
[[operations]]
include-name = "POST /api/matches"
phases.coverage.enabled = false
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with busy_house(tmp_path_factory.mktemp("house")) as house:
        yield house
        is_unharmed(house)


def tried(house: House, folder: Path, settings: str, *ways: str) -> None:
    """All checks, on everything that is described."""
    # Schemathesis would wait 10 s for a document that a house makes when it is first asked for it:
    # too little in a fresh clone, where nothing is compiled yet, on a busy machine.
    document = httpx.get(f"{house.url}/api/openapi.json", timeout=LONG, trust_env=False)
    (folder / "openapi.json").write_bytes(document.content)
    (folder / "schemathesis.toml").write_text(settings, encoding="utf-8")
    done = subprocess.run(
        [*RUN, "openapi.json", "--url", house.url, *WAYS, *ways],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_house_keeps_to_its_openapi(house: House, tmp_path: Path) -> None:
    tried(
        house,
        tmp_path,
        WITHOUT_MATCH_FILES,
        *("--phases", "coverage,fuzzing,stateful", "--max-examples", "4"),
        *("--exclude-path-regex", "/events$"),
    )


@in_time
async def test_options_tells_every_method_of_a_path(house: House) -> None:
    async with http(house) as web:
        paths = (await web.get("/api/openapi.json")).json()["paths"]
        assert {"get", "post"} <= paths["/api/tables"].keys()
        for path, operations in paths.items():
            answer = await web.options(path.replace("{table}", "0" * 24))
            told = set(answer.headers["allow"].lower().split(", "))
            assert (answer.status_code, told) == (204, {*operations, "options"}), path


def test_so_does_a_table_that_is_there_and_a_guest_who_is_known(
    house: House, tmp_path: Path
) -> None:
    guests: list[Guest] = []
    tables: list[str] = []

    @in_time
    async def prepare() -> None:
        async with http(house) as web:
            guests.append(Guest(house, web))
            tables.append(await guests[0].make(id=new_id(), seats=["me", "me"], start=True))

    prepare()
    tried(
        house,
        tmp_path,
        f'[parameters]\n"path.table" = "{tables[0]}"\n',
        *("--phases", "fuzzing", "--max-examples", "25", "--mode", "all"),
        *("--include-path-regex", r"^/api/tables/\{table\}(/ask|/match)?$"),
        *("--header", f"Cookie: escale={guests[0].token}"),
    )
