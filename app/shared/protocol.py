"""The vocabulary between page and engine, for both interpreters.

The page calls ``engine.call(method, payload)``; both are JSON strings, and so
is the answer: ``{"result": ...}`` or ``{"error": record}`` (see errors.py).
The engine cannot call the page (``sync_main_only``), so the page asks for
events: EVENTS answers as soon as there is one, or empty after some seconds.
tests/contract/ holds the engine and the page against what is written here.
"""

# Methods: payload -> result; what ends in ? may be left out.
# {base} -> {version, repositories: [Repository], settings: {<name>},
#            storage: {usage, database, quota, persisted}, hosts: [{origin, reason, requests, bytes}]}
HELLO = "hello"
EVENTS = "events"  # {since} -> {next, events: [Event]}
INDEX = "index"  # {address, token?, api?, graphql?, raw?} -> {job, repository: Repository}
CANCEL = "cancel"  # {repository} -> {}: its job, or the look-up of the address that stands here
RESUME = "resume"  # {repository, token?} -> {job, repository: Repository}
# {repository} -> {repository: Repository, files: [{path, language, role, state, size}],
#                  skipped: [{path, reason}]}
OPEN = "open"
ASK = "ask"  # {repository, question, k?} -> Answer, see app/DESIGN.md
# {repository, path} -> {path, language, text, reason, symbols:
#                        [{id, kind, name, qualified_name, start_line, end_line, signature}]}
FILE = "file"
# {repository, text, limit?} -> {hits: [{id, kind, name, qualified_name, path, line}]}
FIND = "find"
# {repository, symbol} -> {symbol: {id, kind, name, path},
#                          groups: [{title, rows: [{id, name, path, line, rule, confidence}]}]}
NEIGHBOURS = "neighbours"
# {repository, symbol, query, depth?, to?} -> {query, groups: [{title, total, rows:
#  [{id, name, kind, path, line, rule, confidence, hop, via}]}]}
# `query` is one of QUERIES; all but PATH go `depth` steps, PATH leads to the symbol `to`. A row is a node and
# the edge that leads to it (its kind, where it stands); `via` is the name of the node before it, if any.
RELATIONS = "relations"
# {repository, path} -> {groups: [{title, total, rows: [{name, kind, scope, line}]}]}: by the reason, what a
# file's references name that could not be joined to anything
UNRESOLVED = "unresolved"
GRAPH = "graph"  # {repository} -> {nodes: [Node], edges: [Edge]}, see app/engine/graph/model.py
# {repository} -> {repository, commit, files, chunks, embedded, nodes, edges: {<kind>}, timings: {<stage>},
#                  skipped: [{path, reason}], text_only: [{path, reason}], unembeddable: {<hash>},
#                  memory: {indexeddb_bytes}, embedder: {<name>}}
REPORT = "report"
REMOVE = "remove"  # {repository} -> {freed}
SETTINGS = "settings"  # {values?} -> {values: {<name>}}
CONVERSATION = "conversation"  # {repository, turns?} -> {turns}: kept when given
METHODS = (
    HELLO,
    EVENTS,
    INDEX,
    CANCEL,
    RESUME,
    OPEN,
    ASK,
    FILE,
    FIND,
    NEIGHBOURS,
    RELATIONS,
    UNRESOLVED,
    GRAPH,
    REPORT,
    REMOVE,
    SETTINGS,
    CONVERSATION,
)

# What RELATIONS may be asked.
CALLERS = "callers"
CALLEES = "callees"
NEIGHBOURHOOD = "neighbourhood"
IMPLEMENTATIONS = "implementations"
IMPACT = "impact"
PATH = "path"
QUERIES = (CALLERS, CALLEES, NEIGHBOURHOOD, IMPLEMENTATIONS, IMPACT, PATH)

# Event kinds; every event is {kind, repository, ...}. Repository: app/engine/store/records.py,
# Error: errors.py.
# + {stage, done, total, bytes, rate, remaining}: counts of files or chunks, rate a second, seconds
PROGRESS = "progress"
STATE = "state"  # + {record: Repository}: it was added, changed state, or gained counts
# + {reason, until}: a rate limit, waited out; `repository` is the address while that is looked up
WAITING = "waiting"
FAILED = "failed"  # + {error: Error}: the job ended; what is stored stays
FINISHED = "finished"  # + {seconds}: everything is embedded
REMOVED = "removed"  # + {}

# Stages of a job, in order, as PROGRESS names them.
STAGES = ("list", "fetch", "parse", "graph", "embed")

# States of a repository.
INDEXING = "indexing"  # a job of this tab runs
ELSEWHERE = "elsewhere"  # another tab's job runs: it can be asked, and nothing else
PARTIAL = "partial"  # interrupted: it can be asked, and resumed
READY = "ready"  # everything is in
