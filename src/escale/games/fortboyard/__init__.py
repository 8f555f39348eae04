"""Les Clés de Fort Boyard: so far its riddles, and how an answer is judged."""
