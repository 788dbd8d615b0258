"""WHERE IT SITS ON A CARD: a Deck and a template go in, a display list for each face comes out."""
