"""Tools of the repository, which no installation needs."""
