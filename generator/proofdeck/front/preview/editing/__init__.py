"""Changes one cell or one value of a file of the project, and leaves every other byte as it is."""
