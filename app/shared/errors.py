"""One tree of errors, for both interpreters (no dataclasses, no typing).

    UnderstoryError
    ├── UserError          shown to the person as it is: a sentence and a way out
    │   ├── AddressError       the address names no repository
    │   ├── AccessError        unknown repository, bad token, no access, SSO
    │   ├── LimitError         a rate limit; `until` is when it ends (Unix seconds)
    │   ├── EmptyError         a repository without files
    │   ├── OfflineError       no network, or the host does not answer
    │   ├── StorageError       full disk, blocked upgrade, unknown format
    │   └── CancelledError     the person stopped it
    └── InternalError      a bug: shown with its stack, to be reported

An error crosses a thread as the record of `to_record`, and comes back by `from_record`.
"""


class UnderstoryError(Exception):
    """`code` is stable and for programs, `message` a sentence, `hint` the way out, `link` a URL or "";
    `stack` is where it came from, if it crossed a thread."""

    user = False
    stack = ""

    def __init__(self, code, message, hint="", link="", until=0):
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.link = link
        self.until = until


class UserError(UnderstoryError):
    user = True


class AddressError(UserError):
    pass


class AccessError(UserError):
    pass


class LimitError(UserError):
    pass


class EmptyError(UserError):
    pass


class OfflineError(UserError):
    pass


class StorageError(UserError):
    pass


class CancelledError(UserError):
    pass


class InternalError(UnderstoryError):
    pass


_CLASSES = {
    c.__name__: c
    for c in (
        UnderstoryError,
        UserError,
        AddressError,
        AccessError,
        LimitError,
        EmptyError,
        OfflineError,
        StorageError,
        CancelledError,
        InternalError,
    )
}


def to_record(error, stack=""):
    """A JSON-ready dict for any exception; an unknown one becomes an InternalError's record."""
    if isinstance(error, UnderstoryError):
        name = type(error).__name__
        return {
            "type": name,
            "code": error.code,
            "message": error.message,
            "hint": error.hint,
            "link": error.link,
            "until": error.until,
            "user": error.user,
            "stack": stack or error.stack,
        }
    return {
        "type": "InternalError",
        "code": "internal",
        "message": str(error) or type(error).__name__,
        "hint": "This is a fault in Understory. Reload the page; what is stored stays.",
        "link": "",
        "until": 0,
        "user": False,
        "stack": stack,
    }


def from_record(record):
    """The exception that `to_record` described."""
    cls = _CLASSES.get(record.get("type"), InternalError)
    error = cls(
        record.get("code", "internal"),
        record.get("message", ""),
        record.get("hint", ""),
        record.get("link", ""),
        record.get("until", 0),
    )
    error.stack = record.get("stack", "")
    return error
