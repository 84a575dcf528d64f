"""A player of Vistula-Oder-Berlin."""
