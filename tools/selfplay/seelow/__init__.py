"""A simple player of Seelow & Küstrin 1945."""
