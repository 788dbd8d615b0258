"""Games at play: the engine and its kit, the six games, seats, scenes and the lab. It knows no paper."""
