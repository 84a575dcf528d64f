"""Combat: who may attack whom, what the odds are, which column and result follow, and what is remembered of it."""
