"""What must hold for every output of `replay`."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator

from tests.support import ROOT

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "schema" / "replay.schema.json").read_text(encoding="utf-8"))
_FORMS = {"log": "document", "save": "document", "step": "step", "position": "positionLine"}
_CHECKERS = {
    form: Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{form}"}]}) for form in dict.fromkeys(_FORMS.values())
}


def problems(document: dict[str, Any], at_most: int = 0) -> list[str]:
    """Where a document or a record is not as the schema has it. Of very long lists only so many items are looked at."""
    looked_at = {
        name: value[:: len(value) // at_most] if at_most and isinstance(value, list) and len(value) > at_most else value
        for name, value in document.items()
    }
    errors = _CHECKERS[_FORMS[document["kind"]]].iter_errors(looked_at)
    return [f"{error.json_path}: {error.message[:200]}" for error in islice(errors, 5)]
