"""Books of rules, score pads, and the proof that what is printed is what was tested."""
