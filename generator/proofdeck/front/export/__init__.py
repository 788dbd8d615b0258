"""A game leaves the house: pictures, orders for print shops, tables online. Each target is one module of one shape."""
