"""The dialog that chooses the model: what is in it, what it asks for and whom, and where keys go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import violations
from tests.browser.person import Person
from tests.browser.profile import Profile
from tests.github.server import GitHubServer
from tests.support.providers.server import Pause, ProviderServer, Reply, json_reply
from tests.support.providers.streams import gemini, openai_text, stream
from tools.server import SiteServer

KEY = "sk-of-a-person-at-a-dialog"
CHAT = "/v1/chat/completions"
# Every store of the database and all other storage of the site, as one text; buffers as their bytes.
EVERYTHING_KEPT = """async () => {
  const show = (value) => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      return new TextDecoder("latin1").decode(value);
    return value && typeof value === "object" ? Object.values(value).map(show).join(" ") : String(value);
  };
  const database = await new Promise((resolve) => {
    indexedDB.open("understory").onsuccess = ({ target }) => resolve(target.result);
  });
  let text = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
  for (const name of database.objectStoreNames)
    text += await new Promise((resolve) => {
      const store = database.transaction(name).objectStore(name);
      store.getAll().onsuccess = ({ target }) => resolve(target.result.map(show).join(" "));
    });
  database.close();
  return text;
}"""

# Pixels by which the dialog's content is wider than the dialog.
OVERFLOW = """() => {
  const body = document.querySelector("#models-body");
  return body.scrollWidth - body.clientWidth;
}"""


@pytest.fixture
def provider(site: SiteServer) -> Iterator[ProviderServer]:
    """A service that any page of the site may ask."""
    with ProviderServer(cors=site.url.rstrip("/")) as server:
        listed = [{"id": f"vendor/model-{n}", "context_length": 1000 * n} for n in range(1, 61)]
        server.on("GET", "/v1/models", json_reply({"data": listed}))
        server.on("POST", CHAT, stream(*openai_text("Hello ", "there.")))
        yield server


@pytest.fixture
def page(profile: Profile, site: SiteServer, provider: ProviderServer) -> Iterator[Page]:
    """The dialog, open in a fresh profile."""
    profile.watch.admit([provider.origin], unreliable=True)
    with GitHubServer({}) as github:
        person = profile.visit(site, github)
        open_dialog(person.page)
        yield person.page


def open_dialog(page: Page) -> None:
    page.get_by_role("button", name="The model that writes answers").click()
    expect(page.locator("#models .kind").first).to_be_visible()


def pick(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).check()


def fill(page: Page, **fields: str) -> None:
    for name, text in fields.items():
        page.locator(f"#model-{name}").fill(text)


def use(page: Page) -> None:
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#models")).not_to_be_visible()


def test_no_model_is_the_first_choice_and_to_look_at_the_others_asks_nobody(
    page: Page, provider: ProviderServer
):
    kinds = page.locator("#models .kind-name").all_inner_texts()
    assert kinds == [
        "No model",
        "The browser's own model",
        "A file in this tab",
        "A server on this device",
        "OpenAI, or any service like it",
        "Anthropic",
        "Google Gemini",
    ]
    expect(page.get_by_role("radio", name="No model")).to_be_checked()
    leaving = page.locator("#models .kind", has=page.locator(".leaves"))
    assert leaving.locator(".kind-name").all_inner_texts() == kinds[4:]
    for name in kinds:
        pick(page, name)
    # The profile's watch fails the test for any request elsewhere.
    assert provider.requests == []


def test_a_service_is_chosen_by_address_key_and_a_model_of_its_list(page: Page, provider: ProviderServer):
    pick(page, "OpenAI, or any service like it")
    fill(page, address=provider.origin, key=KEY)
    page.get_by_role("button", name="List models").click()
    offers = page.locator(".offers .offer")
    expect(offers).to_have_count(40)
    expect(page.get_by_text("20 more: type a part of a name above.")).to_be_visible()
    fill(page, model="model-57")
    expect(offers).to_have_count(1)
    offers.first.click()
    expect(page.locator("#model-model")).to_have_value("vendor/model-57")
    expect(page.locator("#model-context")).to_have_attribute("placeholder", "57,000")
    page.get_by_role("button", name="Say hello").click()
    expect(page.locator(".said")).to_contain_text("It says: “Hello there.”")
    [greeting] = provider.asked(CHAT)
    assert [m["role"] for m in greeting.json()["messages"]] == ["user"]
    assert greeting.headers["authorization"] == f"Bearer {KEY}"
    use(page)
    expect(page.locator("#toast")).to_have_text("vendor/model-57 answers now, on this device.")
    open_dialog(page)
    expect(page.locator(".kind.picked .kind-chosen")).to_have_text("in use")
    expect(page.get_by_text("A key for it is held until this page is closed.")).to_be_visible()
    expect(page.locator("#model-key")).to_have_value("")


def test_a_key_that_is_not_kept_is_gone_with_the_page_and_lies_nowhere(page: Page, provider: ProviderServer):
    pick(page, "OpenAI, or any service like it")
    fill(page, address=provider.origin, key=KEY, model="m")
    expect(page.get_by_role("switch", name="Keep the key on this device")).not_to_be_checked()
    use(page)
    assert KEY not in page.evaluate(EVERYTHING_KEPT)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-engine", "ready", timeout=240_000)
    open_dialog(page)
    expect(page.locator("#model-model")).to_have_value("m")
    expect(page.get_by_text("A key for it is")).to_have_count(0)
    page.get_by_role("button", name="Say hello").click()
    expect(page.locator(".said")).to_be_visible()
    assert "authorization" not in provider.asked(CHAT)[-1].headers


def test_a_key_that_is_kept_is_there_again_encrypted_until_it_is_forgotten(
    page: Page, provider: ProviderServer
):
    pick(page, "OpenAI, or any service like it")
    fill(page, address=provider.origin, key=KEY, model="m")
    page.get_by_role("switch", name="Keep the key on this device").click()
    use(page)
    assert KEY not in page.evaluate(EVERYTHING_KEPT)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-engine", "ready", timeout=240_000)
    open_dialog(page)
    expect(page.get_by_text("A key for it is kept on this device, encrypted.")).to_be_visible()
    page.get_by_role("button", name="Say hello").click()
    expect(page.locator(".said")).to_be_visible()
    assert provider.asked(CHAT)[-1].headers["authorization"] == f"Bearer {KEY}"
    page.get_by_role("button", name="Forget it").click()
    expect(page.get_by_text("A key for it is")).to_have_count(0)
    before = len(provider.asked(CHAT))
    page.get_by_role("button", name="Say hello").click()
    while len(provider.asked(CHAT)) == before:
        page.wait_for_timeout(100)
    assert "authorization" not in provider.asked(CHAT)[-1].headers


def test_what_a_service_refuses_is_said_with_a_way_out(page: Page, provider: ProviderServer):
    refused = {"error": {"message": "Incorrect API key provided.", "code": "invalid_api_key"}}
    provider.on("POST", CHAT, json_reply(refused, 401))
    provider.on("GET", "/v1/models", json_reply(refused, 401))
    pick(page, "OpenAI, or any service like it")
    fill(page, address=provider.origin, key=KEY, model="m")
    page.get_by_role("button", name="Say hello").click()
    notice = page.locator("#models .notice")
    expect(notice).to_contain_text("does not accept the key")
    expect(notice).to_contain_text("Give it another key.")
    page.get_by_role("button", name="List models").click()
    expect(page.locator("#models .refusal")).to_contain_text("does not accept the key")


def test_an_address_that_no_page_may_ask_is_not_taken(page: Page):
    pick(page, "OpenAI, or any service like it")
    fill(page, address="http://192.168.1.5:1234", model="m")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#models .notice")).to_contain_text("by https only")


def test_gemini_is_given_its_key_in_a_header(page: Page, provider: ProviderServer):
    path = "/v1beta/models/gemini-x:streamGenerateContent"
    provider.on("POST", path, stream(gemini([{"text": "Hello."}], "STOP")))
    pick(page, "Google Gemini")
    fill(page, address=provider.origin + "/v1beta", key=KEY, model="gemini-x")
    page.get_by_role("button", name="Say hello").click()
    expect(page.locator(".said")).to_contain_text("Hello.")
    [request] = provider.asked(path)
    assert request.headers["x-goog-api-key"] == KEY
    assert KEY not in request.path


def test_servers_on_this_device_are_looked_for_when_asked_and_their_refusal_explained(
    context: BrowserContext, site: SiteServer
):
    """One that answers, one that admits no page, and three ports on which nobody listens."""
    with (
        ProviderServer(11434, cors=site.url.rstrip("/")) as ollama,
        ProviderServer(1234) as lm_studio,
        GitHubServer({}) as github,
    ):
        ollama.on("GET", "/api/tags", json_reply({"models": [{"name": "qwen3:8b", "size": 5_200_000_000}]}))
        info = {"model_info": {"qwen3.context_length": 40_960}, "parameters": ""}
        ollama.on("POST", "/api/show", json_reply(info))
        lm_studio.on("GET", "/v1/models", json_reply({"data": [{"id": "m"}]}))
        person = Person(context.new_page(), site.url, github)
        person.open()
        page = person.page
        open_dialog(page)
        pick(page, "A server on this device")
        assert ollama.requests == lm_studio.requests == []
        page.get_by_role("button", name="Find servers on this device").click()
        server = page.locator("#models .server")
        expect(server).to_have_count(1)
        expect(server.locator("h3")).to_contain_text("Ollama http://localhost:11434/api")
        expect(server.locator(".offer")).to_contain_text("5.2 GB")
        # The only model of the only server is taken at once.
        expect(page.locator("#model-model")).to_have_value("qwen3:8b")
        page.locator(".silent summary").click()
        silent = page.locator(".silent li")
        expect(silent).to_have_count(4)
        expect(silent.filter(has_text="LM Studio")).to_contain_text("lms server start --cors")
        expect(silent.filter(has_text="vLLM")).to_contain_text(
            f"--allowed-origins '[\"{site.url.rstrip('/')}\"]'"
        )
        use(page)
        open_dialog(page)
        # As much as is taken unasked, of the 40,960 that the model was made for.
        expect(page.locator("#model-context")).to_have_attribute("placeholder", "16,384")


def test_the_dialog_is_used_by_keys_alone(page: Page, provider: ProviderServer):
    expect(page.get_by_role("radio", name="No model")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="OpenAI, or any service like it")).to_be_checked()
    for _ in range(6):  # past the presets
        page.keyboard.press("Tab")
    expect(page.locator("#model-address")).to_be_focused()
    page.keyboard.type(provider.origin)
    page.locator("#model-model").focus()
    page.keyboard.type("m")
    page.keyboard.press("Enter")
    expect(page.locator("#models")).not_to_be_visible()


def test_a_greeting_that_is_long_in_coming_keeps_nothing_from_being_changed(
    page: Page, provider: ProviderServer
):
    provider.on("POST", CHAT, Reply(pieces=(Pause(),)))
    pick(page, "OpenAI, or any service like it")
    fill(page, address=provider.origin, model="slow")
    page.get_by_role("button", name="Say hello").click()
    expect(page.get_by_text("Asking for a greeting")).to_be_visible()
    pick(page, "No model")
    expect(page.get_by_text("Asking for a greeting")).to_have_count(0)
    page.get_by_role("button", name="Answer without a model").click()
    expect(page.locator("#models")).not_to_be_visible()


def test_the_dialog_opens_again_at_what_is_chosen(page: Page):
    pick(page, "Anthropic")
    fill(page, model="claude")
    page.keyboard.press("Escape")
    open_dialog(page)
    expect(page.get_by_role("radio", name="No model")).to_be_checked()
    expect(page.locator("#model-model")).to_have_count(0)
    pick(page, "Anthropic")
    expect(page.locator("#model-model")).to_have_value("claude")


def test_every_kind_fits_and_breaks_no_rule(page: Page, provider: ProviderServer):
    faults = []
    for width, scheme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        for radio in page.get_by_role("radio").all():
            radio.check()
            if radio.get_attribute("value") == "openai":
                fill(page, address=provider.origin)
                page.get_by_role("button", name="List models").click()
                expect(page.locator(".offers .offer").first).to_be_visible()
            assert page.evaluate(OVERFLOW) <= 0
            faults += violations(page)
    assert faults == []
