"""A game's own rules: what its rules.py and the files of rules/ define, entered into a copy of the shared registry."""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Callable, Collection
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from adjudicator.engine.memory import memories_of
from adjudicator.rules.registry import Kinds, Registry, Rule, Slot, Sort, slots_for
from adjudicator.rules.shared import SHARED

from .errors import GameError, GameFileError, GameValueError, instead
from .files import Faults, read_text

F = TypeVar("F", bound=Callable[..., Any])

RULES_FILE = "rules.py"
PREFIX = "own."
_MARK = "__answers_slot__"

# All that the standard library raises for faults in a source, and the wish to end the program.
_FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BufferError,
    EOFError,
    ImportError,
    LookupError,
    MemoryError,
    NameError,
    OSError,
    ReferenceError,
    RuntimeError,
    StopIteration,
    SyntaxError,
    SystemExit,
    TypeError,
    ValueError,
)


def rule(
    slot: str = "", name: str | None = None, *, on: Kinds = (), after: Kinds = (), sort: Sort | None = None
) -> Callable[[F], F]:
    """Mark a function of a game's rules.py as a rule. The game binds it as `own.<function>`, or by another name after `own.`.

    Its first positional arguments are those the slot gives; its keyword-only parameters are what rules.toml may set.
    One that looks at several actions is entered once, `on` or `after` them all. A function may also answer several slots,
    each under a name of its own. The `sort` says what it is about to those who read logs.
    """

    def mark(function: F) -> F:
        entered = slots_for(slot, on, after), PREFIX + (name or function.__name__), sort
        function.__dict__[_MARK] = (*function.__dict__.get(_MARK, ()), entered)
        return function

    return mark


def registry_of(folder: Path, faults: Faults, behind: Registry = SHARED) -> Registry:
    """The shared rules, or those of the game whose edition it is, and the game's own if it has any."""
    registry = behind.copy()
    parts = sorted(path.relative_to(folder).as_posix() for path in (folder / "rules").glob("*.py"))
    for name in ([RULES_FILE] if (folder / RULES_FILE).exists() else []) + parts:
        text = read_text(folder, name, faults)
        module = None if text is None else _imported(folder / name, name, text, faults)
        if module is not None:
            _enter(module, name, registry, faults)
    return registry


def _imported(path: Path, file: str, text: str, faults: Faults) -> ModuleType | None:
    """The source as a module under a private name; the same text at the same place is imported once."""
    digest = hashlib.sha256(f"{path.resolve()}\0{text}".encode("utf-8", "surrogateescape")).hexdigest()
    name = f"adjudicator_game_{digest[:24]}"
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = spec_from_loader(name, loader=None, origin=str(path))
    if spec is None:
        return None
    module = module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        code: CodeType = compile(text, str(path), "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102 - a game folder's rules.py is code that its user chose to run
    except _FAULTS as error:
        del sys.modules[name]
        faults.append(_import_fault(error, path, file))
        return None
    return module


def _import_fault(error: BaseException, path: Path, file: str) -> GameFileError:
    line = error.lineno if isinstance(error, SyntaxError) else None
    if line is None:
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == str(path)), None)
    message = error.msg if isinstance(error, SyntaxError) else str(error) or "no reason given"
    one_line = " ".join(str(message).split())
    remedy = "a game's own rules import adjudicator.api and the standard library"
    return GameFileError(f"cannot be imported: {type(error).__name__}: {one_line}", file=file, line=line, remedy=remedy)


def _enter(module: ModuleType, file: str, registry: Registry, faults: Faults) -> None:
    values = list(vars(module).values())
    for slot in (value for value in values if isinstance(value, Slot)):
        registry.slots.setdefault(slot.name, slot)
    for memory in memories_of(module):
        if registry.memories.setdefault(memory.name, memory) is not memory:
            message = f"two memories are called {memory.name}"
            faults.append(GameValueError(message, file=file, remedy="give the second another name"))
    for value in values:
        if not isinstance(value, FunctionType) or value.__module__ != module.__name__ or _MARK not in value.__dict__:
            continue
        for slots, called, sort in value.__dict__[_MARK]:
            fault = _entered(registry, file, value, Rule(called, slots, value, sort))
            if fault is not None:
                faults.append(fault)


def _entered(registry: Registry, file: str, function: FunctionType, entered: Rule) -> GameError | None:
    """Enter one function under one name; what is wrong if that cannot be."""
    slots, called = entered.slots, entered.name
    line, field = function.__code__.co_firstlineno, function.__name__
    known = registry.rules.get(called)
    if known is not None:
        if known.function is function and known.slots == slots:
            return None  # the same function under a second name of the module
        message, remedy = f"two rules are called {called}", 'give the second a name: @rule("slot", name="other")'
        return GameValueError(message, file=file, line=line, field=field, remedy=remedy)
    for slot in (slot for slot in slots if slot not in registry.slots):
        message = f"{field} answers the slot {slot!r}, which nobody asks"
        return GameValueError(message, file=file, line=line, field=field, remedy=instead(str(slot), registry.slots.keys()))
    try:
        entered.checkable()  # a fault in them is told now, not when somebody binds the rule
        registry.rules[called] = entered
    except (TypeError, NameError, KeyError, ValueError, SyntaxError, RuntimeError) as error:
        message = f"its parameters cannot be checked: {' '.join(str(error).split())[:120]}"
        remedy = "keyword-only parameters have a type that a TOML file can give"
        return GameValueError(message, file=file, line=line, field=field, remedy=remedy)
    return None


def own_rules(registry: Registry, behind: Collection[str] = ()) -> tuple[str, ...]:
    """The rules that a game itself defines; those of the game whose edition it is are not its own."""
    return tuple(name for name in registry.rules if name.startswith(PREFIX) and name not in behind)
