"""As much of JSON Schema as the program's schemas use; a keyword that is not known here fails the test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

_SAYS_NOTHING: Final = {"$schema", "$defs", "title", "description", "examples", "default"}
_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}
_CHECKS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "const": lambda value, wanted: _same(value, wanted),
    "enum": lambda value, wanted: any(_same(value, one) for one in wanted),
    "minimum": lambda value, least: not _TYPES["number"](value) or value >= least,
    "maximum": lambda value, most: not _TYPES["number"](value) or value <= most,
    "exclusiveMinimum": lambda value, least: not _TYPES["number"](value) or value > least,
    "pattern": lambda value, pattern: not isinstance(value, str) or re.search(pattern, value) is not None,
    "minLength": lambda value, least: not isinstance(value, str) or len(value) >= least,
    "minItems": lambda value, least: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda value, most: not isinstance(value, list) or len(value) <= most,
    "uniqueItems": lambda value, wanted: not isinstance(value, list) or len(set(value)) == len(value),
    "required": lambda value, names: not isinstance(value, dict) or set(names) <= set(value),
    "type": lambda value, name: _TYPES[name](value),
}


def _same(one: Any, other: Any) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def valid(value: Any, schema: dict[str, Any], whole: dict[str, Any] | None = None) -> bool:
    """Whether a JSON value is what a schema allows; `whole` is the schema that has the definitions."""
    root = schema if whole is None else whole

    def inner(under: Any, part: dict[str, Any]) -> bool:
        return valid(under, part, root)

    for keyword, wanted in schema.items():
        match keyword:
            case "$ref":
                holds = inner(value, root["$defs"][wanted.removeprefix("#/$defs/")])
            case "anyOf":
                holds = any(inner(value, part) for part in wanted)
            case "oneOf":
                holds = sum(inner(value, part) for part in wanted) == 1
            case "properties":
                holds = not isinstance(value, dict) or all(
                    inner(value[name], part) for name, part in wanted.items() if name in value
                )
            case "additionalProperties":
                others = set(value) - set(schema.get("properties", {})) if isinstance(value, dict) else set()
                holds = (
                    not others if wanted is False else wanted is True or all(inner(value[it], wanted) for it in others)
                )
            case "items":
                holds = not isinstance(value, list) or all(inner(item, wanted) for item in value)
            case _:
                holds = keyword in _SAYS_NOTHING or _CHECKS[keyword](value, wanted)
        if not holds:
            return False
    return True
