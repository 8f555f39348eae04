"""How often a simulated child wins against level 1 of Word Bank: the goal is one game in three.

    python bench/wordbank_child.py [--language fr] [--games 400] [--seed 1] [--level 1]

The child knows the words that level 1 says, and plays at random: of all placements that one of
these words allows, each is as likely as any other. It passes only if there is none. The two sit
down in turns, and chance decides who starts.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from random import Random

from escale.core.bots import Budget
from escale.core.game import Game, Level
from escale.core.secrecy import View
from escale.games.arena import interval, play_one
from escale.games.registry import load_game
from escale.games.wordbank.bots.levels import WordBankBot
from escale.games.wordbank.game import rules
from escale.games.wordbank.rules.pieces import Action, Announce, Options, Pass
from escale.games.wordbank.rules.rules import State
from escale.games.wordbank.solver.moves import Ring, decode
from escale.words import LANGUAGES, Language

CHILD = 0  # the level that it has in the arena


class Child(WordBankBot):
    """The words of level 1, placed at random."""

    def __init__(self, options: Options) -> None:
        super().__init__(1, rules(options))

    def choose(self, view: View[State], budget: Budget, rng: Random) -> Action:
        assert view.seat is not None
        state, hand = view.seen, view.seen.hands[view.seat]
        letters = "".join(safe.letter for safe in state.ring)
        ring = Ring(letters, tuple(not safe.full for safe in state.ring))
        reachable = self.moves.reachable(ring, hand)
        for code in rng.sample(reachable, len(reachable)):
            placement = decode(len(letters), code)
            word = self.moves.witness(ring, placement, allowed=self.allowed(state))
            if word is not None:
                return Announce(word, placement.start, placement.direction, placement.cards[1:])
        return Pass()


def wins_of_child(language: Language, games: int, seed: int = 1, level: int = 1) -> float:
    """The share of games that the child wins; a shared victory counts as half of one."""
    game: Game[Options, State, Action] = load_game("wordbank")
    with_child = replace(game, levels={**game.levels, CHILD: Level(0.2, Child)})
    options = Options(language=language)
    played = (play_one(with_child, options, (CHILD, level), seed, one) for one in range(games))
    return sum(result.wins(0) for result, _ in played) / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, default=1)
    given = parser.parse_args()
    languages: list[Language] = given.language or list(LANGUAGES)
    print("| language | games | the child wins, % | 95 %, % |")
    print("|---|---|---|---|")
    for language in languages:
        share = wins_of_child(language, given.games, given.seed, given.level)
        low, high = interval(share, given.games)
        told = f"{100 * share:.1f} | {100 * low:.1f}-{100 * high:.1f}"
        print(f"| {language} | {given.games} | {told} |", flush=True)


if __name__ == "__main__":
    main()
