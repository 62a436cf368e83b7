"""PREVIEW, CHAT, STOP and CONSENT as the page uses them, with a model that says what is written down here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.engine.answer.gather import MOST_CALLS
from app.engine.answer.providers.base import LENGTH, REFUSED, Delta, Usage
from app.shared import protocol
from app.shared.errors import LimitError, UserError
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.providers.server import ProviderServer
from tests.support.providers.streams import openai_text, stream
from tests.support.scripted_model import ScriptedModel, called
from tests.support.shop import Repository
from tests.unit.answer.conftest import CHAT_FILES, PASSWORD

QUESTION = "Where is the total of an order computed?"


class Page:
    """One repository, asked of one model."""

    def __init__(self, driver: EngineDriver) -> None:
        self.driver = driver
        self.repository, _ = driver.index("o/shop")
        self._number = 0

    def choose(self, model: ScriptedModel | None, agreed: bool = True) -> ScriptedModel | None:
        async def chosen() -> ScriptedModel | None:
            return model

        self.driver.engine._talk._chosen = chosen
        if model and agreed:
            self.call(protocol.CONSENT, host=model.host, given=True)
        return model

    def call(self, method: str, **payload: Any) -> Any:
        return self.driver.call(method, repository=self.repository, **payload)

    def ask(self, question: str = QUESTION, **payload: Any) -> list[dict[str, Any]]:
        """The news of an answer, to its end."""
        id = self.begin(question, **payload)
        return self.news(id, lambda news: "done" in news or "error" in news)

    def begin(self, question: str = QUESTION, **payload: Any) -> str:
        self._number += 1
        id = f"answer-{self._number}"
        self.call(protocol.CHAT, question=question, id=id, **payload)
        return id

    def news(self, id: str, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """News of an answer up to one that is wanted."""

        def is_told(event: dict[str, Any]) -> bool:
            return event["kind"] == protocol.CHATTED and any(map(wanted, event["news"]))

        events = self.driver.until(is_told)
        return [news for e in events if e["kind"] == protocol.CHATTED and e["id"] == id for news in e["news"]]

    def stop(self, id: str) -> dict[str, Any]:
        """The end of an answer that is stopped."""
        self.driver.call(protocol.STOP, id=id)
        return self.news(id, lambda news: "done" in news)[-1]["done"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    shop = Repository(tmp_path_factory.mktemp("talk") / "shop")
    shop.write(CHAT_FILES)
    with GitHubServer({"o/shop": shop.folder}) as github, engine_over(github) as driver:
        yield Page(driver)


def texts(news: list[dict[str, Any]]) -> str:
    return "".join(entry["text"] for entry in news if "text" in entry and "error" not in entry)


def steps(news: list[dict[str, Any]]) -> list[str]:
    return [entry["step"]["name"] for entry in news if "step" in entry]


# An answer --------------------------------------------------------------------------------


def test_an_answer_is_told_step_by_step_and_its_citations_are_checked(page):
    page.choose(ScriptedModel(["It is ", "`Order.total` [shop/orders.py:14],", " see [nowhere.py:3]."]))
    news = page.ask()
    done = news[-1]["done"]
    assert texts(news) == done["text"] == "It is `Order.total` [shop/orders.py:14], see [nowhere.py:3]."
    assert steps(news) == ["search", "expand", "pack", "send", "first words", "check"]
    assert done["finish"] == "stop" and done["usage"] == {"prompt": 100, "answer": 10}
    good, bad = done["citations"]
    assert done["text"][good["start"] : good["end"]] == "[shop/orders.py:14]"
    assert (good["path"], good["first"], good["last"], good["reason"]) == ("shop/orders.py", 14, 14, "")
    assert (bad["path"], bad["reason"]) == ("nowhere.py", "there is no such file")


def test_a_citation_of_lines_that_were_not_sent_is_told_apart(page):
    page.choose(ScriptedModel(["See [shop/long.py:390], [shop/long.py:9000] and [.env:1]."], context=4_096))
    reasons = [cited["reason"] for cited in page.ask("who calls price_of?")[-1]["done"]["citations"]]
    assert reasons == [
        "the model was not shown these lines",
        "the file has 403 lines",
        "the model was not shown these lines",
    ]


def test_what_is_previewed_is_sent_to_the_byte(page):
    model = page.choose(ScriptedModel(["Yes."]))
    shown = page.call(protocol.PREVIEW, question=QUESTION)
    assert model.sent == []
    news = page.ask()
    sent = [{"role": message.role, "text": message.text} for message in model.sent[0]]
    assert sent == shown["messages"]
    assert [tool.name for tool in model.tools[0]] == shown["tools"]
    (prompt,) = [entry["prompt"] for entry in news if "prompt" in entry]
    assert prompt == shown


def test_what_is_previewed_is_what_a_server_receives(page):
    choice = {"kind": protocol.OPENAI, "model": "m", "context": 16_000, "tools": True}
    with ProviderServer() as server:
        server.on("POST", "/v1/chat/completions", stream(*openai_text("Yes.")))
        page.driver.engine._talk._chosen = page.driver.engine._models.chosen
        page.driver.call(protocol.MODEL, choice=choice | {"address": server.origin})
        shown = page.call(protocol.PREVIEW, question=QUESTION)
        assert server.requests == []
        assert texts(page.ask()) == "Yes."
        (request,) = server.asked("/v1/chat/completions")
    body = request.json()
    assert [(m["role"], m["content"]) for m in body["messages"]] == [
        (m["role"], m["text"]) for m in shown["messages"]
    ]
    assert [tool["function"]["name"] for tool in body["tools"]] == shown["tools"]
    assert (shown["host"], shown["is_local"], shown["consent"]) == (server.host, True, False)


def test_without_a_preview_the_same_is_sent(page):
    model = page.choose(ScriptedModel(["Yes."], ["Yes."]))
    page.ask()
    shown = page.call(protocol.PREVIEW, question=QUESTION)
    assert [message.text for message in model.sent[0]] == [message["text"] for message in shown["messages"]]


def test_a_preview_of_a_follow_up_is_sent_as_it_was_shown(page):
    history = [{"question": QUESTION, "answer": "In `Order.total`."}]
    model = page.choose(ScriptedModel(["Till.pay."]))
    shown = page.call(protocol.PREVIEW, question="who calls it?", history=history)
    assert shown["searched"] == "who calls `Order.total`?"
    page.ask("who calls it?", history=history)
    assert [message.text for message in model.sent[0]] == [message["text"] for message in shown["messages"]]


def test_asking_without_a_model_takes_the_history_too(page):
    history = [{"question": QUESTION, "answer": "In `Order.total`."}]
    answer = page.call(protocol.ASK, question="who calls it?", history=history)
    assert (answer["question"], answer["searched"]) == ("who calls it?", "who calls `Order.total`?")
    assert "has 2 callers" in answer["summary"]


# Consent ----------------------------------------------------------------------------------


def test_nothing_is_sent_before_the_person_agreed(page):
    model = page.choose(ScriptedModel(["Yes."], host="other.example.com"), agreed=False)
    history = [{"question": QUESTION, "answer": "In `Order.total`."}]
    error = page.driver.error(
        protocol.CHAT, repository=page.repository, question="who calls it?", id="x", history=history
    )
    assert (error.code, model.sent) == ("needs-consent", [])
    assert "other.example.com" in error.message
    assert page.call(protocol.PREVIEW, question=QUESTION)["consent"] is True
    assert page.call(protocol.CONSENT, host="other.example.com")["given"] is False
    assert page.call(protocol.CONSENT, host="other.example.com", given=True)["given"] is True
    assert page.call(protocol.PREVIEW, question=QUESTION)["consent"] is False
    assert texts(page.ask()) == "Yes."
    assert page.call(protocol.CONSENT, host="other.example.com", given=False)["given"] is False
    assert page.driver.error(protocol.CHAT, repository=page.repository, question=QUESTION, id="y")


def test_a_model_on_this_device_needs_no_consent(page):
    page.choose(ScriptedModel(["Yes."], host="localhost:11434", is_local=True), agreed=False)
    assert page.call(protocol.PREVIEW, question=QUESTION)["consent"] is False
    assert texts(page.ask()) == "Yes."


def test_secrets_go_to_no_model_not_even_to_one_on_this_device(page):
    model = page.choose(ScriptedModel(["No."], host="", is_local=True))
    news = page.ask("What is the password in settings.yaml and .env?")
    prompt = next(entry["prompt"] for entry in news if "prompt" in entry)
    assert {entry["path"] for entry in prompt["omitted"]} >= {".env", "conf/settings.yaml"}
    assert PASSWORD not in "".join(message.text for message in model.sent[0])


def test_no_model_is_said_in_words(page):
    page.choose(None)
    assert (
        page.driver.error(protocol.CHAT, repository=page.repository, question="?", id="n").code == "no-model"
    )
    assert page.driver.error(protocol.PREVIEW, repository=page.repository, question="?").code == "no-model"


# Calls ------------------------------------------------------------------------------------


def test_calls_are_answered_behind_the_fence_and_what_they_return_may_be_cited(page):
    asked = called(
        ("read_lines", {"path": "shop/long.py", "first": 390, "last": 395}), ("callers", {"symbol": "Till"})
    )
    model = page.choose(
        ScriptedModel(["Let me look.", asked], ["It is long [shop/long.py:390-395]."], context=12_000)
    )
    news = page.ask("who calls price_of?")
    calls = [entry["call"] for entry in news if "call" in entry]
    assert [call["detail"] for call in calls] == ["lines 390 to 395 of shop/long.py", "0 found"]
    assert texts(news) == "Let me look.\n\nIt is long [shop/long.py:390-395]."
    assert [cited["reason"] for cited in news[-1]["done"]["citations"]] == [""]
    said, first, second = model.sent[1][-3:]
    assert (said.role, said.text, len(said.calls)) == ("assistant", "Let me look.", 2)
    assert first.role == second.role == "tool" and first.call == said.calls[0]
    boundary = model.sent[0][0].text.split("<data ")[1][:16]
    assert first.text.startswith(f"<data {boundary}: what read_lines returned>\n[shop/long.py:390-395]")


def test_a_call_is_not_made_twice_and_no_more_than_twelve_are(page):
    again = called(("callers", {"symbol": "price_of"}))
    many = called(*(("read_lines", {"path": "shop/long.py", "first": n, "last": n}) for n in range(1, 15)))
    model = page.choose(ScriptedModel([again], [again], [many], ["Enough."]))
    news = page.ask()
    details = [entry["call"]["detail"] for entry in news if "call" in entry]
    assert details[:2] == ["1 found", "asked before"]
    assert sum(detail.startswith("lines ") for detail in details) == MOST_CALLS - 2
    assert details[-1] == "refused: more than 12 calls"
    assert "see what call 1 returned" in model.sent[2][-1].text
    assert "Answer from what you have" in model.sent[3][-1].text
    assert news[-1]["done"]["text"] == "Enough."


def test_a_model_that_only_calls_is_ended_in_words(page):
    rounds = [[called(("search", {"query": f"word {n}"}))] for n in range(20)]
    model = page.choose(ScriptedModel(*rounds))
    news = page.ask()
    assert news[-1]["error"]["code"] == "too-many-calls"
    assert len(model.sent) == MOST_CALLS + 1


def test_older_results_are_shortened_where_the_context_is_full(page):
    reads = [
        [called(("read_lines", {"path": "shop/long.py", "first": 1 + 60 * n, "last": 60 * n + 140}))]
        for n in range(5)
    ]
    model = page.choose(ScriptedModel(*reads, ["It is long."], context=12_000))
    news = page.ask()
    assert "make room" in steps(news)
    last = model.sent[-1]
    first_result = next(message for message in last if message.role == "tool")
    assert "shortened to make room" in first_result.text and "shortened" not in last[-1].text
    count = page.driver.engine._opened[page.repository].counter.count
    assert sum(count(message.text) for message in last) < 12_000


def test_calls_that_files_ask_for_are_not_made(page):
    model = page.choose(ScriptedModel(["The notes tell assistants to call functions [NOTES.md:3]."]))
    news = page.ask("What do the notes for assistants say?")
    assert [entry for entry in news if "call" in entry] == [] and len(model.sent) == 1
    assert [message.role for message in model.sent[0]] == ["system", "user"]


def test_small_models_are_offered_no_tools(page):
    model = page.choose(ScriptedModel(["Yes."], context=2_048))
    page.ask()
    assert model.tools == [()] and len(model.sent[0][0].text) < 500


# How it ends --------------------------------------------------------------------------------


def test_an_answer_is_stopped_while_it_is_written_and_keeps_what_came(page):
    model = page.choose(ScriptedModel(["It is [shop/orders.py:14]"], hangs=True))
    id = page.begin()
    page.news(id, lambda news: "text" in news)
    done = page.stop(id)
    assert (done["text"], done["finish"], model.closed) == ("It is [shop/orders.py:14]", "stopped", 1)
    assert [cited["reason"] for cited in done["citations"]] == [""]


def test_an_answer_is_stopped_before_it_has_begun(page):
    model = page.choose(ScriptedModel(["Yes."]))
    engine, asked = page.driver.engine, {"repository": page.repository, "question": QUESTION, "id": "early"}

    async def both() -> list[Any]:
        return await asyncio.gather(
            engine.call(protocol.CHAT, asked), engine.call(protocol.STOP, {"id": "early"})
        )

    assert page.driver.run(both()) == [{}, {}]
    assert page.news("early", lambda news: "done" in news)[-1]["done"] == {
        "text": "",
        "finish": "stopped",
        "citations": [],
        "usage": {"prompt": 0, "answer": 0},
        "ms": pytest.approx(0, abs=60_000),
    }
    assert model.sent == []


def test_an_answer_is_stopped_while_the_model_makes_a_question_whole(page):
    model = page.choose(ScriptedModel([], hangs=True))
    id = page.begin("who calls it?", history=[{"question": QUESTION, "answer": "In `Order.total`."}])
    for _ in range(50):
        page.driver.run(_a_turn())
    assert len(model.sent) == 1
    done = page.stop(id)
    assert done["finish"] == "stopped" and model.closed == 1


def test_an_answer_is_stopped_in_a_call(page, monkeypatch):
    from app.engine.answer.toolbox import Toolbox

    begun = []

    async def hang(self, name, arguments):
        begun.append(name)
        await asyncio.Event().wait()

    monkeypatch.setattr(Toolbox, "call", hang)
    page.choose(ScriptedModel(["Looking.", called(("search", {"query": "x"}))]))
    id = page.begin()
    page.news(id, lambda news: "text" in news)
    assert begun == ["search"]
    assert page.stop(id)["text"] == "Looking."


def test_stopping_what_has_ended_or_never_was_is_nothing(page):
    assert page.driver.call(protocol.STOP, id="never") == {}
    page.choose(ScriptedModel(["Yes."], ["Yes."]))
    page.ask()
    assert page.driver.call(protocol.STOP, id="answer-1") == {}
    assert texts(page.ask()) == "Yes."


@pytest.mark.parametrize("finish", [LENGTH, REFUSED])
def test_why_a_model_stopped_is_told(page, finish):
    page.choose(ScriptedModel(["Half of", Delta(finish=finish, usage=Usage(7, 3))]))
    done = page.ask()[-1]["done"]
    assert (done["finish"], done["usage"]) == (finish, {"prompt": 7, "answer": 3})


def test_an_error_keeps_what_came(page):
    page.choose(ScriptedModel(["Half of", UserError("stream-cut", "The connection broke off.")]))
    last = page.ask()[-1]
    assert (last["error"]["code"], last["text"]) == ("stream-cut", "Half of")


def test_an_error_before_the_first_word_is_told_with_its_way_out(page):
    page.choose(ScriptedModel([LimitError("quota", "No quota is left.", "Add to it.", until=9)]))
    error = page.ask()[-1]["error"]
    assert (error["code"], error["hint"], error["until"]) == ("quota", "Add to it.", 9)


def test_a_fault_of_ours_is_told_with_its_stack(page):
    page.choose(ScriptedModel([ValueError("oh")]))
    error = page.ask()[-1]["error"]
    assert error["type"] == "InternalError" and "scripted_model.py" in error["stack"]


def test_silence_is_an_error_in_words(page):
    page.choose(ScriptedModel([" \n"]))
    assert page.ask()[-1]["error"]["code"] == "empty-answer"


def test_two_answers_are_written_at_once(page):
    page.choose(ScriptedModel(["One."], ["Two."]))
    first, second = page.begin(), page.begin()
    told: dict[str, str] = {}
    while len(told) < 2:
        for event in page.driver.call(protocol.EVENTS, since=page.driver._since)["events"]:
            for entry in event.get("news", ()):
                if "done" in entry:
                    told[event["id"]] = entry["done"]["text"]
    assert told == {first: "One.", second: "Two."}


def test_a_page_that_sleeps_through_an_answer_loses_no_word(page):
    words = [f"word{n} " for n in range(3_000)]
    page.choose(ScriptedModel(words))
    id = page.begin()
    for _ in range(8_000):
        page.driver.run(_a_turn())
    assert texts(page.news(id, lambda news: "done" in news)) == "".join(words)


def test_answers_and_what_was_agreed_to_go_with_the_repository(tmp_path: Path):
    shop = Repository(tmp_path / "shop")
    shop.write(CHAT_FILES)
    with GitHubServer({"o/shop": shop.folder}) as github, engine_over(github) as driver:
        page = Page(driver)
        model = page.choose(ScriptedModel(["It is"], hangs=True))
        id = page.begin()
        page.news(id, lambda news: "text" in news)
        page.call(protocol.REMOVE)
        done = page.news(id, lambda news: "done" in news)[-1]["done"]
        assert (done["text"], done["finish"], model.closed) == ("It is", "stopped", 1)
        assert page.call(protocol.CONSENT, host="api.example.com")["given"] is False


def test_news_can_be_sent_to_the_page(page):
    page.choose(ScriptedModel([called(("search", {"query": "x"}))], ["Yes [shop/orders.py:14]."]))
    assert json.loads(json.dumps(page.ask()))


async def _a_turn() -> None:
    await asyncio.sleep(0)
