"""From VASSAL's events to what happened in a game. Beside `correct`, the only room that sees both sides."""
