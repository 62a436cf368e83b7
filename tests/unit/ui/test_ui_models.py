"""The dialog that chooses the model: its controllers over an engine that is written down."""

import asyncio

import pytest

from app.shared import errors, protocol
from app.ui.views import models as view
from tests.support.ui import Conversation, actions, elements, model, words

HOSTILE = '<img src=x onerror="alert(1)">'
NONE = model(protocol.NONE, "", "")
FILE = {
    "name": "small.gguf",
    "bytes": 300_000_000,
    "total": 300_000_000,
    "source": "https://h.example/small.gguf",
    "whole": True,
    "context": 32_768,
    "template": True,
}


def device(*files, **own):
    return {
        "built_in": {"state": "unavailable", "reason": "This browser has none."} | own,
        "files": list(files),
        "quota": 5_000_000_000,
    }


def server(*models, address="http://localhost:1234/v1", name="LM Studio", code="", reason="", hint=""):
    listed = [{"name": name, "context": context, "bytes": 0} for name, context in models]
    return {"address": address, "name": name, "models": listed, "code": code, "reason": reason, "hint": hint}


class Dialog(Conversation):
    """The dialog, open."""

    def __init__(self, chosen=NONE, **answers):
        super().__init__(chosen, **({"device_models": device()} | answers))
        self.engine.answers[protocol.MODEL] = chosen
        self.do("models-open")

    @property
    def body(self):
        return self.screen.specs["#models-body"]

    def pick(self, kind):
        self.do("pick-kind", value=kind)

    def fill(self, **fields):
        for name, text in fields.items():
            self.do("draft-model", field=name, value=text)

    def field(self, name):
        """The attributes of a field."""
        found = [spec[1] for spec in elements(self.body, "input") if spec[1].get("name") == name]
        return found[0] if found else None


def test_kinds_stand_in_the_order_of_the_protocol_and_say_what_leaves():
    dialog = Dialog()
    radios = [spec[1] for spec in elements(dialog.body, "input")]
    assert [radio["value"] for radio in radios] == list(protocol.MODELS)
    assert [radio["value"] for radio in radios if radio["checked"]] == [protocol.NONE]
    assert len(elements(dialog.body, "span.kind-where.leaves")) == 3
    assert dialog.engine.payloads(protocol.SERVERS) == []


def test_the_dialog_begins_with_what_is_chosen():
    chosen = model(protocol.OPENAI, "api.example.com", "big") | {"key": "kept", "context": 128_000}
    dialog = Dialog(chosen)
    assert dialog.field("model")["value"] == "big"
    assert dialog.field("context")["placeholder"] == "128,000"
    assert "A key for it is kept on this device, encrypted." in words(dialog.body)
    assert "forget-key" in actions(dialog.body)


def test_what_is_typed_is_used_and_the_key_is_not_held_on_to():
    dialog = Dialog()
    dialog.pick(protocol.OPENAI)
    dialog.fill(address="https://h.example/v1", model="m", key="sk-1", context="9000")
    dialog.do("switch-model", field="tools")
    dialog.engine.answers["model"] = model(protocol.OPENAI, "h.example", "m")
    dialog.do("use-model")
    assert dialog.engine.payloads(protocol.MODEL)[-1] == {
        "choice": {
            "kind": protocol.OPENAI,
            "address": "https://h.example/v1",
            "model": "m",
            "tools": False,
            "context": 9000,
        },
        "key": "sk-1",
        "keep": False,
    }
    assert dialog.screen.did("close_dialog") == [("models",)]
    assert dialog.screen.did("say") == [("m answers now, at h.example.",)]
    assert dialog.screen.specs["#engine"] == ["Answers by h.example"]
    assert dialog.app.state.choosing["drafts"][protocol.OPENAI]["key"] == ""


def test_a_choice_that_is_not_ready_says_why_and_the_dialog_stays():
    dialog = Dialog()
    dialog.pick(protocol.ANTHROPIC)
    reason = "api.anthropic.com wants a key, and none is given."
    dialog.engine.answers["model"] = model(protocol.ANTHROPIC, "api.anthropic.com") | {
        "ready": False,
        "reason": reason,
    }
    dialog.do("use-model")
    assert dialog.screen.did("close_dialog") == []
    assert reason in words(dialog.body)


def test_a_choice_that_is_refused_says_why():
    refused = errors.UserError("not-secure", "By https only.", "Give an https address.")
    dialog = Dialog()
    dialog.pick(protocol.OPENAI)
    dialog.engine.answers["model"] = refused
    dialog.do("use-model")
    assert "By https only.Give an https address." in words(dialog.body)
    assert dialog.app.state.model == NONE


def test_each_kind_keeps_what_was_typed_for_it():
    dialog = Dialog()
    dialog.pick(protocol.OPENAI)
    dialog.fill(address="https://h.example/v1", model="m")
    dialog.pick(protocol.GEMINI)
    assert (dialog.field("address")["value"], dialog.field("model")["value"]) == ("", "")
    dialog.pick(protocol.OPENAI)
    assert dialog.field("model")["value"] == "m"


def test_the_dialog_opens_again_at_what_is_chosen():
    dialog = Dialog()
    dialog.pick(protocol.OPENAI)
    dialog.fill(model="m")
    dialog.do("models-open")
    radios = [spec[1] for spec in elements(dialog.body, "input")]
    assert [radio["value"] for radio in radios if radio["checked"]] == [protocol.NONE]
    dialog.pick(protocol.OPENAI)
    assert dialog.field("model")["value"] == "m"


def test_servers_that_were_found_offer_their_models_and_the_others_help():
    found = server(("a", 4096), ("b", 0))
    silent = server(name="Ollama", code="no-answer", reason="No.", hint="Start it: ollama serve")
    dialog = Dialog(servers={"servers": [silent, found]})
    dialog.pick(protocol.LOCAL)
    dialog.do("find-servers")
    assert words(elements(dialog.body, "div.server")) == "LM Studio http://localhost:1234/v1a4,096 tokensb"
    assert words(elements(dialog.body, "details.silent")) == "Not found: OllamaOllama: Start it: ollama serve"
    assert elements(dialog.body, "details.silent")[0][1]["open"] is False
    dialog.do("take-model", model="a", context="4096", address=found["address"])
    assert ("#model-address", found["address"]) in dialog.screen.did("set_value")
    assert dialog.field("context")["placeholder"] == "4,096"


def test_where_no_server_answers_help_is_open_and_a_press_can_be_repeated():
    silent = server(name="Ollama", code="no-answer", hint="Start it.")
    dialog = Dialog(servers={"servers": [silent]})
    dialog.pick(protocol.LOCAL)
    dialog.do("find-servers")
    assert elements(dialog.body, "details.silent")[0][1]["open"] is True
    assert "CORS" in words(dialog.body)
    assert actions(dialog.body)["find-servers"] == "Find servers on this device"


def test_a_failed_look_for_servers_can_be_repeated():
    dialog = Dialog(servers=errors.InternalError("x", "It broke."))
    dialog.pick(protocol.LOCAL)
    dialog.do("find-servers")
    assert dialog.screen.did("say") == [("It broke.",)]
    assert not dialog.app.state.choosing["finding"]


def test_a_list_is_asked_of_the_address_in_the_field_with_the_key_in_the_field():
    many = server(*[(f"m-{n}", 0) for n in range(60)], address="https://h.example/v1")
    dialog = Dialog(servers={"servers": [many]})
    dialog.pick(protocol.OPENAI)
    dialog.fill(address="h.example", key="sk-1")
    dialog.do("list-models")
    asked = {"addresses": ["h.example"], "kind": protocol.OPENAI, "key": "sk-1"}
    assert dialog.engine.payloads(protocol.SERVERS) == [asked]
    assert len(elements(dialog.body, "button.offer")) == 40
    assert "20 more: type a part of a name above." in words(dialog.body)
    dialog.fill(model="M-5")
    assert len(elements(dialog.body, "button.offer")) == 11
    dialog.fill(model="nothing")
    assert "No model of it has that in its name." in words(dialog.body)
    dialog.fill(model="m-7")  # one of them: the others are still there to choose
    assert len(elements(dialog.body, "button.offer")) == 40


def test_a_list_that_is_refused_says_why():
    refused = server(code="bad-key", reason="h.example does not accept the key.", hint="Give it another key.")
    dialog = Dialog(servers={"servers": [refused]})
    dialog.pick(protocol.OPENAI)
    dialog.do("list-models")
    assert (
        words(elements(dialog.body, "p.refusal")) == "h.example does not accept the key. Give it another key."
    )


def test_a_greeting_is_shown_with_its_time_and_a_refusal_with_its_way_out():
    dialog = Dialog(try_model={"text": "Hello.", "ms": 800})
    dialog.pick(protocol.OPENAI)
    dialog.fill(model="m", key="sk-1")
    dialog.do("try-model")
    assert dialog.engine.payloads(protocol.TRY_MODEL)[0]["key"] == "sk-1"
    assert words(elements(dialog.body, "p.said")) == "It says: “Hello.” after 800 ms"
    dialog.engine.answers["try_model"] = errors.AccessError("bad-key", "No.", "Give it another key.")
    dialog.do("try-model")
    assert words(elements(dialog.body, "div.notice.bad")) == "No.Give it another key."
    assert elements(dialog.body, "p.said") == []


def test_a_preset_fills_the_address_and_names_the_page_where_keys_are_made():
    dialog = Dialog()
    dialog.pick(protocol.OPENAI)
    dialog.do("take-preset", address="https://openrouter.ai/api/v1")
    assert dialog.app.state.choosing["drafts"][protocol.OPENAI]["address"] == "https://openrouter.ai/api/v1"
    assert elements(dialog.body, "a.key-page")[0][1]["href"] == "https://openrouter.ai/settings/keys"


def test_a_key_is_forgotten_on_a_press():
    dialog = Dialog(model(protocol.OPENAI, "api.example.com") | {"key": "kept"})
    dialog.engine.answers["model"] = model(protocol.OPENAI, "api.example.com")
    dialog.do("forget-key")
    assert dialog.engine.payloads(protocol.MODEL)[-1] == {"forget": True}
    assert "forget-key" not in actions(dialog.body)


@pytest.mark.parametrize(
    ("state", "pressed"), [("available", set()), ("downloadable", {"fetch-built-in"}), ("unavailable", set())]
)
def test_the_browsers_own_model_is_told_by_its_state(state, pressed):
    dialog = Dialog(device_models=device(state=state, reason="" if state == "available" else "Not yet."))
    dialog.pick(protocol.BUILT_IN)
    assert set(actions(dialog.body)) & {"fetch-built-in"} == pressed
    assert ("ready" if state == "available" else "Not yet.") in words(dialog.body)


def test_what_is_kept_encrypted_is_listed_in_the_settings_and_forgotten_on_a_press():
    dialog = Dialog(secrets=lambda payload: {"names": [] if payload else ["key of https://h.example"]})
    dialog.engine.answers[protocol.HELLO] = {"storage": dialog.app.state.storage, "hosts": [], "settings": {}}
    dialog.do("network-open")
    shown = dialog.screen.specs["#network-body"]
    assert words(elements(shown, "ul.secrets")) == "Key of https://h.example Forget it"
    dialog.do("forget-secret", secret="key of https://h.example")
    assert dialog.engine.payloads(protocol.SECRETS)[-1] == {"forget": "key of https://h.example"}
    assert elements(dialog.screen.specs["#network-body"], "ul.secrets") == []


# Files --------------------------------------------------------------------------


def files(*kept, **answers):
    dialog = Dialog(device_models=device(*kept), **answers)
    dialog.pick(protocol.IN_TAB)
    return dialog


def test_kept_files_are_listed_with_what_they_are_good_for():
    part = FILE | {"name": "part.gguf", "bytes": 100_000_000, "whole": False, "source": "https://h/part.gguf"}
    base = FILE | {"name": "base.gguf", "template": False, "source": "https://h/base.gguf"}
    dialog = files(FILE, part, base)
    rows = [words(row) for row in elements(dialog.body, "div.file-row")]
    assert rows[0].startswith("small.gguf32,768 tokens · 300 MB")
    assert rows[1].startswith("part.gguf100 MB of 300 MB")
    assert "It was not taught to answer questions." in rows[2]
    assert [spec[1]["disabled"] for spec in elements(dialog.body, "button.offer")] == [False, True, False]
    assert "There is room for 5.0 GB more" in words(dialog.body)


ADDRESS = "https://h.example/resolve/small.gguf"


def fetching():
    """A file that was looked at, and is on its way."""
    found = {"name": "small.gguf", "address": ADDRESS, "bytes": 300_000_000, "host": "h.example"}
    dialog = files(fetch_model=lambda payload: found if payload.get("look") else {"name": "small.gguf"})
    dialog.fill(source="https://h.example/blob/small.gguf")
    dialog.do("fetch-model")
    assert "small.gguf 300 MB, from h.example" in words(dialog.body)
    assert dialog.engine.payloads(protocol.FETCH_MODEL) == [
        {"address": "https://h.example/blob/small.gguf", "look": True}
    ]
    dialog.do("fetch-found", address=ADDRESS)
    return dialog


def told(dialog, kind, **fields):
    """An event of the engine about the file, and all that it sets off."""
    asyncio.run(dialog._tell({"kind": kind, "repository": ADDRESS} | fields))


def test_a_file_is_fetched_once_its_size_was_seen_and_its_way_is_shown():
    dialog = fetching()
    told(dialog, protocol.PROGRESS, stage="model", done=60_000_000, total=300_000_000, rate=8e6, remaining=30)
    assert "60 MB of 300 MB, 8.0 MB a second, 30 s left" in words(dialog.body)
    assert elements(dialog.body, "div.meter")[0][1]["aria-valuenow"] == "20"
    dialog.do("cancel-fetch", address=ADDRESS)
    assert dialog.engine.payloads(protocol.CANCEL) == [{"repository": ADDRESS}]


def test_a_file_that_has_come_is_taken_and_one_that_was_stopped_stays_in_part():
    dialog = fetching()
    dialog.engine.answers["device_models"] = device(FILE | {"source": ADDRESS})
    told(dialog, protocol.FINISHED, seconds=2)
    assert dialog.app.state.choosing["drafts"][protocol.IN_TAB]["model"] == "small.gguf"
    assert elements(dialog.body, "div.fetch") == []
    dialog.do("fetch-found", address=ADDRESS)
    stopped = errors.to_record(errors.CancelledError("cancelled", "Stopped."))
    told(dialog, protocol.FAILED, error=stopped)
    assert elements(dialog.body, "div.fetch") == []


def test_a_file_that_cannot_be_had_says_why_until_it_is_put_away():
    dialog = fetching()
    full = errors.to_record(errors.StorageError("quota", "The disk is full.", "Delete something."))
    told(dialog, protocol.FAILED, error=full)
    assert words(elements(dialog.body, "p.refusal")) == "The disk is full. Delete something."
    dialog.do("drop-fetch", address=ADDRESS)
    assert elements(dialog.body, "p.refusal") == []


def test_an_address_that_leads_nowhere_says_so_and_stays_in_its_field():
    wrong = errors.AddressError("bad-address", "No file.", "Give another.")
    dialog = files(fetch_model=wrong)
    dialog.fill(source="nowhere")
    dialog.do("fetch-model")
    assert words(elements(dialog.body, "p.refusal")) == "No file. Give another."
    assert dialog.field("source")["value"] == "nowhere"


def test_a_picked_file_is_followed_and_one_that_is_deleted_is_not_chosen_any_more():
    dialog = files(FILE, forget_model={"freed": 300_000_000})
    dialog.do("take-model", model="small.gguf", context="32768")
    dialog.do("pick-model")
    [(progress, _)] = dialog.screen.did("pick_model")
    progress("own.gguf", 50_000_000, 100_000_000)
    assert "own.gguf 50 MB of 100 MB" in words(dialog.body)
    assert "cancel-fetch" not in actions(dialog.body)
    dialog.do("forget-model", name="small.gguf")
    assert dialog.app.state.choosing["drafts"][protocol.IN_TAB]["model"] == ""
    assert dialog.screen.did("say") == [("Deleted: 300 MB given back.",)]


def test_events_of_repositories_go_on_to_them():
    dialog = files(FILE)
    assert not dialog.app.model_files.take({"kind": protocol.FINISHED, "repository": "github.com/o/r@main"})


def test_names_of_models_are_text():
    dialog = Dialog(servers={"servers": [server((HOSTILE, 0))]})
    dialog.pick(protocol.LOCAL)
    dialog.do("find-servers")
    names = elements(dialog.body, "span.name")
    assert names[0][2] == HOSTILE  # a string of a spec becomes a text node
    assert view.where(dialog.app.state) == ["On this device"]
