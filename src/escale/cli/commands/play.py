"""`escale play GAME --seats you,bot:2`: a game in the terminal, with people and bots."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any

from escale.cli import inputs
from escale.cli.terminal import seating
from escale.cli.terminal.autosave import Autosave
from escale.cli.terminal.console import OK, console, system_language
from escale.cli.terminal.keyboard import Keyboard
from escale.cli.terminal.screen import Screen
from escale.cli.terminal.session import Quit, Session
from escale.cli.terminal.texts import load_texts
from escale.core.game import LANGUAGES, Game
from escale.core.match import Match
from escale.games.terminal import Terminal


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="such as wordbank; a resumed match knows its game")
    parser.add_argument(
        "--seats",
        help="who plays, in order: you, you:NAME, bot:LEVEL, bot:LEVEL:NAME (you,bot:2)",
    )
    parser.add_argument("--language", choices=LANGUAGES, help="of the game and of what is said")
    parser.add_argument("--seed", type=int, help="the same cards and bots again for this number")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--house", metavar="FILE", help="words to add, and with - before to ban")
    parser.add_argument("--cards", metavar="FILE", help="cards of your own, for blank ones")
    parser.add_argument("--save", metavar="FILE", help="keep the match here after every move")
    parser.add_argument("--resume", metavar="FILE", help="go on with the match in this file")
    parser.add_argument(
        "--plain", action="store_true", help="sentences only, for screen readers: no drawing"
    )


def run(args: Namespace) -> int:
    game, match, language = _resumed(args) if args.resume else _begun(args)
    path = args.save or args.resume
    if args.save:
        _check_is_new(Path(args.save))
    out = console(plain=args.plain)
    terminal: Terminal | None = None if game.terminal is None else game.terminal()
    players = match.header.players
    people = [seat for seat, player in enumerate(players) if player.role == seating.PERSON]
    eyes = people[0] if len(people) == 1 else None
    say = load_texts(game, language, [player.name for player in players], terminal, you=eyes)
    screen = Screen(out, game, say, terminal, sentences=args.plain, eyes=eyes)
    autosave = Autosave(match, screen, Path(path) if path else None)
    session = Session(match, screen, Keyboard(out), autosave)
    autosave.write()
    screen.heading(say("box.title"))
    screen.note("play.welcome", command=say("commands.help").split()[0])
    try:
        session.play()
        _say_goodbye(session)
    except Quit:
        _leave(session)
    except (EOFError, KeyboardInterrupt):
        screen.show("")
        autosave.print_resume_command()
    return OK


def _begun(args: Namespace) -> tuple[Game[Any, Any, Any], Match[Any, Any, Any], str]:
    if args.game is None:
        raise inputs.BadInput("name a game, or a match file with --resume")
    game = inputs.game(args.game)
    language = args.language or system_language()
    words = _of_words(args, language)
    own = inputs.house(game, args.house, words or language)
    own |= inputs.cards(game, args.cards, words or language)
    options = inputs.options(game, args.option, language=words, **own)
    places = seating.read(game, args.seats or seating.usual(game))
    named = seating.named(places, load_texts(game, language))
    return game, seating.begin(game, options, named, args.seed), language


def _of_words(args: Namespace, language: str) -> str | None:
    """The words are in the language that is spoken, unless an option says otherwise."""
    given_language = any(option.startswith("language=") for option in args.option)
    return None if given_language else language


def _resumed(args: Namespace) -> tuple[Game[Any, Any, Any], Match[Any, Any, Any], str]:
    for name in ("seats", "seed", "option"):
        if getattr(args, name) not in (None, []):
            raise inputs.BadInput(f"--{name}: cannot be changed in a match that is resumed")
    game, record = inputs.match(args.resume)
    if args.game not in (None, game.name):
        raise inputs.BadInput(f"{args.resume}: this is a match of {game.name}, not of {args.game}")
    language = args.language or getattr(record.header.options, "language", None)
    match = seating.resume(game, record, args.resume)
    return game, match, language or system_language()


def _check_is_new(path: Path) -> None:
    if path.exists():
        raise inputs.BadInput(f"--save: {path} exists; --resume {path} goes on with it")
    if not path.parent.is_dir():
        raise inputs.BadInput(f"--save: there is no folder {path.parent}")


def _say_goodbye(session: Session) -> None:
    """A finished match is worth keeping: it can be proved."""
    autosave, screen = session.autosave, session.screen
    if autosave.path is None:
        answer = ""
        with suppress(EOFError, KeyboardInterrupt):
            answer = session.keyboard.line(screen.say("play.save-at-end"))
        if answer.lower() not in screen.say("play.yes").split():
            return
        autosave.save()
    if autosave.path is not None:
        command = f"escale verify {quote(str(autosave.path))}"
        screen.console.print(screen.say("play.provable", command=command), soft_wrap=True)


def _leave(session: Session) -> None:
    autosave, say = session.autosave, session.say
    if autosave.path is None:
        answer = ""
        with suppress(EOFError, KeyboardInterrupt):
            answer = session.keyboard.line(say("play.save-on-leaving"))
        if answer.lower() in say("play.no").split():
            return
    autosave.print_resume_command()
