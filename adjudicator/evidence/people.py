"""Who is in a file, and which words of it are secret: one pass that looks into no more pieces than it must."""

from __future__ import annotations

from adjudicator.privacy import SECRETIVE, Redactor, public_words, secrets_in_command, secrets_in_trait
from adjudicator.roster import Roster
from vassal_bridge.commands import LOG, NULL, AddPiece, ChangePiece, Chat, Command, ConditionalCommand, Logged, parse_command
from vassal_bridge.errors import BridgeError
from vassal_bridge.saved import SavedGame
from vassal_bridge.secret import Secret
from vassal_bridge.traits import TraitReader, trait_reader

_TELLS_NOTHING = (NULL, "CHAT", LOG + NULL, LOG + "CHAT")


def people(saved: SavedGame) -> tuple[Roster, Redactor]:
    """The players of a file, and what takes their ids out of all that is said.

    The same as `survey` finds, sooner: of pieces whose type has no trait that names a player, no state is read.
    """
    search = _Search(saved)
    for entry in saved.entries:
        for text in entry.texts(saved.limits):
            if not text.startswith(_TELLS_NOTHING):
                search.look(text)
    return search.roster, Redactor(search.secrets, search.roster.names | search.roster.sides)


class _Search:
    def __init__(self, saved: SavedGame) -> None:
        self.roster = Roster()
        self.secrets: set[Secret] = set()
        self._reader: TraitReader = trait_reader(saved.limits)
        self._types: dict[str | None, str] = {}
        self._places: dict[str, tuple[int, ...]] = {}  # by type: the traits that name players

    def look(self, text: str) -> None:
        try:
            command = parse_command(text)
        except BridgeError:
            return  # told of where it is carried out
        self._note(command.command if isinstance(command, Logged) else command)

    def _note(self, command: Command) -> None:
        if isinstance(command, ConditionalCommand):
            self._note(command.command)
        elif isinstance(command, AddPiece):
            self._types[command.id] = command.type
            self._read(command.type, command.state)
        elif isinstance(command, ChangePiece):
            type_text = self._types.get(command.id)
            if type_text is not None:
                for state in (command.old_state, command.new_state):
                    if state is not None:
                        self._read(type_text, state)
        elif not isinstance(command, Chat):
            self.roster.note(command)
            self.secrets.update(secrets_in_command(command))

    def _read(self, type_text: str, state: str) -> None:
        places = self._places.get(type_text)
        if places == ():
            return
        try:
            traits = self._reader.piece(type_text, state)
        except BridgeError:
            return
        if places is None:
            places = tuple(place for place, trait in enumerate(traits) if trait.kind in SECRETIVE)
            self._places[type_text] = places
            for trait in traits:
                self.roster.sides.update(public_words(trait))
        for place in places:
            self.secrets.update(secrets_in_trait(traits[place]))
