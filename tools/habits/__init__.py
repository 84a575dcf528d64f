"""The clumsy player: self-played games put on the table as people play, not as a program does.

Takes a game that was played by the rules (tools.selfplay), or one with a violation planted in it (tools.mutate), and writes it as
a log in which the players click the counter late, forget a note, roll with the wrong button, drag a stack whole, take back, talk,
and so on. The game is the same: the same dice count, at the end all stands where it stood, and what was legal is legal as play.
So whatever a referee finds illegal in a rewritten legal log is a false accusation. The habits are written from how people play
(and from the logs of `../shared/corpus/play`), not from what our reader can do.

    python -m tools.habits koenigsberg-rg --games 5 --judge                     # everyday rates, judged, with a table
    python -m tools.habits seelow-kustrin --scenario seelow --games 5 --rate threefold --judge
    python -m tools.habits koenigsberg-rg --games 5 --notes none --no-clock --generic-die --judge
    python -m tools.habits seelow-kustrin --only clock-late --rate threefold --judge
    python -m tools.habits koenigsberg-rg --games 2 --rate threefold --alone    # one habit at a time: which is misread?
    python -m tools.habits seelow-kustrin --planted all --each 1                # is each violation found at its step?

The logs go into the folder of `-o`, with the module they were played on. Beside each lies a JSON file with what is true of it:
the habits with their steps, the steps of every action of the game, and the violation with its kind, its steps and the rules that
forbid it. A log that was handed over in the middle of a phase is two logs and the save between them. The same seed gives the
same files.

How it is done: `record` tells the game and keeps what a hand does in each step (`gestures`); these, each with the action that it
belongs to, are a `page`. A habit is a function that changes the page (`clock`, `notes`, `dice`, `results`, `drags`, `counters`,
`talk`); `rates` lists them all with their everyday rates, in the order in which they are applied. Then `stage` performs the page
on a table of its own, so that whatever order it came to be in, every D/, M/ and + says what VASSAL would say there, undo brackets
hold the inverses, and replay finds no fault. `rewrite`, `split` and `manifest` write what comes of it; `judged` and `planted`
count.

What habits do not do: they do not put one action after another that hangs on it (the same units, or hexes side by side); they do
not take back a chit that was drawn; and what tells of a planted violation (its notes, the clicks of the counter around it, what
was done just before and after it) stays told and in its order, unless it is asked for that nothing be said at all.
"""
