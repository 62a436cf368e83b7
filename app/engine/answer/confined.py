"""The words for a question's filters: which of them fit nothing here, and what there is instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from app.engine.answer.markdown import code, counted, joined
from app.engine.retrieve.filters import Filter, Filters
from app.engine.retrieve.lexical import LexicalIndex
from app.shared import filters as typed

# Languages, kinds or folders that are named where the one asked for is not there.
NAMED = 6


def filter_records(filters: Filters, index: LexicalIndex) -> list[dict[str, Any]]:
    """The filters of an Answer: {text, reason} in their order, `reason` why one fits nothing or ""."""
    roles, languages = index.roles(), index.languages()
    files = [(path, languages[path], role) for path, role in roles.items()]
    return [{"text": str(one), "reason": _reason(one, files, index)} for one in filters.each]


def _reason(one: Filter, files: Iterable[tuple[str, str, str]], index: LexicalIndex) -> str:
    if one.key == typed.KIND:
        kinds = Counter(index.kinds())
        if one.value in kinds:
            return ""
        return f"Nothing here is of the kind {code(one.value)}; {_there_is('kind', kinds)}."
    if one.key == typed.TEST and one.value not in (typed.NO, typed.ONLY):
        return f"{code('test:')} takes {code('no')} or {code('only')}, not {code(one.value)}."
    if any(one.fits(path, language, role, "") for path, language, role in files):
        return ""
    if one.key == typed.LANG:
        spoken = Counter(typed.language_of(path, language) for path, language, _ in files)
        return f"No file here is in {code(one.value)}; {_there_is('language', spoken)}."
    if one.key == typed.PATH:
        folders = Counter(path.partition("/")[0] for path, _, _ in files if "/" in path)
        how = "fits" if typed.is_glob(one.value) else "begins with" if one.value[0] == "/" else "holds"
        return f"No path here {how} {code(one.value)}; {_there_is('top folder', folders)}."
    return "No file here is a test." if one.value == typed.ONLY else "All files here are tests."


def _there_is(noun: str, found: Counter[str]) -> str:
    names = [code(name) for name, _ in found.most_common(NAMED)]
    more = len(found) - len(names)
    if not names:
        return f"there is no {noun}"
    if more:
        names.append(f"{more} more")
    return f"there {'is' if len(found) == 1 else 'are'} {joined(names)}"


def confined(filters: Filters, records: Iterable[dict[str, Any]], is_empty: bool) -> str:
    """What the summary says of filters: why some fit nothing, or that together they leave nothing."""
    reasons = [record["reason"] for record in records if record["reason"]]
    if filters and is_empty and not reasons:
        count = "the filter" if len(filters.each) == 1 else f"all {counted(len(filters.each), 'filter')}"
        reasons.append(f"Nothing that passes {count} fits the question: {code(str(filters))}.")
    return " ".join(reasons)
