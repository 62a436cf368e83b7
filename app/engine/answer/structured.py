"""The words for a structure question's answer: each definition the name means, with what is tied to it."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.answer.citations import cite
from app.engine.answer.markdown import code, counted, joined
from app.engine.retrieve import structure
from app.engine.retrieve.relate import Definition, Loose, Related, Tie

# Ties listed in all and at least of each definition; the places below show more.
LISTED = 16
LISTED_EACH = 4
# Definitions that are listed with their ties, and places cited of what is only counted.
DEFINITIONS = 6
CITED = 3

# relation -> (the sentence above a list, a tie's noun, its plural, the sentence where there is none).
_WORDS = {
    structure.CALLERS: ("{x} has {n}", "caller", "callers", "No call of {x} was found in this repository."),
    structure.CALLEES: (
        "{x} makes {n}",
        "call",
        "calls",
        "{x} calls nothing that is defined or imported here.",
    ),
    structure.DERIVED: ("{x} is extended by {n}", "type", "types", "Nothing here extends or implements {x}."),
    structure.BASES: ("{x} has {n}", "base", "bases", "{x} has no base that is known here."),
    structure.USES: ("{x} is used in {n}", "place", "places", "No use of {x} was found in this repository."),
    structure.IMPORTERS: ("{x} is imported by {n}", "file", "files", "Nothing here imports {x}."),
    structure.IMPORTS: ("{x} imports {n}", "module", "modules", "{x} imports nothing."),
    structure.IMPACT: (
        "A change of {x} may touch {n}",
        "place",
        "places",
        "Nothing here rests on {x}, as far as the graph tells.",
    ),
    structure.MEMBERS: ("{x} has {n}", "member", "members", "{x} has no members that are known here."),
}


def structured(related: Related) -> str:
    """Markdown for the graph's answer, of one paragraph or list a definition."""
    tied = [definition for definition in related.definitions if definition.ties]
    bare = [definition for definition in related.definitions if not definition.ties]
    parts = []
    called_through = bool(tied) and all(definition.overrides for definition in tied)
    if not related.definitions:
        parts.append(f"Nothing named {code(related.structure.name)} is defined or imported here.")
    elif not tied:
        parts.append(_none(related, bare))
    else:
        if called_through:
            parts.append(_none(related, bare))
        room = max(LISTED_EACH, LISTED // min(len(tied), DEFINITIONS))
        parts += [_listed(related, definition, room) for definition in tied[:DEFINITIONS]]
        if len(tied) > DEFINITIONS:
            parts.append(_more_definitions(related, tied[DEFINITIONS:]))
        if bare and not called_through:
            parts.append(_none(related, bare))
    if related.loose:
        parts.append(_loose(related, related.loose))
    if related.left_out:
        places = counted(related.left_out, "more place is", "more places are")
        parts.append(f"{places} left out by the question's filters.")
    return "\n\n".join(parts)


def _none(related: Related, bare: Sequence[Definition]) -> str:
    """What is said of definitions without ties."""
    # The getter and the setter of a property are one thing to a reader.
    seen: dict[tuple[str, str], str] = {}
    for definition in bare:
        node = definition.node
        seen.setdefault((node.path, node.qualified_name), _definition(definition))
    known = list(seen.values())
    names = known[:CITED]
    if len(known) > CITED:
        names.append(f"{len(known) - CITED} more of that name")
    if related.left_out:
        return f"Nothing that passes the question's filters belongs to {joined(names, 'or')}."
    return _WORDS[related.structure.relation][3].format(x=joined(names, "or"))


def _definition(definition: Definition) -> str:
    node = definition.node
    name = f"**{code(node.qualified_name)}**"
    return f"{name} {cite(node.path, node.start_line)}" if node.path and node.start_line else name


def _listed(related: Related, definition: Definition, room: int) -> str:
    sentence, one, many, _ = _WORDS[related.structure.relation]
    ties = definition.ties
    tests = sum(1 for tie in ties if tie.role == "test")
    count = f"{counted(len(ties), one, many)}{_of_tests(tests, len(ties))}"
    overridden = " (which it overrides)" if definition.overrides else ""
    lines = [sentence.format(x=f"{_definition(definition)}{overridden}", n=count) + ":", ""]
    lines += [f"- {_row(tie, definition, related.structure.relation)}" for tie in ties[:room]]
    if len(ties) > room:
        lines.append(f"- … and {len(ties) - room:,} more")
    return "\n".join(lines)


def _of_tests(tests: int, ties: int) -> str:
    if not tests:
        return ""
    if tests < ties:
        return f", {tests} of them in tests"
    return ", all in tests" if ties > 1 else ", in a test"


def _row(tie: Tie, definition: Definition, relation: str) -> str:
    beyond = tie.neighbour.hop > 1 or (
        relation == structure.IMPACT and tie.of.id not in (definition.node.id, tie.node.id)
    )
    verb = f" {tie.verb} {code(tie.of.qualified_name)}" if beyond else ""
    where = f" {cite(tie.path, tie.line)}" if tie.path and tie.line else ""
    unsure = "" if tie.neighbour.confidence >= 0.8 else " (not certain)"
    return f"{code(tie.node.qualified_name)}{verb}{where}{unsure}"


def _more_definitions(related: Related, more: Sequence[Definition]) -> str:
    _, one, many, _ = _WORDS[related.structure.relation]
    count = counted(sum(len(definition.ties) for definition in more), one, many)
    return f"{counted(len(more), 'more definition')} of that name: {count} in all."


def _loose(related: Related, loose: Sequence[Loose]) -> str:
    cited = [cite(use.path, use.line) for use in loose[:CITED]]
    more = [f"{len(loose) - CITED:,} more"] if len(loose) > CITED else []
    name = code(related.structure.name.rsplit(".", 1)[-1])
    uses = counted(len(loose), f"use of the name {name}", f"uses of the name {name}")
    return f"{uses} could not be tied to a definition and may belong here: {joined(cited + more)}."
