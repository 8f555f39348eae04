"""Kreuzwort-Pyramiden in the terminal: the board from the own side, and words typed on it."""

from importlib.resources import files

from escale.games.kreuzwort.terminal.drawing import draw, news
from escale.games.kreuzwort.terminal.entry import ask

__all__ = ["ask", "draw", "folder", "news"]

folder = files("escale.games.kreuzwort.terminal")
