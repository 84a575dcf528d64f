"""Movement: what a step costs, in which ways a unit may travel, and whether a legal path explains where it went."""
