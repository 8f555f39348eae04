"""A folder for ESCALE_GAMES, with a game in which everybody plays at once and against the clock."""

from pathlib import Path

GAMES = Path(__file__).parent
