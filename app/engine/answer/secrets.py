"""What looks like a secret and is therefore shown to no model: by a file's name, and by what its lines say.

A pattern names a kind of secret that its issuer made to be recognised; the last ones judge what a
name like `password` is given. Written to miss no key that works and to leave ordinary code alone:
`tests/unit/answer/test_secrets.py` holds it against whole packages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

# Files that keep secrets, by the end of their path.
_SECRET_PATHS = re.compile(
    r"(?:^|/)(?:"
    r"\.env|\.env\.[\w.-]+|[\w.-]+\.env"
    r"|id_(?:rsa|dsa|ecdsa|ed25519)|[\w.-]+\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx|tfstate|tfstate\.backup|tfvars)"
    r"|\.npmrc|\.pypirc|[._]netrc|\.pgpass|\.my\.cnf|\.htpasswd|\.dockercfg|\.docker/config\.json|\.git-credentials"
    r"|credentials|credentials\.(?:json|ya?ml|toml|ini|xml)|client_secrets?[\w.-]*\.json|service[_-]account[\w.-]*\.json"
    r"|secrets?\.(?:json|ya?ml|toml|ini|env)|\.vault_pass|kubeconfig|[\w.-]+\.kubeconfig|\.kube/config"
    r")$",
    re.IGNORECASE,
)
# Templates of such files are judged by their lines, and code is no such file.
_TEMPLATE = re.compile(
    r"[._-](?:example|sample|template|tmpl|dist|defaults?)(?:\.\w+)?$|\.(?:d\.ts|ts|js|py)$", re.I
)

# Kinds of files whose values need no quotes.
_PLAIN_VALUES = re.compile(r"\.(?:ya?ml|toml|ini|cfg|conf|properties|env[\w.-]*|envrc|sh|bash)$|\.env", re.I)

# What an issuer's keys look like, and the texts of which one is in each of them: most files have none, and
# looking for those takes a hundredth of the time.
_ISSUED = tuple(
    (what, hints.split(), re.compile(pattern))
    for what, hints, pattern in (
        (
            "an AWS access key",
            "AKIA ASIA ABIA ACCA A3T",
            r"\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z2-7]{16}\b",
        ),
        ("a GitHub token", "gh github_pat_", r"\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_\w{50,255}\b"),
        ("a GitLab token", "gl", r"\bgl(?:pat|dt|rt|cbt|ptt)-[\w-]{20,}"),
        (
            "a Slack token",
            "xox xapp-",
            r"\bxox[abeoprs]-(?:\d+-)*[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+",
        ),
        (
            "a Slack webhook",
            "hooks.slack.com/",
            r"hooks\.slack\.com/(?:services|workflows)/[A-Z0-9]+/[A-Z0-9]+/\w{16,}",
        ),
        ("a Google API key", "AIza", r"\bAIza[\w-]{35}(?![\w-])"),
        ("a Google client secret", "GOCSPX-", r"\bGOCSPX-[\w-]{28}"),
        (
            "a Stripe key",
            "k_ whsec_",
            r"\b(?:sk|rk)_(?:live|test|prod)_[0-9A-Za-z]{16,}|\bwhsec_[0-9A-Za-z+/]{24,}",
        ),
        ("an Anthropic key", "sk-ant-", r"\bsk-ant-[a-z0-9]+-[\w-]{24,}"),
        (
            "an OpenAI key",
            "sk-",
            r"\bsk-(?:proj-|svcacct-|admin-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}"
            r"|\bsk-(?:or-v1-)?[a-f0-9]{32,64}\b",
        ),
        ("a Hugging Face token", "hf_", r"\bhf_[A-Za-z0-9]{34}\b"),
        ("an npm token", "npm_", r"\bnpm_[A-Za-z0-9]{36}\b"),
        ("a PyPI token", "pypi-AgE", r"\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}"),
        ("a SendGrid key", "SG.", r"\bSG\.[\w-]{22}\.[\w-]{43}"),
        ("a DigitalOcean token", "_v1_", r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
        ("a Databricks token", "dapi", r"\bdapi[a-f0-9]{32}\b"),
        ("a Shopify token", "shp", r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b"),
        ("a Telegram token", ":AA", r"\b\d{8,10}:AA[\w-]{33}\b"),
        ("an Azure storage key", "AccountKey=", r"\bAccountKey=[A-Za-z0-9+/]{86}=="),
        ("a JSON web token", ".eyJ", r"\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}"),
    )
)
# The markers alone are code that reads keys; what lies between them is a key.
_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:\s|\\[nr]|[\"'+,\\(]|[A-Z][\w-]+: [^\n\\]*)*[A-Za-z0-9+/=]{32}.*?"
    r"(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_CONNECTION = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,30}://([^\s:/@\"'<>{}$%()]{0,64}):([^\s/@\"'<>{}$()*]{3,128})@([\w.-]+)",
    re.IGNORECASE,
)
_NAMED = (
    r"(?:secret|token|passw(?:or)?d|passphrase|pwd|api_?-?key|access_?-?key|private_?-?key|auth_?-?key"
    r"|signing_?-?key|encryption_?-?key|credentials?)"
)
_NAMED_HINTS = (
    "secret token passw passphrase pwd credential _key -key apikey accesskey privatekey authkey signingkey"
    " encryptionkey"
).split()
_QUOTED = re.compile(
    rf"{_NAMED}[\w-]{{0,20}}[\"'\]]{{0,2}}\s{{0,3}}(?::?=>?|:)\s{{0,3}}[brf]?[\"'`]([^\"'`\s]{{12,256}})[\"'`]",
    re.I,
)
_PLAIN = re.compile(
    rf"^[ \t]*(?:export[ \t]+|-[ \t]+)?[\"']?[\w.-]{{0,40}}{_NAMED}[\w.-]{{0,20}}[\"']?[ \t]*[:=][ \t]*"
    r"([^\s\"'#,;]{12,256})[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
# Words that stand where a secret will be; none of them is likely in a random one.
_PLACEHOLDER = re.compile(
    r"example|sample|x{3,}|your|change|placeholder|dummy|fake|test|secret|passw|token|insert|replace|foobar|1234567"
    r"|abcdef|qwerty|lorem|\.\.\.|\*{3}|<|\$[({A-Z]|\{\{|%\(|\(\)",
    re.IGNORECASE,
)
_PLAIN_PASSWORDS = frozenset(
    "password passwd pass pwd secret user username postgres mysql root admin guest rabbit redis mongo test "
    "example foo bar baz changeme token pw hunter2 pswd abc 123 1234 12345 123456".split()
)
# Hosts that keep nothing: this device, and names that stand for any. A company's own are none of them.
_NO_HOST = re.compile(
    r"(?:^|\.)(?:localhost|example|test|invalid)(?:\.\w+)?$|^127\.|^0\.0\.0\.0|^(?:my)?(?:host|hostname|server|proxy|domain)$",
    re.I,
)
# The one that every page about them shows.
_KNOWN_JWT = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkw"

# Bits a character of random text has at least, where it is as long as a key.
ENTROPY = 3.5
# Digits that a random value of such length has.
DIGITS = 2


@dataclass(frozen=True, slots=True)
class Secret:
    """What looks like a secret in lines first..last (from 1, inclusive)."""

    first: int
    last: int
    what: str


def is_secret_path(path: str) -> bool:
    """Whether a file keeps secrets by its name, whatever it holds."""
    return bool(_SECRET_PATHS.search(path)) and not _TEMPLATE.search(path)


def find_secrets(text: str, path: str = "") -> list[Secret]:
    """What looks like a secret in a text, in the order of lines. `path` tells whether values are quoted."""
    found = [
        Secret(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1, what)
        for start, end, what in _spans(text, bool(_PLAIN_VALUES.search(path)))
    ]
    return sorted(found, key=lambda secret: secret.first)


def _spans(text: str, plain_values: bool) -> Iterator[tuple[int, int, str]]:
    for what, hints, pattern in _ISSUED:
        for match in pattern.finditer(text) if any(hint in text for hint in hints) else ():
            if not _is_shown(match[0]):
                yield match.start(), match.end(), what
    for match in _PRIVATE_KEY.finditer(text) if "PRIVATE KEY" in text else ():
        yield match.start(), match.end(), "a private key"
    for match in _CONNECTION.finditer(text) if "://" in text and "@" in text else ():
        if _is_password(match[1], match[2], match[3]):
            yield match.start(), match.end(), "an address with a password"
    lower = text.lower()
    if not any(hint in lower for hint in _NAMED_HINTS):
        return
    for pattern in (_QUOTED, _PLAIN) if plain_values else (_QUOTED,):
        for match in pattern.finditer(text):
            if _is_random(match[1]):
                yield match.start(1), match.end(1), "a password or a key"


def _is_shown(key: str) -> bool:
    """Whether an issued key is one of documentation: it says so, or repeats itself as no random one does."""
    said = re.search(r"example|x{5}|0{6}|\.\.\.|1234567890|your|placeholder", key, re.IGNORECASE)
    return bool(said) or key.startswith(_KNOWN_JWT) or _entropy(key) < 3


def _is_password(user: str, password: str, host: str) -> bool:
    word = password.lower()
    known = word in _PLAIN_PASSWORDS or word == user.lower() or bool(_PLACEHOLDER.search(word))
    return not known and not _NO_HOST.search(host)


def _is_random(value: str) -> bool:
    """Whether a value is one that nobody would write by hand."""
    if (
        _PLACEHOLDER.search(value)
        or len(re.findall(r"\d", value)) < DIGITS
        or not re.search(r"[A-Za-z]", value)
    ):
        return False
    # Addresses, paths, calls, member names and numbers are code.
    if re.match(
        r".*://|[?>]|\.{0,2}/|[\w.]+\(|0x|[A-Za-z_]+(?:[.:-][A-Za-z_]+)+$|[\d.,:-]+$|sha\d+[:-]", value
    ):
        return False
    return _entropy(value) >= ENTROPY


def _entropy(value: str) -> float:
    """Bits a character, by how often each one occurs."""
    size = len(value)
    return -sum(n / size * log2(n / size) for n in Counter(value).values())
