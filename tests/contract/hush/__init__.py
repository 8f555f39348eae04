"""Hush, a small good game with a bit of everything: the contract kit must be content with it."""
