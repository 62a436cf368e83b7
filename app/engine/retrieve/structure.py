"""Structure questions: those that ask for a relation the graph holds, like "who calls Session.request"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.engine.retrieve.tokens import STOP_WORDS

CALLERS = "callers"
CALLEES = "callees"
DERIVED = "derived"
BASES = "bases"
USES = "uses"
IMPORTERS = "importers"
IMPORTS = "imports"
IMPACT = "impact"
MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class Structure:
    """A relation that is asked for, and the name on its known side."""

    relation: str
    name: str


# Who asks for a relation needs few words.
LONGEST = 300

# The word for its kind that may stand before a name, then the name, quoted or called or bare.
_X = (
    r"(?:the\s+|an?\s+)?"
    r"(?:(?:class|function|method|module|file|interface|type|trait|struct|enum|constant)\s+)?"
    r"[`'\"]?(?P<name>[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|/)[\w$-]+)*)(?:\(\))?[`'\"]?"
)
# What may stand before the verb of a question that is nothing but verb and name ("which functions call X").
_LEAD = (
    r"^\s*(?:(?:who|what|which|where|list|show|find|all|the|are|is|me|functions?|methods?|class(?:es)?|types?"
    r"|files?|modules?|places|code|else|that|other)\s+)*"
)
_END = r"\s*[?.!]*\s*$"
_CHANGE = r"(?:chang|remov|delet|renam|edit|break)\w*"

# In this order: a passive or "what does X ..." form before the bare verb.
_PATTERNS = tuple(
    (relation, re.compile(pattern, re.IGNORECASE))
    for relation, pattern in (
        (CALLEES, rf"\bwhat\b[\w\s]*\bdo(?:es)?\s+{_X}\s+(?:call|invoke)\b"),
        (CALLEES, rf"\b(?:callees\s+of|called\s+by|calls\s+made\s+by)\s+{_X}"),
        (CALLERS, rf"\bcallers?\s+of\s+{_X}"),
        (CALLERS, rf"\bwhere\s+(?:is|are)\s+{_X}\s+(?:called|invoked)\b"),
        (CALLERS, rf"{_LEAD}(?:calls?|invokes?|calling)\s+{_X}{_END}"),
        (BASES, rf"\bwhat\b[\w\s]*\bdo(?:es)?\s+{_X}\s+(?:inherit|derive|extend|subclass|implement)"),
        (BASES, rf"\b(?:base|super|parent)[\s-]?(?:class|classes|types?)\s+of\s+{_X}"),
        (
            DERIVED,
            rf"\b(?:sub-?classes|sub-?types|derived\s+classes|implement(?:ations|ors|ers))\s+of\s+{_X}",
        ),
        (
            DERIVED,
            rf"{_LEAD}(?:implements?|(?:inherits?|derives?)(?:\s+from)?|extends?|subclass(?:es)?|overrides?)\s+{_X}{_END}",
        ),
        (IMPORTS, rf"\bwhat\b[\w\s]*\bdo(?:es)?\s+{_X}\s+import\b"),
        (IMPORTERS, rf"\bimporters\s+of\s+{_X}"),
        (IMPORTERS, rf"\bwhere\s+(?:is|are)\s+{_X}\s+imported\b"),
        (IMPORTERS, rf"{_LEAD}imports?\s+{_X}{_END}"),
        (
            IMPACT,
            rf"\bwhat\b.*?\b(?:breaks?|happens|affected)\b.*?\b(?:if|when)\s+(?:(?:i|we|you)\s+)?{_CHANGE}\s+{_X}",
        ),
        (
            IMPACT,
            rf"\bwhat\b.*?\b(?:breaks?|happens|affected)\b.*?\b(?:if|when)\s+{_X}\s+(?:is\s+|gets\s+)?{_CHANGE}",
        ),
        (IMPACT, rf"\b(?:impact|effects?)\s+of\s+{_CHANGE}\s+{_X}"),
        (IMPACT, rf"{_LEAD}depends?\s+on\s+{_X}{_END}"),
        (USES, rf"\b(?:usages?|uses|references)\s+(?:of|to)\s+{_X}"),
        (USES, rf"\bwhere\s+(?:is|are)\s+{_X}\s+(?:used|referenced|needed)\b"),
        (USES, rf"{_LEAD}(?:uses?|references?)\s+{_X}{_END}"),
        (
            MEMBERS,
            rf"\b(?:methods|members|fields|functions|attributes)\s+(?:of|in|does)\s+{_X}(?:\s+have)?{_END}",
        ),
    )
)


def read_structure(text: str) -> Structure | None:
    """The relation a question asks for, or None where it asks for something else."""
    if len(text) > LONGEST:
        return None
    for relation, pattern in _PATTERNS:
        match = pattern.search(text)
        if match and match["name"].lower() not in STOP_WORDS:
            return Structure(relation, normal_name(match["name"]))
    return None


def normal_name(name: str) -> str:
    """A qualified name in the spelling of symbols: dots between its parts."""
    return re.sub(r"::|->|#", ".", name).strip(".")
