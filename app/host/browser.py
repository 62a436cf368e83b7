"""The host in a browser: JavaScript workers for parsing, embedding and storage, `fetch` for the network."""

from __future__ import annotations

from importlib import resources

import js

from app.host.base import Host
from app.host.browser_built_in import BrowserBuiltIn
from app.host.browser_claims import BrowserClaims
from app.host.browser_embedder import BrowserEmbedder
from app.host.browser_models import BrowserModels
from app.host.browser_network import BrowserNetwork
from app.host.browser_parser import BrowserParser
from app.host.browser_store import BrowserStore, BrowserVault


class BrowserHost(Host):
    """`base_url` is the page's address (its document's base), from which the workers are found; `tab` is
    the name under which the page answers for the browser's own model.

    Nothing is started here: each worker starts with the first call that needs it.
    """

    def __init__(self, base_url: str, tab: str = "") -> None:
        super().__init__()
        base = js.URL.new("./", base_url).href
        self.network: BrowserNetwork = BrowserNetwork()
        self.network.allow(base, "this site's own files")
        self.parser = BrowserParser(base)
        self.store: BrowserStore = BrowserStore(base)
        self.embedder: BrowserEmbedder = BrowserEmbedder(base, self.store)
        self.vault = BrowserVault(self.store)
        self.models = BrowserModels(base, self.network, BrowserBuiltIn(base, tab))
        self.claims = BrowserClaims()

    def now(self) -> float:
        return float(js.performance.now())

    def asset(self, name: str) -> bytes:
        return (resources.files("app.engine") / "assets" / name).read_bytes()
