"""How well a value fits a parameter, by the names of their types."""

from __future__ import annotations

import re
from collections.abc import Collection

from app.engine.graph.arguments import FUNCTION, NULL
from app.engine.graph.parameters import Parameter

# Types that hold the same sort of value, by the mark of its literal.
_SORTS = {
    "'string": "string String CharSequence str string_view wstring wstring_view basic_string_view char*",
    "'char": "char Char Character wchar_t char8_t char16_t char32_t",
    "'int": "int Int Integer short Short byte Byte sbyte uint ushort UInt UByte UShort unsigned size_t "
    "ssize_t int8_t int16_t int32_t uint8_t uint16_t uint32_t Int16 Int32 UInt32",
    "'long": "long Long ulong ULong int64_t uint64_t Int64 UInt64",
    "'float": "float Float Single",
    "'double": "double Double decimal Decimal",
    "'boolean": "boolean Boolean bool Bool",
}
_SORT_OF = {name: sort for sort, names in _SORTS.items() for name in names.split()}
# Types of these sorts that may be null all the same.
_NULLABLE = frozenset(
    "String CharSequence string char* Integer Character Short Byte Long Float Double Boolean".split()
)
_ANYTHING = re.compile(
    r"(?:[Oo]bject|Any|AnyRef|AnyVal|dynamic|auto|Number|Comparable|Serializable|[A-Z]\d?|T[A-Z]\w*)\Z"
)
# What a number may become without a cast, and how near that is to being the same.
_WIDER = {
    "'char": {"'int": 2.0, "'long": 1.5},
    "'int": {"'long": 3.0, "'float": 2.0, "'double": 2.5},
    "'long": {"'float": 2.0, "'double": 2.0},
    "'float": {"'double": 3.0},
}
_SAME, _NEAR, _LOOSE, _UNKNOWN, _CONVERTED = 4.0, 3.0, 1.5, 1.0, 0.5
# Who converts between types without being asked, so that nothing is out of the question.
_CONVERTING = frozenset(("cpp", "c_sharp"))


def closeness(given: str, bases: Collection[str] | None, parameter: Parameter, language: str) -> float | None:
    """From 0 to 4, None where a parameter cannot take the value.

    `given` is a type's name, a literal's mark, or "" for what is not known; `bases` the names of the type's
    bases where all of them are known.
    """
    wanted = plain(parameter.type)
    sort = given if given in _SORTS else _SORT_OF.get(plain(given), "")
    wanted_sort = _SORT_OF.get(wanted, "")
    if not given or not wanted:
        return _UNKNOWN
    if given == FUNCTION:
        is_function = "->" in parameter.type or "=>" in parameter.type or "function" in parameter.type
        return None if wanted_sort else _SAME if is_function else _LOOSE
    if given == NULL:
        return None if wanted_sort and wanted not in _NULLABLE and "?" not in parameter.type else _LOOSE
    if given == wanted or (sort and sort == wanted_sort):
        return _SAME
    if sort and wanted_sort:
        return _WIDER.get(sort, {}).get(wanted_sort)
    if _ANYTHING.match(wanted) and not wanted.endswith("]"):
        return _LOOSE
    if not sort and bases is None and not wanted_sort:
        return _UNKNOWN
    if bases and wanted in bases:
        return _NEAR
    return _CONVERTED if language in _CONVERTING else None


def plain(written: str) -> str:
    """The last part of a type's name, without what is put around it; ``[]`` stays behind an array's."""
    bare = re.sub(r"<.*>", "", written, flags=re.DOTALL)
    if re.search(r"\bchar\s*(?:const\s*)?\*", bare):
        return "char*"
    array = "[]" if "[" in bare else ""
    words = re.split(r"::|[.\s]", re.sub(r"\[.*\]|[&*?!]|\b(?:const|volatile|in)\b", " ", bare).strip())
    return words[-1] + array
