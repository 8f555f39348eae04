"""Word Bank in the terminal: the ring as a ring, and a word typed before its safes are chosen."""

from importlib.resources import files

from escale.games.wordbank.terminal.drawing import draw, news
from escale.games.wordbank.terminal.entry import ask, ask_again

__all__ = ["ask", "ask_again", "draw", "folder", "news"]

folder = files("escale.games.wordbank.terminal")
