"""What a file shows: VASSAL's steps as things that happened, with what the game's binding says that they mean."""
