"""workers/rpc.js between a page and a real worker: every call settles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

WORKER = "connect(new Worker('/fixtures/calls.js', {type: 'module'}))"


@pytest.fixture
def worker(page: Page) -> Iterator[Page]:
    page.evaluate(f"window.worker = {WORKER}; 1")
    yield page


def test_a_call_resolves_to_the_handlers_result(worker: Page) -> None:
    assert worker.evaluate("worker.call('add', [1, 2])") == 3


def test_calls_in_flight_settle_in_the_order_they_finish(worker: Page) -> None:
    order = worker.evaluate("""async () => {
        const order = [];
        const slow = worker.call('later', [50, 'slow']).then((name) => order.push(name));
        const fast = worker.call('later', [0, 'fast']).then((name) => order.push(name));
        await Promise.all([slow, fast]);
        return order;
    }""")
    assert order == ["fast", "slow"]


def test_an_error_crosses_with_its_code_message_and_stack(worker: Page) -> None:
    error = worker.evaluate("""async () => {
        const error = await worker.call('fail', ['teapot', 'I am a teapot']).catch((error) => error);
        return {code: error.code, message: error.message, stack: error.stack, real: error instanceof Error};
    }""")
    assert error["code"] == "teapot"
    assert error["message"] == "I am a teapot"
    assert "calls.js" in error["stack"]
    assert error["real"]


def test_a_thrown_string_still_arrives_as_an_error(worker: Page) -> None:
    assert worker.evaluate("errorOf(worker.call('throwText', ['oops']))")["message"] == "oops"


def test_a_platform_error_is_known_by_its_name(worker: Page) -> None:
    assert worker.evaluate("errorOf(worker.call('platform'))")["code"] == "NotFoundError"


def test_a_result_that_cannot_be_cloned_is_an_error_and_no_hang(worker: Page) -> None:
    assert worker.evaluate("errorOf(worker.call('unclonable'))")["code"] == "DataCloneError"


def test_arguments_that_cannot_be_cloned_reject_the_call(worker: Page) -> None:
    assert worker.evaluate("errorOf(worker.call('add', [() => 1]))")["message"]


def test_an_unknown_method_is_named(worker: Page) -> None:
    error = worker.evaluate("errorOf(worker.call('toString'))")
    assert error["code"] == "no-such-method"
    assert "toString" in error["message"]


def test_a_transferred_argument_and_result_leave_their_side(worker: Page) -> None:
    result = worker.evaluate("""async () => {
        const bytes = new Uint8Array([1, 2, 3]);
        const back = await worker.call('echoBytes', [bytes], [bytes.buffer]);
        return {here: bytes.length, back: [...back], there: await worker.call('lastLength')};
    }""")
    assert result == {"here": 0, "back": [1, 2, 3], "there": 0}


def test_a_crash_rejects_all_that_waits_and_all_that_comes(worker: Page) -> None:
    codes = worker.evaluate("""async () => {
        const waiting = errorOf(worker.call('later', [60000, 1]));
        const crashing = errorOf(worker.call('crash'));
        return [(await waiting), (await crashing), (await errorOf(worker.call('add', [1, 2])))];
    }""")
    assert [error["code"] for error in codes] == ["worker-lost"] * 3
    assert "beyond repair" in codes[0]["message"]


def test_a_module_that_does_not_load_rejects(page: Page) -> None:
    assert page.evaluate("errorOf(start('missing').call('add', [1, 2]))")["code"] == "worker-lost"


def test_closing_rejects_what_waits(worker: Page) -> None:
    error = worker.evaluate("""async () => {
        const waiting = errorOf(worker.call('later', [60000, 1]));
        worker.close();
        return waiting;
    }""")
    assert error["code"] == "worker-lost"


def test_a_port_carries_calls_to_the_same_worker(worker: Page) -> None:
    result = worker.evaluate("""async () => {
        const {port1, port2} = new MessageChannel();
        await worker.call('attach', [port1], [port1]);
        return connect(port2).call('add', [20, 3]);
    }""")
    assert result == 23


def test_closing_a_port_rejects_what_waits_on_it(worker: Page) -> None:
    error = worker.evaluate("""async () => {
        const {port1, port2} = new MessageChannel();
        await worker.call('attach', [port1], [port1]);
        const remote = connect(port2);
        const waiting = errorOf(remote.call('later', [60000, 1]));
        remote.close();
        return waiting;
    }""")
    assert error["code"] == "worker-lost"
