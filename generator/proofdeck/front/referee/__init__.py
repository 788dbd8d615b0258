"""Serves a project to assistants: they change a copy, and are told by the rules what is wrong with it."""
