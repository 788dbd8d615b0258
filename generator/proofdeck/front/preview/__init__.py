"""A page in the browser that shows a project and updates with each save."""
