"""Extensions: modules' own additions, hung into the module's tree where they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..buildfile import Component, Problems, shown
from ..errors import LimitError
from ..sequence import decode

ROOT = "VASSAL.build.module.ModuleExtension"
ELEMENT = "VASSAL.build.module.ExtensionElement"
STEPS = 1_000_000
_NAMES = ("name", "mapName", "entryName", "chartName", "side")


@dataclass(frozen=True, slots=True)
class Extension:
    """What an extension says of itself. `module` and `module_version` are those it was made for."""

    name: str
    version: str
    module: str
    module_version: str
    any_module: bool
    id: str  # the prefix of its pieces' gpids
    vassal_version: str
    description: str


def describe(root: Component, file: str) -> Extension:
    name = file.replace("\\", "/").rpartition("/")[2]
    return Extension(
        name=name.rpartition(".")[0] or name,
        version=root.get("version", "0.0"),
        module=root.get("module"),
        module_version=root.get("moduleVersion"),
        any_module=root.flag("anyModule"),
        id=root.get("extensionId"),
        vassal_version=root.get("vassalVersion"),
        description=root.get("description"),
    )


def merge(module: Component, extension: Component, name: str, problems: Problems) -> Component:
    """The module's tree with what the extension adds, each addition behind what its target had before."""
    additions: dict[Component, list[Component]] = defaultdict(list)
    finder = _Finder(module)
    for element in extension.children:
        if element.tag != ELEMENT:
            continue
        path = element.get("target")
        target = finder.find(decode(path, "/") if path else [])
        if target is None:
            where = shown(path.rpartition(":")[2])
            problems.add(f"extension {shown(name)}", f"it adds to {where}, which the module does not have; that part is left out")
        elif element.children:
            additions[target].append(element.children[0])
    return _with_additions(module, additions)


class _Finder:
    """Follows paths of `class:name` through a tree: by name where one fits, else the first child of the class that leads on."""

    def __init__(self, root: Component) -> None:
        self._root = root
        self._children: dict[Component, dict[str, list[Component]]] = {}
        self._named: dict[Component, dict[tuple[str, str | None], Component]] = {}
        self._steps = 0

    def find(self, path: Sequence[str]) -> Component | None:
        stack = [(self._root, 0)]
        while stack:
            component, depth = stack.pop()
            if depth == len(path):
                return component
            self._steps += 1
            if self._steps > STEPS:
                raise LimitError("an extension whose targets are too hard to find")
            self._index(component)
            tag, *name = decode(path[depth], ":")
            named = self._named[component].get((tag, name[0] if name else None))
            if named is not None:
                stack.append((named, depth + 1))
            else:
                stack.extend((child, depth + 1) for child in reversed(self._children[component].get(tag, ())))
        return None

    def _index(self, component: Component) -> None:
        if component in self._children:
            return
        children: dict[str, list[Component]] = defaultdict(list)
        named: dict[tuple[str, str | None], Component] = {}
        for child in component.children:
            children[child.tag].append(child)
            named.setdefault((child.tag, editor_name(child)), child)
        self._children[component], self._named[component] = children, named


def editor_name(component: Component) -> str | None:
    """The name under which VASSAL's editor shows a component, as paths quote it."""
    name = next((component.attributes[key] for key in _NAMES if key in component.attributes), None)
    if component.kind != "SetupStack":
        return name
    parts = [name] if name else []
    inner = next((child.get("entryName") for child in component.children if child.get("entryName")), None)
    if inner:
        parts.append(inner)
    if component.flag("useGridLocation"):
        parts += [component.get("location")] if "location" in component.attributes else []
    else:
        parts.append(f"({component.integer('x', 100)},{component.integer('y', 100)})")
    return " - ".join(parts)


def _with_additions(root: Component, additions: dict[Component, list[Component]]) -> Component:
    """A copy of the tree in which only what leads to an addition is new."""
    made: dict[Component, Component] = {}
    stack = [(root, False)]
    while stack:
        component, done = stack.pop()
        if not done:
            stack.append((component, True))
            stack.extend((child, False) for child in component.children)
            continue
        children = tuple(made.pop(child, child) for child in component.children) + tuple(additions.get(component, ()))
        if children != component.children:  # components are equal only to themselves
            made[component] = replace(component, children=children)
    return made.get(root, root)
