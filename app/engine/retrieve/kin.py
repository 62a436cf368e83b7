"""Words that developers use for the same thing: a question says "shorten", the code `truncate`.

One line a meaning; a word may have several. Only words of no particular language or library are here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

_MEANINGS = """
abort cancel interrupt
accept receive
address uri url
allow permit
ansi color colour
arg argument param parameter
array list sequence
assert check ensure test validate verify
attach bind register
attempt again repeat retry
bad broken corrupt faulty invalid malformed wrong
base parent super
batch chunk group
begin initial launch run spawn start
blank empty space whitespace
block delay pause sleep wait
bound cap clamp limit restrict
broadcast emit fire notify publish trigger
browser window
buffer queue
build construct create generate init make new
cache keep memo memoize remember
call execute invoke run
callback handler hook listener observer subscriber
cast coerce convert map transform translate turn
catch handle rescue
change modify update
checksum digest hash
child nested sub
choose decide pick select
clear delete discard drop erase purge remove strip unset
clone copy duplicate
close end exit finish shutdown stop terminate
cluster group
collect gather accumulate
combine concat join merge union
compare equal match same
compress deflate zip
config options preferences settings
count length number size
credential password secret token
crop cut shorten trim truncate
decode deserialize interpret parse
decompress inflate unzip
decorate enclose wrap
default fallback
dealloc destroy dispose free release
deadline expire timeout
deny forbid refuse reject
depth nested recursive
derive extend inherit subclass
detach unbind unregister unsubscribe
detect identify recognise recognize
deliver dispatch post send transmit
dict hash map table
dir directory folder
display output print render show
divide partition split
dump encode marshal serialize stringify
error exception failure fault
escape quote
event message
expired old outdated stale
fail raise throw
fetch download load request retrieve
fill pad
find locate lookup resolve search
first initial
float int number numeric
frequent periodic interval poll
guard lock mutex
hide mask obscure redact
host server
http web
identifier id label name
instance object
iterate traverse visit walk
kind type
last final
line row
listen observe subscribe watch
log record trace
open load read
order rank sort
pack bundle
path file
random nonce
rate throttle debounce
refresh reload update
replace substitute swap
save store persist write
string text
subtract minus
temp temporary tmp
thread worker
unpack extract unwrap
"""
_ENDINGS = (
    *("ations", "ation", "ators", "ator", "ating", "ated", "ates", "ate"),
    *("ings", "ing", "ers", "ions", "ion", "ed", "er", "es", "s", "e"),
)
_SHORTEST = 4
# `cropped`, `stopping`: the letter is doubled for the ending alone.
_DOUBLED = re.compile(r"([bdgmnprt])\1$")


@cache
def _stem(word: str) -> str:
    """A word without its ending, where enough is left of it."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return _DOUBLED.sub(r"\1", word[: -len(ending)])
    return word


def _by_stem() -> dict[str, set[str]]:
    meanings: defaultdict[str, set[str]] = defaultdict(set)
    for line in _MEANINGS.strip().split("\n"):
        words = line.split()
        for word in words:
            meanings[_stem(word)].update(words)
    return dict(meanings)


_KIN = _by_stem()


def kin(words: Iterable[str]) -> list[str]:
    """The other words for what these say, in alphabetical order, without these."""
    said = {_stem(word.lower()) for word in words}
    found = {other for stem in said for other in _KIN.get(stem, ())}
    return sorted(other for other in found if _stem(other) not in said)
