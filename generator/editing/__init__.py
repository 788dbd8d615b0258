"""Changes one cell or one row of a spreadsheet, and leaves every other byte as it is."""
