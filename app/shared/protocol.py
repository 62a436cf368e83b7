"""The vocabulary between page and engine, for both interpreters.

The page calls ``engine.call(method, payload)``; both are JSON strings, and so
is the answer: ``{"result": ...}`` or ``{"error": record}`` (see errors.py).
The engine cannot call the page (``sync_main_only``), so the page asks for
events: EVENTS answers as soon as there is one, or empty after some seconds.
tests/contract/ holds the engine and the page against what is written here.
"""

# Methods: payload -> result; what ends in ? may be left out.
# {base, tab?} -> {version, repositories: [Repository], settings: {<name>},
#            storage: {usage, database, quota, persisted}, hosts: [{origin, reason, requests, bytes}]}
HELLO = "hello"
EVENTS = "events"  # {since} -> {next, events: [Event]}
# {address, token?, api?, graphql?, raw?, keep?} -> {job, repository: Repository}: `keep` keeps the token
# on this device, encrypted; without a token the one that is kept for the repository is taken
INDEX = "index"
CANCEL = "cancel"  # {repository} -> {}: its job, or the look-up of the address that stands here
RESUME = "resume"  # {repository, token?} -> {job, repository: Repository}
# {repository} -> {repository: Repository, files: [{path, language, role, state, size}],
#                  skipped: [{path, reason}], kinds: {<kind>}}; `kinds` counts the chunks of each kind
OPEN = "open"
# {repository, question, k?, history?} -> Answer, see app/DESIGN.md; `history` is [{question, answer}], the
# turns before a follow-up, the newest last: what the question leaves out is taken from them
ASK = "ask"
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
# The model that writes answers. Choice = {kind, address, model, context, tools}: `kind` is one of MODELS,
# `address` its base or "", `model` its name there, `context` tokens (0: what is known of it), `tools`
# whether it may call them.
# {choice?, key?, keep?, forget?} -> {choice: Choice, host, is_local, context, key, ready, reason}: change
# what is given, and tell what holds. `key` is where the key is: "", "session" or "kept" (encrypted).
MODEL = "model"
# {addresses?, kind?, key?} -> {servers: [{address, name, models: [{name, context, bytes}], code, reason,
# hint}]}: who answers on the ports that local servers use, or at the addresses, which speak as `kind` does;
# `reason` is why one does not
SERVERS = "servers"
# {choice, key?} -> {text, ms}: ask a model for a greeting, be it chosen or not; nothing else is sent
TRY_MODEL = "try_model"
# {forget?} -> {names: [name]}: what is kept encrypted, keys and tokens, by their names; `forget` deletes one
SECRETS = "secrets"
# {} -> {built_in: {state, reason}, files: [{name, bytes, total, source, whole, context, template}], quota}:
# models in this browser. `state` is as LanguageModel.availability() has it; a file that is not `whole` was
# fetched in part; one without a `template` was not taught to answer; `quota` is the room that is left
DEVICE_MODELS = "device_models"
# {address, look?} -> {name, address}: fetch a model's file to keep it here, or go on with it; told by
# PROGRESS with the stage "model" (in bytes), FINISHED and FAILED, with the answer's address as their
# repository; CANCEL with that stops. With `look` -> {name, address, bytes, host}: nothing is fetched yet,
# `bytes` is 0 where the host does not tell
FETCH_MODEL = "fetch_model"
FORGET_MODEL = "forget_model"  # {name} -> {freed}
# What a question would send: nothing is sent. Prompt = {question, searched, model, host, is_local, tokens,
# bytes, context, messages: [{role, text}], pieces: [{path, first, last, symbol, reason, tokens}],
# omitted: [{path, reason}], tools: [name], consent}: `searched` is the question as it was searched for,
# `consent` whether the person still has to agree to the host. The CHAT of the same question after it sends
# just this.
PREVIEW = "preview"  # {repository, question, history?} -> Prompt
# {repository, question, history?, id} -> {}: told by CHATTED; `id` is the page's name for the answer
CHAT = "chat"
STOP = "stop"  # {id} -> {}: end an answer, keeping what came
# {repository, host, given?} -> {given}: whether a host that is not this device may see this repository
CONSENT = "consent"
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
    MODEL,
    SERVERS,
    TRY_MODEL,
    SECRETS,
    DEVICE_MODELS,
    FETCH_MODEL,
    FORGET_MODEL,
    PREVIEW,
    CHAT,
    STOP,
    CONSENT,
)

# Kinds of models, in the order a careful person would want.
NONE = "none"  # the extractive answer
BUILT_IN = "built-in"  # the browser's own (`LanguageModel`)
IN_TAB = "in-tab"  # a GGUF file that runs in this tab
LOCAL = "local"  # a server on this device: Ollama, LM Studio, llama.cpp, vLLM
OPENAI = "openai"  # any address that speaks OpenAI's chat completions
ANTHROPIC = "anthropic"
GEMINI = "gemini"
MODELS = (NONE, BUILT_IN, IN_TAB, LOCAL, OPENAI, ANTHROPIC, GEMINI)

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
# + {id, news: [News]}: what became of an answer since the last such event, in order. News is one of
# {step: {name, detail, ms}}, {prompt: Prompt}, {text}, {call: {name, arguments, detail, ms}},
# {done: {text, finish, citations: [Cited], usage: {prompt, answer}, ms}}, {error: Error, text}.
# The step "read prompt" takes the place of the one before it with this name: how far a model has read.
# Cited = {start, end, path, first, last, reason}: the citation at text[start:end] (code points), `reason`
# what is wrong with it or "". `finish` is stop, length, refused or stopped. An error keeps the text so far.
CHATTED = "chatted"

# Stages of a job, in order, as PROGRESS names them.
STAGES = ("list", "fetch", "parse", "graph", "embed")

# States of a repository.
INDEXING = "indexing"  # a job of this tab runs
ELSEWHERE = "elsewhere"  # another tab's job runs: it can be asked, and nothing else
PARTIAL = "partial"  # interrupted: it can be asked, and resumed
READY = "ready"  # everything is in
