"""A copy of a game in which nothing is called as before: rules, kinds and traits of units, charts, phases, boxes, chits."""

from __future__ import annotations

import codecs
import csv
import json
import re
import shutil
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from adjudicator.engine.terms import Rows, Term
from adjudicator.games import LoadedGame
from adjudicator.rules.registry import Rule

ANEW = (Term.KIND, Term.TRAIT, Term.PHASE, Term.BOX, Term.CHART, Term.CHIT, Term.CHIT_KIND)
_OWN = re.compile(r"(^@rule\([^\n]*\)\ndef )(\w+)\(", re.MULTILINE)
NOT_FILES = frozenset({"arrivals", "set-up"})  # charts that are other tables of the game


def other(word: str) -> str:
    """A word that says nothing to anybody: `hq` is `ud`."""
    return codecs.encode(word, "rot13")


@dataclass(frozen=True)
class Renaming:
    """What is called otherwise in the copy."""

    game: LoadedGame

    def word(self, word: str, *terms: Term) -> str:
        known = self.game.vocabulary.words
        if word in NOT_FILES and Term.CHART in terms:
            return word
        if Term.STEP in terms and "/" in word:
            phase, _, whose = word.partition("/")
            return f"{self.word(phase, Term.PHASE)}/{whose}"
        meant = (*terms, Term.PHASE) if Term.STEP in terms else terms
        return other(word) if any(term in ANEW and word in known.get(term, ()) for term in meant) else word

    def value(self, hint: Any, value: Any) -> Any:
        """A value with its words renamed, wherever its type says that there are some."""
        if get_origin(hint) is Annotated:
            terms = [getattr(each, "term", each) for each in hint.__metadata__ if not isinstance(each, Rows)]
            return self.word(value, *terms) if isinstance(value, str) else self.value(get_args(hint)[0], value)
        if isinstance(value, Mapping):
            return self._table(hint, value)
        if isinstance(value, str) or not isinstance(value, Iterable):
            found = (self.value(inner, value) for inner in get_args(hint) if get_origin(inner) is Annotated)
            return next(found, value)
        inner = _inner(hint)
        each_one = inner if isinstance(inner, tuple) else (inner,) * len(list(value))
        renamed = [self.value(kind, each) for kind, each in zip(each_one, value, strict=False)]
        return sorted(renamed) if isinstance(value, frozenset | set) else renamed

    def _table(self, hint: Any, value: Mapping[str, Any]) -> dict[str, Any]:
        for kind in _alternatives(hint):
            if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, BaseModel)):
                hints = get_type_hints(kind, include_extras=True)
                return {key: self.value(hints.get(key), each) for key, each in value.items()}
            origin = get_origin(kind)
            if isinstance(origin, type) and issubclass(origin, Mapping):
                key_hint, value_hint = get_args(kind)
                return {self.value(key_hint, key): self.value(value_hint, each) for key, each in value.items()}
        return dict(value)

    def parameters(self, rule: Rule, given: Mapping[str, Any], *, usual: bool = True) -> dict[str, Any]:
        """What a rule is given, and what it takes by itself where that is called otherwise now."""
        found = {name: self.value(rule.hints[name], each) for name, each in given.items()}
        for name, parameter in rule.takes.items() if usual else ():
            taken = _plain(parameter.default)
            if name not in given and parameter.default is not parameter.empty and taken is not None:
                anew = self.value(parameter.annotation, taken)
                if anew != taken:
                    found[name] = anew
        return found


def _alternatives(hint: Any) -> Iterator[Any]:
    yield hint
    if get_origin(hint) is not None:
        for each in get_args(hint):
            if each is not type(None):
                yield from _alternatives(each) if get_origin(each) is not Annotated and not isinstance(each, type) else (each,)


def _inner(hint: Any) -> Any:
    """The type of what a list holds; of a tuple of a certain length, that of each part."""
    for kind in (hint, *get_args(hint)):
        origin = get_origin(kind)
        if origin is tuple and Ellipsis not in get_args(kind):
            return get_args(kind)
        if isinstance(origin, type) and not issubclass(origin, Mapping) and issubclass(origin, Iterable):
            return get_args(kind)[0]
    return None


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset | set):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


# --- the files


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def renamed_copy(game: LoadedGame, folder: Path, chits: Mapping[str, str]) -> Path:
    """The copy, in a folder. `chits` are the printed names of the chits' counters."""
    anew = Renaming(game)
    skipped = shutil.ignore_patterns("cases", "layout.toml", "sources", "__pycache__")
    shutil.copytree(game.folder, folder, ignore=skipped)
    for path in sorted(folder.rglob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        path.write_text(
            "\n".join(f"{json.dumps(key)} = {toml(each)}" for key, each in _told(anew, path, data, chits).items()), "utf-8"
        )
    _tables(anew, folder)
    for path in sorted(folder.rglob("*.py")):
        path.write_text(_OWN.sub(lambda found: f"{found[1]}{other(found[2])}(", path.read_text("utf-8")), "utf-8")
    return folder


def _told(anew: Renaming, path: Path, data: dict[str, Any], chits: Mapping[str, str]) -> dict[str, Any]:
    match path.parent.name if path.parent.name in ("rules", "scenarios") else path.stem:
        case "rules":
            return {**data, "rule": [_rule(anew, each) for each in data["rule"]]}
        case "game":
            return _about(anew, data)
        case "binding":
            return {**data, "module": [_module(anew, each, chits) for each in data["module"]]}
        case "scenarios":
            return {**data, **({"phase": anew.word(data["phase"], Term.PHASE)} if "phase" in data else {})}
    return data


def _rule(anew: Renaming, entry: dict[str, Any]) -> dict[str, Any]:
    rule = anew.game.registry.rules[entry["use"]]
    own = rule.name.removeprefix("own.") if rule.name == f"own.{rule.function.__name__}" else ""
    ids = entry["id"]
    found = {**entry, "id": {on: other(id_) for on, id_ in ids.items()} if isinstance(ids, dict) else other(ids)}
    found["use"] = f"own.{other(own)}" if own else rule.name
    found["with"] = anew.parameters(rule, entry.get("with", {}))
    found["under"] = {key: anew.parameters(rule, each, usual=False) for key, each in entry.get("under", {}).items()}
    if "phase" in entry.get("when", {}):
        found["when"] = {**entry["when"], "phase": anew.word(entry["when"]["phase"], Term.PHASE)}
    return found


def _about(anew: Renaming, data: dict[str, Any]) -> dict[str, Any]:
    for name, term in (("phases", Term.PHASE), ("boxes", Term.BOX)):
        data[name] = [{**each, "id": anew.word(each["id"], term)} for each in data.get(name, ())]
    data["roles"] = {
        role: [anew.word(each, Term.KIND, Term.TRAIT) for each in words] for role, words in data.get("roles", {}).items()
    }
    rolls = data["words"].get("rolls", {})
    data["words"]["rolls"] = {
        name: anew.word(said, Term.CHART) if isinstance(said, str) else said for name, said in rolls.items()
    }
    return {**data, "unknown_charts": [anew.word(each, Term.CHART) for each in data.get("unknown_charts", ())]}


def _module(anew: Renaming, module: dict[str, Any], chits: Mapping[str, str]) -> dict[str, Any]:
    for name, term in (("boxes", Term.BOX), ("phases", Term.PHASE)):
        module[name] = {shown: anew.word(word, term) for shown, word in module.get(name, {}).items()}
    module["areas"] = {area: [anew.word(kind, Term.KIND) for kind in kinds] for area, kinds in module.get("areas", {}).items()}
    if "chits" in module:
        names = {shown: anew.word(chit, Term.CHIT) for shown, chit in chits.items()}
        module["chits"] = {**module["chits"], "marker": "by their names", "names": names}
    return module


def _tables(anew: Renaming, folder: Path) -> None:
    _rewrite(folder / "units.csv", {"kind": (Term.KIND,), "traits": (Term.TRAIT,), "doubtful": (Term.TRAIT,)}, anew)
    for path in (folder / "scenarios").glob("*.csv"):
        _rewrite(path, {"where": (Term.BOX,)}, anew)
    _rewrite(folder / "arrivals.csv", {"entry": (Term.BOX,)}, anew)
    for path in sorted((folder / "charts").glob("*.csv")):
        _rewrite(path, {"id": (Term.CHIT,), "kind": (Term.CHIT_KIND,)}, anew)
        path.rename(path.with_stem(other(path.stem)))


def _rewrite(path: Path, columns: Mapping[str, tuple[Term, ...]], anew: Renaming) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name, terms in (each for each in columns.items() if row.get(each[0])):
            words = row[name].split(None if name in ("traits", "doubtful") else "\n")
            row[name] = " ".join(anew.word(word, *terms) for word in words)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
