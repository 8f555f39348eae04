"""Kreuzwort-Pyramiden, by Jeff Widderich."""
