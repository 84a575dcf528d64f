"""Parameters of rules as game files give them, taken by plain code where it is plain that they fit.

Building a pydantic model for every rule of a game takes longer than judging a turn. So a value of just the type that is asked for
is taken here, exactly as pydantic would; whatever is not as plain as that is left to pydantic, which also says what is wrong.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

Fit: TypeAlias = Callable[[Any], Any]
_EXACT = 2**53  # whole numbers up to here are floats without loss


class UnclearError(Exception):
    """Whether a value fits is for pydantic to say."""


class Parameter(NamedTuple):
    """A keyword-only parameter: its type, how values are fitted to it (None: only pydantic can), and its default."""

    hint: Any
    fit: Fit | None
    default: Any


REQUIRED: Any = object()


def shape_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """The keyword-only parameters of a function, in their order. Raises what their annotations raise when they are evaluated."""
    found: dict[str, Parameter] = {}
    hints = inspect.get_annotations(function, eval_str=True)
    if _odd(function):
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                default = REQUIRED if parameter.default is inspect.Parameter.empty else parameter.default
                found[parameter.name] = Parameter(hints[parameter.name], fit_for(hints[parameter.name]), default)
    elif isinstance(function, FunctionType):
        code, defaults = function.__code__, function.__kwdefaults__ or {}
        for name in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]:
            found[name] = Parameter(hints[name], fit_for(hints[name]), defaults.get(name, REQUIRED))
    return found


def _odd(function: Callable[..., Any]) -> bool:
    return not isinstance(function, FunctionType) or hasattr(function, "__wrapped__") or hasattr(function, "__signature__")


def fitted(shape: Mapping[str, Parameter], given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The values of all parameters; None if that is for pydantic to say."""
    if not given.keys() <= shape.keys():
        return None
    values: dict[str, Any] = {}
    for name, (_, fit, default) in shape.items():
        if name in given:
            if fit is None:
                return None
            try:
                values[name] = fit(given[name])
            except UnclearError:
                return None
        elif default is REQUIRED or default.__hash__ is None:
            return None
        else:
            values[name] = default
    return values


@lru_cache(maxsize=1024)
def fit_for(hint: Any) -> Fit | None:
    """How a value is fitted to a type; None for types that are not among the plain ones."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return fit_for(arguments[0])
    if origin is Literal:
        return _one_of(arguments)
    inner = [fit_for(each) for each in arguments if each is not Ellipsis]
    if not inner or None in inner:
        return None
    fits = [each for each in inner if each is not None]
    if origin is frozenset:
        return _set_of(fits[0])
    if origin in (list, Sequence):
        return _list_of(fits[0])
    if origin in (dict, Mapping):
        return _map_of(fits[0], fits[1])
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return _tuple_of(fits[0])
    return _any_of(fits) if origin in (Union, UnionType) else None


def _of_type(wanted: type) -> Fit:
    def fit(value: Any) -> Any:
        if type(value) is not wanted:
            raise UnclearError
        return value

    return fit


def _float(value: Any) -> float:
    if type(value) is float:
        return value
    if type(value) is int and -_EXACT < value < _EXACT:
        return float(value)
    raise UnclearError


_PLAIN: dict[Any, Fit] = {
    int: _of_type(int),
    str: _of_type(str),
    bool: _of_type(bool),
    float: _float,
    NoneType: _of_type(NoneType),
}


def _one_of(options: tuple[Any, ...]) -> Fit | None:
    if not all(type(option) is str for option in options):
        return None
    allowed = frozenset(options)

    def fit(value: Any) -> Any:
        if type(value) is not str or value not in allowed:
            raise UnclearError
        return value

    return fit


def _set_of(inner: Fit) -> Fit:
    def fit(value: Any) -> Any:
        if type(value) not in (list, tuple, set, frozenset):
            raise UnclearError
        return frozenset(map(inner, value))

    return fit


def _list_of(inner: Fit) -> Fit:
    def fit(value: Any) -> Any:
        if type(value) is not list:
            raise UnclearError
        return list(map(inner, value))

    return fit


def _map_of(keys: Fit, values: Fit) -> Fit:
    def fit(value: Any) -> Any:
        if type(value) is not dict:
            raise UnclearError
        return {keys(key): values(each) for key, each in value.items()}

    return fit


def _tuple_of(inner: Fit) -> Fit:
    def fit(value: Any) -> Any:
        if type(value) not in (list, tuple):
            raise UnclearError
        return tuple(map(inner, value))

    return fit


def _any_of(fits: Sequence[Fit]) -> Fit:
    """One of several types, if it is plain which."""

    def fit(value: Any) -> Any:
        found = []
        for each in fits:
            with suppress(UnclearError):
                found.append(each(value))
        if len(found) != 1:
            raise UnclearError
        return found[0]

    return fit
