"""Les Clés de Fort Boyard in the terminal, for one player or several at one keyboard."""

from importlib.resources import files

from escale.games.fortboyard.terminal.drawing import draw
from escale.games.fortboyard.terminal.entry import ask
from escale.games.fortboyard.terminal.happened import news
from escale.games.fortboyard.terminal.sharing import first, private, quiet

__all__ = ["ask", "draw", "first", "folder", "news", "private", "quiet"]

folder = files("escale.games.fortboyard.terminal")
