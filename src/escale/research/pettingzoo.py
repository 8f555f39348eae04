"""Any game of the shelf as a PettingZoo environment: the extra `research`.

    from escale.research.pettingzoo import env
    wordbank = env("wordbank", seats=2)

Agents are seats ("seat_0", ...), in turn (AEC). An action is a number on the menu (menu.py); what
the numbers mean, and the whole view, is in `infos[agent]`. Rewards come at the end: 1 for a
victory, -1 for a defeat, and what lies between for a shared one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from escale.core.codec import to_plain
from escale.core.secrecy import view
from escale.games.registry import load_game
from escale.games.texts import texts
from escale.research.menu import LARGEST, MenuMatch, numbers

MENU = 16
LENGTH = 512
MOST_TURNS = 5000


def env(game: str, **settings: Any) -> Any:
    """The environment, in the usual wrappers: a number that is not on the menu ends the game."""
    bare: Any = EscaleEnv(game, **settings)
    bare = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bare))


class EscaleEnv(AECEnv):  # type: ignore[misc]
    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Any = None,
        menu: int = MENU,
        length: int = LENGTH,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._game = load_game(game)
        self._options = self._game.options() if options is None else options
        self._menu, self._length = menu, length
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"], "name": f"{game}_v{self._game.box.version}"}
        count = self._game.box.fewest if seats is None else seats
        if count not in self._game.box.seats:
            raise ValueError(f"{game} takes {self._game.box.fewest} to {self._game.box.most} seats")
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        space = Dict(
            {
                "observation": Box(-LARGEST, LARGEST, (length,), np.int32),
                "action_mask": Box(0, 1, (menu,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(menu) for agent in self.possible_agents}
        self._seed = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Without a seed every match is another one."""
        self._seed = self._seed + 1 if seed is None else seed
        count = len(self.possible_agents)
        self._match = MenuMatch(self._game, self._options, count, self._seed, self._menu)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self._menu, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[: len(self._decision.menu)] = 1
        seat = self.possible_agents.index(agent)
        row = numbers(view(self._match.match.state, seat).seen, self._length)
        return {"observation": np.array(row, np.int32), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        chosen = self._decision.menu[int(action)]
        refused = self._match.act(self._decision.seat, chosen)
        assert refused is None, refused  # what is on the menu is allowed
        if self._match.score is not None:
            for seat, one in enumerate(self.possible_agents):
                self.rewards[one] = 2.0 * self._match.shares()[seat] - 1.0
                self.terminations[one] = True
        elif self._match.turns >= MOST_TURNS:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        self._decision = self._match.decision()
        self.agent_selection = self.possible_agents[self._decision.seat]
        self.infos[self.agent_selection] = {
            "menu": [to_plain(action) for action in self._decision.menu],
            "seen": to_plain(self._decision.view.seen),
        }

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        say = texts(self._game, "en", self.possible_agents)
        return "\n".join(self._game.describe(self._decision.view, say))

    def close(self) -> None:
        """There is nothing to close."""
