"""A page on this machine that shows a project and follows each save."""
