"""Les Clés de Fort Boyard.

`rules` has the board, the chest and the riddles, `trials` a folder for each trial, `answers` how
answers to riddles are judged, `bots` the players made of code, and `terminal` and `web` how it
looks. `game.py` puts the parts together for the registry.
"""
