"""Tests the requirements of every engine on games of random moves."""
