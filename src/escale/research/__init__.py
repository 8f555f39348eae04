"""For researchers: games of the shelf in the forms that other people's programs know."""
