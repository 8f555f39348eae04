"""The house does what its OpenAPI says, whatever is sent to it: Schemathesis tries.

Left out is what cannot be tried in this way:
- the stream of events, which has no end;
- `positive_data_acceptance`: a match file must be proved, and a schema cannot say that; and a
  whole number written as 1.0 fits every schema, but is refused.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import House
from tests.server.attack import Guest, busy_house, http, in_time, is_unharmed, new_id

RUN = (sys.executable, "-m", "schemathesis.cli", "run")
WAYS = (
    *("--checks", "all"),
    *("--exclude-checks", "positive_data_acceptance"),
    *("--seed", "2026", "--generation-deterministic"),
    *("--no-color", "--warnings", "off", "--no-shrink", "--request-timeout", "20"),
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with busy_house(tmp_path) as house:
        yield house
        is_unharmed(house)


def tried(house: House, folder: Path, *ways: str) -> None:
    """All checks, on everything that is described."""
    schema = f"{house.url}/api/openapi.json"
    done = subprocess.run(
        [*RUN, schema, *WAYS, *ways], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_house_keeps_to_its_openapi(house: House, tmp_path: Path) -> None:
    tried(
        house,
        tmp_path,
        *("--phases", "coverage,fuzzing,stateful", "--max-examples", "10"),
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
    settings = f'[parameters]\n"path.table" = "{tables[0]}"\n'
    (tmp_path / "schemathesis.toml").write_text(settings, encoding="utf-8")
    tried(
        house,
        tmp_path,
        *("--phases", "fuzzing", "--max-examples", "60", "--mode", "all"),
        *("--include-path-regex", r"^/api/tables/\{table\}(/ask|/match)?$"),
        *("--header", f"Cookie: escale={guests[0].token}"),
    )
