"""What a save or a log holds, for people and for programs: plain data first (`describe`), lines of text from it (`text`)."""
