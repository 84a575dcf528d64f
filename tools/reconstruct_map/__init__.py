"""The map of a game that we have no picture of, made again from sources that anybody can argue with."""
