"""What a game is. Standard library only, small, strictly typed.

Read in this order: secrecy, chance, play, event, rules, match; then phases, bots, game, codec,
schema.
"""
