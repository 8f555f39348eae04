"""Whisper, a toy for the server's tests: all that matters in it is hidden, and it can go on long.

Every secret is a number that occurs nowhere else, so that a leak can be found by looking for it.
"""
