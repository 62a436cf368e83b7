"""The vocabulary between page and engine, for both interpreters.

The page calls ``engine.call(method, payload)``; both are JSON strings, and so
is the answer: ``{"result": ...}`` or ``{"error": record}`` (see errors.py).
The engine cannot call the page (``sync_main_only``), so the page asks for
events: EVENTS answers as soon as there is one, or empty after some seconds.
tests/contract/ holds this module against workers/protocol.js.
"""

# Methods: payload -> result.
# {base} -> {version, repositories: [Repository], storage: {usage, quota, persisted}, settings, hosts}
HELLO = "hello"
EVENTS = "events"  # {since} -> {next, events: [Event]}
INDEX = "index"  # {address, token?, api?, graphql?, raw?} -> {job, repository: Repository}
CANCEL = "cancel"  # {repository} -> {}
RESUME = "resume"  # {repository, token?} -> {job}
OPEN = "open"  # {repository} -> {repository: Repository, files: [File], skipped: [{path, reason}]}
ASK = "ask"  # {repository, question, k?} -> Answer
FILE = "file"  # {repository, path} -> {path, language, text, symbols: [Symbol], reason}
FIND = "find"  # {repository, text, limit?} -> {hits: [{kind, name, qualified_name, path, line}]}
# {repository, symbol} -> {symbol, groups: [{title, rows: [{id, name, path, line, rule, confidence}]}]}
NEIGHBOURS = "neighbours"
GRAPH = "graph"  # {repository} -> {nodes, edges}
REPORT = "report"  # {repository} -> {repository, files, chunks, nodes, edges, skipped, timings, memory}
REMOVE = "remove"  # {repository} -> {freed}
SETTINGS = "settings"  # {values?} -> {values}
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
    GRAPH,
    REPORT,
    REMOVE,
    SETTINGS,
    CONVERSATION,
)

# Event kinds; every event is {kind, repository, ...}.
# + {stage, done, total, bytes, rate, remaining}: counts of files or chunks, rate a second, seconds
PROGRESS = "progress"
STATE = "state"  # + {record: Repository}: it was added, changed state, or gained counts
WAITING = "waiting"  # + {reason, until}: a rate limit; the job goes on by itself
FAILED = "failed"  # + {error}: the job ended; what is stored stays
FINISHED = "finished"  # + {seconds}: everything is embedded
REMOVED = "removed"

# Stages of a job, in order, as PROGRESS names them.
STAGES = ("list", "fetch", "parse", "graph", "embed")

# States of a repository.
INDEXING = "indexing"  # a job runs in some tab
PARTIAL = "partial"  # interrupted: it can be asked, and resumed
READY = "ready"  # everything is in
