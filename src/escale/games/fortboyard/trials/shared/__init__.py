"""What several trials use: duels, times claimed by clients, movements, reaction times of bots."""
