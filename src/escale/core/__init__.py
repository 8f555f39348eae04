"""The types that every game and the server share. Standard library only, no I/O.

Read in this order: secrecy, chance, play, event, rules, match; then phases, bots, game, codec,
schema, proof.
"""
