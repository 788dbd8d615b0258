"""The open project: questions about it, their answers, and the one store that remembers them."""
