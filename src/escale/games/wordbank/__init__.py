"""Word Bank, by Fabien Tanguy: passwords on a ring of seven safes, for 2 to 5 players."""
