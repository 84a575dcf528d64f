"""Writing what was found back into files that VASSAL opens. Beside `reading`, the only room that sees both sides."""
