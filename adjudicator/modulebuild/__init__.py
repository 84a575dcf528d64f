"""Our own VASSAL module of a game, made from its folder: map, counters, charts, set-ups. Games come in, VASSAL's files go out."""
