"""Many players at several tables: who sits where, what each table gave, who stands where."""
