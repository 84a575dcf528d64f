"""Modules of our games as other publishers make them, with the truth about each, and logs played on them.

`python -m tools.foreign GAME RECIPE -o DIR` writes `module.vmod`, `truth.json` and the folder `truth`: the right binding and all
facts, as a survey. `transplant DIR LOG… -o OUT` writes logs of our own module as VASSAL would have written them there,
`measure DIR… --logs LOG…` tells how they are judged with nothing, half and all of the binding and the facts, `one-button GAME
FOLDER` whether logs are judged alike with one button for all dice, `evening DIR… --log LOG` what a player must do by hand for
one turn, `list` names the recipes. The same recipe and seed give the same files.

The art is drawn by somebody who has not read the reader of maps (adjudicator/surveying), and is to stay so.
"""
