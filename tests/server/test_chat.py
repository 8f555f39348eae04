"""What people say and call themselves is shown to others: nothing in it steers a screen."""

from __future__ import annotations

import unicodedata

from tests.served import House
from tests.server.attack import Guest, Line, http, in_time, match, tell

STEERING = (
    "\x00\x01\x07\x1b[2J\x7f\x9b",
    "\u202aleft\u202bright\u202dover\u202eride\u202c",
    "\u2066isolate\u2069\u200e\u200f\u061c",
    "\u200bzero\u200cwidth\u200d\ufeff\u2060\u00ad",
    "line\nbreaks\r\n\u2028\u2029\x85\x0b\x0c",
    "\U000e0041\U000e007f\ue000\U0010ffff",
    "\ufff9annotated\ufffa\ufffb",
)


def said(line: Line) -> list[str]:
    return [one["text"] for one in line.happenings() if one["kind"] == "Said"]


def steers(text: str) -> bool:
    return any(unicodedata.category(one) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for one in text)


@in_time
async def test_control_characters_never_reach_the_others(house: House) -> None:
    async with http(house) as web, match(house, web) as (_, _, lines):
        for number, text in enumerate(STEERING):  # in turns: nobody may say so much at once
            await lines[number % 2].done("say", text=f"a{text}b")
        await lines[1].until(lambda: len(said(lines[1])) == len(STEERING))
        for text in said(lines[1]):
            assert not steers(text), ascii(text)
            assert text.startswith("a")
            assert text.endswith("b")


@in_time
async def test_nothing_and_too_much_is_not_said(house: House) -> None:
    async with http(house) as web, match(house, web) as (_, _, lines):
        for text in ("", " ", "\u200b\u202e\x00"):
            assert await lines[0].refused("say", text=text) in ("bad-message", "nothing-said")
        assert await lines[0].refused("say", text="a" * 301) == "bad-message"
        assert await lines[0].refused("say", text="\U0001f600" * 301) == "bad-message"
        await lines[0].done("say", text="\U0001f600" * 300)
        await lines[1].until(lambda: said(lines[1]))
        assert said(lines[1]) == ["\U0001f600" * 300]


@in_time
async def test_names_do_not_steer_and_do_not_pass_for_others(house: House) -> None:
    async with http(house) as web:
        host = Guest(house, web, "Ada")
        table = await host.make(seats=["me", "open", "open"])
        async with Guest(house, web).at(table) as line:
            for name in ("\u202e", "\x00\x1b", "...", "\u200b\u200b"):
                reason = await line.refused("sit", name=name, seat=1)
                assert reason in ("bad-name", "players-only"), ascii(name)
            for name in ("Ada", "ADA", "A d a", "\u202eAda", "Ａｄａ", "ada\u200b"):
                assert await line.refused("sit", name=name, seat=1) == "name-taken", ascii(name)
            await line.done("sit", name="\u202eB\x1bo\n", seat=1)
            name = (await host.look(table))["table"]["seats"][1]["name"]
            assert not steers(name)


@in_time
async def test_markup_in_names_and_talk_stays_text_on_the_pages(house: House) -> None:
    async with http(house) as web:
        host = Guest(house, web, "<b>Ada&quot;'")
        table = await host.make(listed=True)
        evil = "\"><script>alert(1)</script><img src=x onerror='a()'>{{7*7}}"
        assert (await host.ask(table, "say", text=evil)).status_code == 200
        # No document of the house holds anything that a person typed: the page asks for it.
        for path in (f"/table/{table}", f'/table/{table}?seat="><script>alert(1)', "/?a=alert(1)"):
            page = (await host.get(path)).text
            assert "alert(1)" not in page
            assert "<b>Ada" not in page
        for path in (f"/api/tables/{table}", "/api/tables"):
            told = await host.get(path)
            assert told.headers["content-type"] == "application/json"
            assert told.headers["x-content-type-options"] == "nosniff"


@in_time
async def test_whoever_mutes_somebody_hears_them_no_more_and_the_others_do(house: House) -> None:
    async with (
        http(house) as web,
        match(house, web, ["Ada", "Bo", "Cy"]) as (table, people, lines),
    ):
        ada, bo, cy = lines
        await bo.done("say", text="before")
        await ada.until(lambda: said(ada) == ["before"])
        await ada.done("mute", person=1)
        await bo.done("say", text="after")
        await tell(bo, 1, 3)  # a move is no talk
        await ada.until(lambda: "Acted" in ada.texts[-1] or "Acted" in ada.texts[-2])
        await cy.until(lambda: said(cy) == ["before", "after"])
        assert said(ada) == ["before"]
        async with people[0].at(table) as again:
            await again.until(lambda: again.heard)
            assert said(again) == []
        assert "after" not in str(await people[0].look(table))
        assert "after" in str(await people[2].look(table))
        await ada.done("mute", person=1, muted=False)
        await bo.done("say", text="again")
        await ada.until(lambda: "again" in said(ada))


@in_time
async def test_nobody_learns_who_muted_whom(house: House) -> None:
    async with http(house) as web, match(house, web) as (table, people, lines):
        await lines[1].until(lambda: any(lines[1].updates()))
        heard = len(list(lines[1].updates()))
        await lines[0].done("mute", person=1)
        await lines[0].done("mute", person=1, muted=False)
        await lines[0].done("say", text="hello")
        await lines[1].until(lambda: said(lines[1]))
        assert len(list(lines[1].updates())) == heard + 1, "an empty update betrays it as well"
        assert "Muted" not in "".join(lines[1].texts)
        assert "Muted" not in str(await people[1].look(table))
        assert "Muted" in "".join(lines[0].texts)
        assert await lines[0].refused("mute", person=0) == "no-such-person"
        assert await lines[0].refused("mute", person=9999) == "no-such-person"


@in_time
async def test_nobody_learns_of_a_mute_while_a_moment_is_sealed(house: House) -> None:
    slow = {"speed": "slow", "seconds": 3600}
    options = {"rounds": 9, "seconds": 60}
    async with (
        http(house) as web,
        match(house, web, pace=slow, options=options) as (_, _, lines),
    ):
        await lines[1].until(lambda: any(lines[1].updates()))
        heard = len(list(lines[1].updates()))
        await lines[0].done("mute", person=1)
        await (await lines[1].connection.ping())  # answered after all that was sent before
        assert len(list(lines[1].updates())) == heard
        await lines[0].done("open", seat=0)
        await lines[1].until(lambda: len(list(lines[1].updates())) > heard)


@in_time
async def test_chat_is_for_those_for_whom_it_is(house: House) -> None:
    async with http(house) as web:
        for chat, player, stranger in (
            ("everybody", "", ""),
            ("players", "", "chat-closed"),
            ("nobody", "chat-closed", "chat-closed"),
        ):
            async with (
                match(house, web, chat=chat) as (table, _, lines),
                Guest(house, web).at(table) as other,
            ):
                answer = await lines[0].ask("say", text="hello")
                assert answer.get("reason", "") == player
                answer = await other.ask("say", text="hello", name="Eve")
                assert answer.get("reason", "") == stranger
