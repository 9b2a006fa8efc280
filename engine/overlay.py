"""Rule sets that differ from another: `like = "guoji"`, and named options such as guoji+open_21."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from engine.schema import TEXT, BadRuleSet, Place, Reader, table

OWN = ("id", "name", "origin", "verified")  # never taken over from another rule set

_OPTION = table({"says": TEXT, "set": Reader("a table of changed keys", lambda v, _: v)})


def parse(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text; raises BadRuleSet."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRuleSet(f"{file}: is not TOML: {error}") from error


def complete(
    data: Mapping[str, Any], file: str, fetch: Callable[[str], Mapping[str, Any]]
) -> dict[str, Any]:
    """All keys of a rule file: its own laid over those of the rule set that it is `like`.

    fetch gives the keys of a rule set that comes along. Raises BadRuleSet.
    """
    if "like" not in data:
        return dict(data)
    base = fetch(TEXT.take(data["like"], Place(file, "like")))
    for key in OWN:
        if key not in data:
            raise BadRuleSet(f"{file}: missing key {key}, expected its own beside like")
    below = {key: value for key, value in base.items() if key not in (*OWN, "options")}
    above = {key: value for key, value in data.items() if key != "like"}
    return laid_over(below, above, Place(file))


def options(data: Mapping[str, Any], file: str) -> dict[str, dict[str, Any]]:
    """The named options of a rule file: what each says, and the keys it sets. Raises BadRuleSet."""
    found = data.get("options", {})
    place = Place(file, "options")
    if not isinstance(found, dict):
        raise place.wrong("a table of options", found)
    for name, option in found.items():
        if not isinstance(_OPTION.take(option, place.at(name))["set"], dict):
            raise place.at(name).at("set").wrong("a table of changed keys", option["set"])
    return found


def chosen(data: Mapping[str, Any], names: tuple[str, ...], file: str) -> dict[str, Any]:
    """The keys of a rule file with these of its options; raises BadRuleSet."""
    offered = options(data, file)
    result = {key: value for key, value in data.items() if key != "options"}
    for name in names:
        if name not in offered:
            known = ", ".join(offered) or "none"
            raise BadRuleSet(f"{file}: has no option {name!r}, expected one of {known}")
        result = laid_over(result, offered[name]["set"], Place(f"{file}+{name}"))
    return result


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any], place: Place) -> dict[str, Any]:
    """Tables are merged, all else is replaced; a table over the list of names changes or adds some.

    An empty table clears what was there. The schema checks the result, not this.
    """
    result = dict(below)
    for key, value in above.items():
        old = below.get(key)
        if isinstance(value, dict) and isinstance(old, list):
            result[key] = _named(old, value, place.at(key))
        elif isinstance(value, dict) and isinstance(old, dict) and value:
            result[key] = laid_over(old, value, place.at(key))
        else:
            result[key] = value
    return result


def _named(entries: list[Any], changes: Mapping[str, Any], place: Place) -> list[Any]:
    """The list of 名堂 with some changed, or added at its end."""
    result = list(entries)
    for name, change in changes.items():
        if not isinstance(change, dict):
            raise place.at(name).wrong("a table with what changes", change)
        known = [entry for entry in entries if isinstance(entry, dict) and entry["name"] == name]
        result = [entry | change if entry in known else entry for entry in result]
        if not known:
            result.append({"name": name, **change})
    return result
