"""The map of a module read off its picture: what is in each hex and along and across each hexside. It needs numpy."""
