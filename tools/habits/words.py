"""What players say: notes in three languages, and talk that is none.

English words of notes are those of docs/notes.md, and so is `!angriff`. The other German and Spanish ones are what players would
naturally type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# The verb of a note and the words inside it, as English notes have them -> as others type them.
VERBS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "de": {
        "attack": ("angriff", "a", "angreifen"),
        "bombard": ("bombardieren", "beschuss"),
        "barrage": ("sperrfeuer", "beschuss"),
        "fire": ("feuer", "schuss"),
        "path": ("weg", "via"),
        "morale": ("moral", "moraltest"),
        "rally": ("sammeln",),
        "hq": ("hq", "stab"),
        "mode": ("modus",),
        "roll": ("wurf",),
    },
    "es": {
        "attack": ("ataque", "a", "ataco"),
        "bombard": ("bombardeo", "bombardear"),
        "barrage": ("barrera", "cañoneo"),
        "fire": ("fuego", "disparo"),
        "path": ("ruta", "por"),
        "morale": ("moral", "chequeo"),
        "rally": ("reagrupar", "recuperar"),
        "hq": ("cg", "hq"),
        "mode": ("modo",),
        "roll": ("tirada", "dado"),
    },
    "en": {"attack": ("a", "att"), "path": ("via",), "hq": ("activate",), "bombard": ("bombardment",)},
}
INNER: Mapping[str, Mapping[str, str]] = {
    "de": {
        " with ": " mit ",
        " on ": " auf ",
        " at ": " auf ",
        " result ": " Ergebnis ",
        " total ": " Summe ",
        " for ": " für ",
        " full": " voll",
        " and ": " und ",
    },
    "es": {
        " with ": " con ",
        " on ": " a ",
        " at ": " a ",
        " result ": " resultado ",
        " total ": " total ",
        " for ": " para ",
        " full": " completo",
        " and ": " y ",
    },
    "en": {},
}

BEFORE: Mapping[str, Sequence[str]] = {
    "en": ("ok", "ok then,", "hmm", "right,", "next one:", "now", "so"),
    "de": ("ok", "also", "gut,", "nächster:", "so", "jetzt"),
    "es": ("vale", "bueno,", "venga", "ahora", "siguiente:"),
}
BEHIND: Mapping[str, Sequence[str]] = {
    "en": ("here goes", "wish me luck", ":-)", "fingers crossed", "...", "!", "(as discussed)", "ok?"),
    "de": ("los gehts", "Daumen drücken", ":-)", "...", "!", "ok?"),
    "es": ("allá vamos", "suerte", ":-)", "...", "!", "¿ok?"),
}
TYPED: Mapping[str, Sequence[str]] = {
    "en": ("rolled a {0}", "real die: {0}", "I rolled {0} with my own die", "die {0}", "it's a {0}", "d6 = {0}"),
    "de": ("eine {0} gewürfelt", "echter Würfel: {0}", "Wurf {0}", "W6: {0}", "es ist eine {0}"),
    "es": ("he sacado un {0}", "dado real: {0}", "tirada: {0}", "un {0}", "1d6: {0}"),
}
TWICE: Mapping[str, Sequence[str]] = {
    "en": ("oops, clicked twice, first one counts", "ignore the second die", "double click, the {0} counts", "the {0} stands"),
    "de": ("zweimal geklickt, der erste zählt", "zweiten Wurf ignorieren", "ups, die {0} gilt"),
    "es": ("doble clic, vale el primero", "ignora el segundo dado", "perdón, cuenta el {0}"),
}
WRONG: Mapping[str, Sequence[str]] = {
    "en": ("wrong button, same die", "sorry, wrong dice button", "that was the wrong button, it counts"),
    "de": ("falscher Knopf, zählt aber", "ups, falscher Würfelknopf"),
    "es": ("botón equivocado, pero vale", "perdón, otro botón"),
}
CORRECTED: Mapping[str, Sequence[str]] = {
    "en": ("sorry, I mean", "no wait", "correction:", "typo, again:", ""),
    "de": ("Korrektur:", "nein, so:", "Tippfehler", ""),
    "es": ("perdón, corrijo:", "no, así:", "me equivoqué", ""),
}
CALLED_OFF: Mapping[str, Sequence[str]] = {
    "en": ("no, wait, not that one", "scratch that", "forget it, something else first", "on second thoughts no"),
    "de": ("nein, doch nicht", "vergiss es", "streich das"),
    "es": ("no, mejor no", "olvídalo", "espera, ese no"),
}
PLAIN: Mapping[str, Sequence[str]] = {
    "en": ("attacking {hex} with {names}", "{names} attack {hex}", "I go for {hex} with {names}"),
    "de": ("Angriff auf {hex} mit {names}", "{names} greifen {hex} an"),
    "es": ("ataco {hex} con {names}", "{names} atacan {hex}"),
}
TALK: Mapping[str, Sequence[str]] = {
    "en": (
        "ouch",
        "nice roll!",
        "brb, coffee",
        "not sure about this one",
        "your reserves are far away",
        "sorry for the delay, busy week",
        "hm, let me think",
        "ok",
        "what a mess",
        "I always forget that rule",
        "done here",
        "6 again...",
        "moving on",
    ),
    "de": ("autsch", "guter Wurf", "kurz Kaffee", "mal sehen", "ok", "so ein Mist", "weiter", "schon wieder eine 6", "Moment"),
    "es": ("ay", "buena tirada", "un momento", "a ver", "ok", "vaya lío", "sigo", "otra vez un 6", "perdón por el retraso"),
}
LIKE_A_NOTE: Mapping[str, Sequence[str]] = {
    "en": (
        "!!!",
        "!wow",
        "!! careful with {hex} !!",
        "will you attack {hex}?",
        "attack {hex} would be madness",
        "if I attack {hex} with {unit} I lose it",
        "next turn {unit} takes {hex}!",
        "I should have moved {unit} to {hex}",
        "3-1 is not enough against {hex}",
        "supply for {unit} looks bad!",
        "you rolled a 6 last time, remember?",
        "!hurray",
    ),
    "de": (
        "!!!",
        "!super",
        "greifst du {hex} an?",
        "Angriff auf {hex} wäre Wahnsinn",
        "nächste Runde nimmt {unit} {hex}!",
        "3-1 reicht da nicht",
        "du hast letztes Mal eine 6 gewürfelt",
    ),
    "es": (
        "!!!",
        "¡vaya!",
        "¿atacas {hex}?",
        "atacar {hex} sería una locura",
        "el próximo turno {unit} toma {hex}!",
        "3-1 no basta",
        "la última vez sacaste un 6",
    ),
}
HELLO: Mapping[str, Sequence[str]] = {
    "en": ("hi, here is my turn", "hello again", "hi! went through the rules once more", "turn as promised"),
    "de": ("hallo, hier mein Zug", "moin", "so, weiter geht's"),
    "es": ("hola, aquí va mi turno", "buenas", "¡seguimos!"),
}
GOODBYE: Mapping[str, Sequence[str]] = {
    "en": ("over to you", "your turn", "that's it for today", "end of my log"),
    "de": ("du bist dran", "das war's für heute", "Ende"),
    "es": ("te toca", "eso es todo", "fin del log"),
}
OOPS: Mapping[str, Sequence[str]] = {
    "en": ("oops", "wrong unit", "sorry, wrong counter", "no, not that one"),
    "de": ("ups", "falsche Einheit", "sorry, falscher Counter"),
    "es": ("ups", "unidad equivocada", "perdón, esa no"),
}
TESTED: Mapping[str, Sequence[str]] = {
    "en": ("testing the dice", "just a test roll", "trying the dice, does not count"),
    "de": ("Würfeltest, zählt nicht", "nur ein Testwurf"),
    "es": ("probando los dados, no vale", "tirada de prueba"),
}
RESULT: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "lose": ("{names} loses a step", "step loss: {names}"),
        "retreat": ("{names} retreats to {to}", "{names} back to {to}"),
        "advance": ("{names} advances to {to}", "{names} takes {to}"),
    },
    "de": {
        "lose": ("{names} verliert eine Stufe", "Verlust: {names}"),
        "retreat": ("{names} zieht sich nach {to} zurück", "Rückzug {names} {to}"),
        "advance": ("{names} rückt nach {to} vor",),
    },
    "es": {
        "lose": ("{names} pierde un paso", "pérdida: {names}"),
        "retreat": ("{names} se retira a {to}", "retirada de {names} a {to}"),
        "advance": ("{names} avanza a {to}",),
    },
}
