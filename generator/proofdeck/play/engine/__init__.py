"""Playing games: the protocol of games and states, bots, referee, transcripts, playouts, score sheets."""
