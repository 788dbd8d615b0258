"""Cards on paper: faces, decks, sheets and ink. It knows no game."""
