"""What an author writes, read: the spreadsheet, the pages of rules, the folder with its settings."""
