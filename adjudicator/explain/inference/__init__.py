"""What nobody said, found from the position before and what followed: the reading of it that is legal, if there is one."""
