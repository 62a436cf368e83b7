"""What the page knows. The engine owns the data; this is the part of it that is on the screen."""


class State:
    """One object, changed by the controllers and read by the views."""

    def __init__(self):
        # "starting", "ready" or "failed"
        self.engine = "starting"
        # Repository records by id, as records.py describes them.
        self.repositories = {}
        self.storage = {"usage": 0, "quota": 0, "persisted": False}
        self.hosts = []
        # Names of the keys and tokens that are kept encrypted.
        self.secrets = []
        # What the person has set: {limit}, bytes of the largest file that is read.
        self.settings = {}
        # Whether the site itself is kept for offline use, in words.
        self.offline = "This page itself is still being kept for offline use."
        # What this session was given: access by repository id, {token, ...}; never stored.
        self.tokens = {}

        # What was asked to be added and is not known by an id yet: {address, ...} or None.
        self.adding = None
        self.add_error = None

        # The open repository, its files and what was left out.
        self.current = ""
        self.files = []
        self.skipped = []
        self.folders = None
        self.open_folders = set()
        # Rows shown of folders with more files than tree.ROWS.
        self.rows = {}
        self.tree_focus = ""

        # Jobs: progress by repository and stage, waits, failures (error records).
        self.progress = {}
        self.waiting = {}
        self.failures = {}

        # Conversations by repository: [{question, answer, error, written, asks, ...}], `answer` None while it
        # is made. `written` is what a model writes to it, see answering.py; `asks` the host that waits for
        # the person's consent.
        self.turns = {}
        self.all_turns = False

        # The model that writes answers, as MODEL tells it; None until it is known. The prompt that is looked
        # at: {prompt, sent, error}, `prompt` as PREVIEW tells it; None before the first.
        self.model = None
        self.prompt = None
        # The dialog that chooses the model, as modelling.py fills it; None before it was first opened.
        self.choosing = None

        # The open file as FILE returns it, its text lifted: {token, lines, characters}.
        # `lines` are the cited ones; `relations` a symbol's, as relating.py asks for them, `unresolved` the
        # groups of the file's open references; None until they are asked for.
        self.file = None
        self.lines = (0, 0)
        self.relations = None
        self.unresolved = None
        self.is_outline_open = False

        # Filters by repository, as app/shared/filters.py reads them. Of the open one: chunks of each kind,
        # and what there is to filter by, counted when it is first needed (None until then).
        self.filters = {}
        self.kinds = {}
        self.offers = None
        self.is_filter_menu_open = False
        # What the half-typed filter may become: [(filter, count)].
        self.completions = []

        # The finder's hits and the text they belong to.
        self.hits = []
        self.sought = ""

    @property
    def repository(self):
        """The open repository's record, or None."""
        return self.repositories.get(self.current)
