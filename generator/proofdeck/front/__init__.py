"""What people touch: commands, the preview, tables, exports, and the package for programs."""
