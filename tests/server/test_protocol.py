"""What the server says is what its types and schemas say, and docs/ has the same schemas."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import msgspec
import pytest

from escale.core.event import Unsalted
from escale.core.schema import schema
from escale.games.registry import load_game
from escale.server.schema import export, json_schemas, messages
from escale.tables import updates
from escale.tables.decisions.commands import Command
from escale.tables.log import entries
from tests.served import House
from tests.server.attack import Guest, Line, Stream, http, in_time, match

DOCS = Path(__file__).parents[2] / "docs" / "protocol"
WIRE = json_schemas.wire()
TOLD = jsonschema_rs.validator_for({"$ref": "#/$defs/Told", "$defs": WIRE["$defs"]})
ASK = jsonschema_rs.validator_for({"$ref": "#/$defs/Ask", "$defs": WIRE["$defs"]})
SALT = "5a" * 32


@pytest.mark.parametrize("name", ["messages.json", "openapi.json"])
def test_docs_have_what_is_generated(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == export.files()[name], "python -m escale.server.schema.export docs/protocol"


@in_time
async def test_the_server_tells_the_same_of_itself(house: House) -> None:
    async with http(house) as web:
        for name, text in export.files().items():
            assert (await web.get(f"/api/{name}")).json() == json.loads(text)


def test_the_schemas_are_schemas() -> None:
    jsonschema_rs.meta.validate(WIRE)
    for game in ("wordbank",):
        jsonschema_rs.meta.validate(schema(load_game(game).options))


# What goes over the wire


class Heard:
    """Everything that was heard: each message is held to its type and to its schema."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.parts: set[str] = set()

    def take(self, texts: list[str]) -> None:
        for one in texts:
            told = msgspec.json.decode(one, type=messages.Told, strict=True)
            TOLD.validate(json.loads(one))
            self.kinds.add(type(told).__name__)
            if isinstance(told, messages.Update):
                self.parts |= set(json.loads(one))
                self._happenings(told)

    def _happenings(self, update: messages.Update) -> None:
        for entry in update.happened:
            for what in entry.what:
                self.kinds.add(what["kind"])
                self.kinds |= {event["kind"] for event in what.get("events", ())}
                if what["kind"] == "Proposed":
                    self.kinds.add(what["what"]["kind"])


def kinds(union: str) -> set[str]:
    return {one["$ref"].rsplit("/")[-1] for one in WIRE["$defs"][union]["oneOf"]}


@in_time
async def test_every_message_is_of_its_type_whatever_happens(house: House) -> None:
    heard = Heard()
    async with http(house) as web:
        for scene in (gathering, dealing, playing, leaving, timing, carrying, ending):
            await scene(house, web, heard)
    wanted = {one for union in ("Told", "Happening", "Event", "Wish") for one in kinds(union)}
    # In old logs only, in match files only, after ten seconds, by the host; see below.
    assert wanted - heard.kinds == {"Unbegun", "HandedOver", "Unsalted", "Closed"}
    assert heard.parts == {*WIRE["$defs"]["Update"]["properties"]}


@pytest.mark.parametrize("happening", [entries.Unbegun((0, 1)), entries.Closed()])
def test_what_happens_seldom_is_told_as_the_schema_says(happening: Any) -> None:
    told = updates._plain(happening, ())
    one = {"$ref": "#/$defs/Happening", "$defs": WIRE["$defs"]}
    jsonschema_rs.validator_for(one).validate(told)
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validator_for(one).validate({**told, "secret": ""})


def test_a_salt_that_did_not_come_is_told_as_the_schema_says() -> None:
    told = updates._plain(entries.Happened((Unsalted(1),)), ())
    one = {"$ref": "#/$defs/Happening", "$defs": WIRE["$defs"]}
    jsonschema_rs.validator_for(one).validate(told)


async def gathering(house: House, web: httpx.AsyncClient, heard: Heard) -> None:
    """Seats, bots, pledges, salts; somebody who only looks on."""
    ada, bo, eve = (Guest(house, web, name) for name in ("Ada", "Bo", "Eve"))
    table = await ada.make(seats=["me", "open", "open"])
    pledge = sha256(bytes.fromhex(SALT)).hexdigest()
    async with ada.at(table) as one, bo.at(table) as other, eve.at(table) as looking:
        await other.done("sit", name="Bo", seat=2)
        await other.done("stand-up", seat=2)
        await other.done("sit", name="Bo", pledge=pledge)
        await one.done("seat-bot", seat=2, level=1)
        assert await other.refused("start") == "host-only"
        await one.done("start")
        await other.done("salt", seat=1, salt=SALT)
        await looking.done("say", text="Hello", name="Eve")
        await one.done("mute", person=2)
        await looking.done("say", text="Do you hear me?")
        assert await looking.refused("act", seat=0, action={}) == "not-your-seat"
        await looking.connection.send("no JSON")
        await looking.until(lambda: looking.heard[-1]["kind"] == "refused")
        await one.done("ask-to-leave", person=2)
        collect(heard, one, other, looking)


async def dealing(house: House, web: httpx.AsyncClient, heard: Heard) -> None:
    """A deal that is made again."""
    consonants = {"language": "en", "cards": [[letter, 3] for letter in "BCDFGHKL"]}
    wish = {"game": "wordbank", "options": consonants}
    async with match(house, web, **wish) as (_, _, (one, other)):
        await one.done("propose", what="deal-again")
        await other.done("answer", agree=True)
        collect(heard, one, other)


async def playing(house: House, web: httpx.AsyncClient, heard: Heard) -> None:
    """Moves, refusals, proposals, a reconnect, server-sent events."""
    async with match(house, web, hints=True) as (table, (ada, bo), (one, other)):
        await one.done("hint", seat=0)
        await one.done("act", seat=0, action={"kind": "Tell", "number": 1})
        await one.done("propose", what="take-back")
        assert await other.refused("propose", what="pause") == "proposal-open"
        await other.done("answer", agree=True)
        await one.done("propose", what="pause")
        await other.done("answer", agree=False)
        await other.done("propose", what="pause")
        await one.done("answer", agree=True)
        await one.done("resume")
        number = (await ada.look(table))["number"]
        async with bo.at(table, since=number) as again, Stream(ada, table) as stream:
            await again.done("act", seat=1, action={"kind": "Shout", "text": "Ho"}, after=number)
            collect(heard, again)
            heard.take(stream.texts)
        collect(heard, one, other)


async def leaving(house: House, web: httpx.AsyncClient, heard: Heard) -> None:
    """Somebody leaves: a bot plays for them, then somebody else."""
    people = ("Ada", "Bo", "Cy")
    async with match(house, web, people) as (table, _, (one, other, third)):
        eve = Guest(house, web, "Eve")
        await other.done("stand-up", seat=1)
        await one.done("propose", what="stand-in", seat=1)
        await third.done("answer", agree=True)
        async with eve.at(table) as stranger:
            await stranger.done("propose", what="take-seat", seat=1, name="Eve")
            await one.done("answer", agree=True)
            await third.done("answer", agree=True)
            await stranger.until(lambda: any("views" in one for one in stranger.heard))
            collect(heard, one, other, third, stranger)


async def timing(house: House, web: httpx.AsyncClient, heard: Heard) -> None:
    """Slow play with moments that have to be opened; a clock that runs out."""
    action = {"kind": "Tell", "number": 1}
    slow, timed = {"speed": "slow", "seconds": 3600}, {"rounds": 9, "seconds": 60}
    async with match(house, web, pace=slow, options=timed) as (_, _, (one, other)):
        assert await one.refused("act", seat=0, action=action) == "open-it-first"
        await one.done("open", seat=0)
        await one.done("act", seat=0, action=action)
        collect(heard, one, other)
    async with match(house, web, options={"rounds": 9, "seconds": 1}) as (_, _, (one, other)):
        await one.until(lambda: "Elapsed" in json.dumps(one.heard))
        collect(heard, one, other)


async def carrying(house: House, web: httpx.AsyncClient, heard: Heard) -> None:
    """A match is carried away and brought back."""
    async with match(house, web) as (table, (ada, _), (one, other)):
        await one.done("act", seat=0, action={"kind": "Tell", "number": 1})
        await one.done("propose", what="carry-away")
        await other.done("answer", agree=True)
        collect(heard, one, other)
        file = (await ada.get(f"/api/tables/{table}/match")).json()
        brought = await ada.post("/api/matches?id=back&name=Ada", file)
        assert brought.status_code == 201, brought.text
        async with ada.at(brought.json()["table"]) as again:
            await again.done("sit", name="Ada", seat=0)
            await again.done("sit", name="Bo", seat=1)
            await again.done("start")
            collect(heard, again)


async def ending(house: House, web: httpx.AsyncClient, heard: Heard) -> None:
    async with match(house, web) as (_, _, (one, other)):
        await one.done("resign", seat=0)
        await other.done("propose", what="rematch")
        await one.done("answer", agree=True)
        collect(heard, one, other)


def collect(heard: Heard, *lines: Line) -> None:
    for line in lines:
        heard.take(line.texts)


def test_what_clients_may_ask_is_what_the_schema_says() -> None:
    """The decoder and the schema agree, on right and on wrong messages."""
    right = [
        {"kind": "sit", "id": "1", "name": "Ada"},
        {"kind": "sit", "id": "1", "name": "Ada", "seat": None, "pledge": "0" * 64},
        {"kind": "act", "id": "1", "seat": 0, "action": {"kind": "Pass"}, "after": 3},
        {"kind": "propose", "id": "1", "what": "pause"},
    ]
    wrong = [
        {"kind": "sit", "id": "1"},
        {"kind": "sit", "id": "", "name": "Ada"},
        {"kind": "sit", "id": "1", "name": "Ada", "seat": 64},
        {"kind": "sit", "id": "1", "name": "A" * 21},
        {"kind": "sit", "id": "1", "name": "Ada", "pledge": "0" * 63},
        {"kind": "act", "id": "1", "seat": "0", "action": {}},
        {"kind": "propose", "id": "1", "what": "peace"},
        {"kind": "start", "id": "1", "more": 1},
        {"id": "1"},
    ]
    decoder = msgspec.json.Decoder(Command)
    for one in right:
        decoder.decode(json.dumps(one))
        ASK.validate(one)
    for one in wrong:
        assert not ASK.is_valid(one), one
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(json.dumps(one))


# Over HTTP


class Api:
    """Answers, held to the OpenAPI document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self.seen: set[tuple[str, str, int]] = set()

    def check(self, answer: httpx.Response) -> Any:
        asked = answer.request
        path, operation = self._operation(asked.method.lower(), asked.url.path)
        self.seen.add((asked.method, path, answer.status_code))
        response = operation["responses"][str(answer.status_code)]
        media = answer.headers.get("content-type", "").split(";")[0]
        if not media:
            assert "content" not in response
            return None
        content = response["content"][media]["schema"]
        if media == "application/json":
            whole = {**content, "components": self._document["components"]}
            jsonschema_rs.validator_for(whole).validate(answer.json())
            return answer.json()
        return answer.text

    def _operation(self, method: str, path: str) -> tuple[str, dict[str, Any]]:
        exact = sorted(self._document["paths"], key=lambda one: one.count("{"))
        for template in exact:
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
                return template, self._document["paths"][template][method]
        raise AssertionError(path)


@in_time
async def test_every_answer_is_in_the_openapi_document(house: House) -> None:
    async with (
        http(house) as web,
        match(house, web, listed=True, hints=True) as (table, (ada, bo), _),
    ):
        api = Api((await web.get("/api/openapi.json")).json())
        waiting = await ada.make(listed=True)
        code = (await ada.look(waiting))["table"]["code"]
        box = [f"games/wordbank{more}" for more in ("", "/rulebook", "/rulebook.html", "/texts")]
        for path in ("games", "games/nothing", *box):
            api.check(await web.get(f"/api/{path}", params={"language": "fr"}))
        api.check(await web.get("/api/games", params={"language": "french"}))
        for path in (f"/table/{table}", "/elsewhere"):
            api.check(await web.get("/api/qr.svg", params={"path": path}))
        for path in ("tables", "tables/mine", f"tables/{table}", f"tables/{'0' * 24}"):
            api.check(await ada.get(f"/api/{path}"))
        for path in ("tables/wrong", f"tables/{table}/match", "messages.json"):
            api.check(await ada.get(f"/api/{path}"))
        for body in ({"code": code}, {"code": "x"}, {}, {"code": "x" * 70_000}):
            api.check(await bo.post("/api/tables/join", body))
        wish = {"id": "1", "game": "whisper", "name": "Ada", "seats": ["me", 1]}
        for more in ({}, {"game": "x"}, {"seats": ["me"]}, {"options": {"x": 1}}, {"x": 1}):
            api.check(await ada.post("/api/tables", wish | more))
        for message in (
            {"kind": "say", "id": "1", "text": "Hello"},
            {"kind": "resume", "id": "2"},
            {"kind": "nothing", "id": "3"},
        ):
            api.check(await ada.post(f"/api/tables/{table}/ask", message))
        for seat in (0, 1, None):
            question = {"seat": seat, "question": 5}
            api.check(await ada.post(f"/api/tables/{table}/consider", question))
            api.check(await ada.get(f"/api/tables/{table}/described", params={"seat": seat}))
            asked = {"seat": seat, "since": 0}
            api.check(await ada.get(f"/api/tables/{table}/recap", params=asked))
        assert (await ada.ask(table, "hint", seat=0)).status_code == 200
        for seat in (0, 1, None):
            api.check(await ada.get(f"/api/tables/{table}/hint", params={"seat": seat}))
        for path in ("replay", "review?event=1"):
            assert api.check(await web.get(f"/api/tables/{table}/{path}"))["reason"] == "not-over"
        assert (await ada.ask(table, "resign", seat=0)).status_code == 200
        file = api.check(await web.get(f"/api/tables/{table}/match"))
        for path in ("replay", "replay?language=french", "review?event=1", "review?event=999"):
            api.check(await web.get(f"/api/tables/{table}/{path}"))
        for body in (file, {}):
            api.check(await ada.post("/api/matches?id=1&name=Ada", body))
        foreign = {"Origin": "https://elsewhere.example"}
        for answer in (
            await web.post("/api/guest"),
            await web.post("/api/guest", headers=foreign),
            *[await web.get(path) for path in ("/healthz", "/readyz", "/metrics")],
        ):
            api.check(answer)
        found = {status for _, _, status in api.seen}
        assert found == {200, 201, 204, 400, 403, 404, 409, 413}
        events = "/api/tables/{table}/events"  # a stream: in test_every_message_is_of_its_type
        assert {path for _, path, _ in api.seen} == {*api._document["paths"]} - {events}


@in_time
async def test_acting_over_http_is_as_good_as_over_the_socket(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, (ada, _), _):
        message = {"kind": "act", "id": "x", "seat": 0, "action": {"kind": "Tell", "number": 1}}
        answers = [await ada.post(f"/api/tables/{table}/ask", message) for _ in range(3)]
        assert len({answer.text for answer in answers}) == 1  # three times the same, done once
        msgspec.json.decode(answers[0].content, type=messages.Done, strict=True)
        lax = {**message, "id": "y", "seat": "0"}
        assert (await ada.post(f"/api/tables/{table}/ask", lax)).status_code == 400
