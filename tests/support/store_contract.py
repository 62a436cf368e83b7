"""What app/host/base.py promises of a Store, as cases that any of them is held against.

Nothing is imported here: the same text runs on CPython over the memory store and in Pyodide over
the browser's. A case takes a `bench`: its `store`, `keep(space, {hash: values})` to put vectors in,
`vector(values)` to make a query, and `errors`, the module of errors. Vectors have 384 values, the
first few of which are given. Cases share one store, so each has names of its own.
"""


async def opening_twice_tells_the_same_version(bench):
    first = await bench.store.open()
    assert first == await bench.store.open()
    assert first["version"] >= 1


async def records_come_back_as_they_were_written(bench):
    file = {"repository": "come back", "path": "a.py", "rows": [1, 2.5, None, True, {"ü": "\U0001f332"}]}
    setting = {"name": "come back", "value": {}}
    await bench.store.write(
        [
            {"op": "put", "store": "files", "record": file},
            {"op": "put", "store": "settings", "record": setting},
        ]
    )
    assert await bench.store.get("files", ["come back", "a.py"]) == file
    assert await bench.store.get("settings", "come back") == setting
    assert await bench.store.get("files", ["come back", "b.py"]) is None
    assert await bench.store.get("settings", "none") is None


async def a_kept_record_is_nobody_elses(bench):
    record = {"name": "own", "value": [1]}
    await bench.store.write([{"op": "put", "store": "settings", "record": record}])
    record["value"].append(2)
    read = await bench.store.get("settings", "own")
    read["value"].append(3)
    assert await bench.store.get("settings", "own") == {"name": "own", "value": [1]}


async def a_record_takes_the_place_of_one_with_its_key(bench):
    for value in ("old", "new"):
        await bench.store.write(
            [{"op": "put", "store": "settings", "record": {"name": "place", "value": value}}]
        )
    assert (await bench.store.get("settings", "place"))["value"] == "new"


async def records_are_listed_in_the_order_of_their_keys_by_prefix(bench):
    keys = [("order", "b"), ("order2", "a"), ("order", "a/z"), ("order", "a"), ("orde", "c")]
    await bench.store.write(
        [{"op": "put", "store": "files", "record": {"repository": r, "path": p}} for r, p in keys]
    )
    listed = await bench.store.get_all("files", ["order"])
    assert [record["path"] for record in listed] == ["a", "a/z", "b"]
    everything = [(record["repository"], record["path"]) for record in await bench.store.get_all("files")]
    assert everything == sorted(everything)
    assert set(keys) <= set(everything)
    assert await bench.store.get_all("files", ["nobody's"]) == []


async def deleting_by_prefix_leaves_the_neighbours(bench):
    keys = [("cut", "a"), ("cut", "b"), ("cut2", "a"), ("cu", "a")]
    await bench.store.write(
        [{"op": "put", "store": "edges", "record": {"repository": r, "path": p}} for r, p in keys]
    )
    await bench.store.write(
        [
            {"op": "delete_prefix", "store": "edges", "key": ["cut"]},
            {"op": "delete", "store": "edges", "key": ["cu", "none"]},
        ]
    )
    left = [r["path"] for name in ("cut", "cut2", "cu") for r in await bench.store.get_all("edges", [name])]
    assert left == ["a", "a"]
    await bench.store.write([{"op": "delete", "store": "edges", "key": ["cut2", "a"]}])
    assert await bench.store.get("edges", ["cut2", "a"]) is None


async def a_write_is_done_in_order_and_whole_or_not_at_all(bench):
    put = {"op": "put", "store": "settings", "record": {"name": "whole", "value": 1}}
    delete = {"op": "delete", "store": "settings", "key": "whole"}
    await bench.store.write([put, delete])
    assert await bench.store.get("settings", "whole") is None
    await bench.store.write([])
    broken = [
        {"op": "melt", "store": "settings"},
        {"op": "put", "store": "settings", "record": {"value": "without its key"}},
        {"op": "put", "store": "nowhere", "record": {"name": "whole"}},
    ]
    for operation in broken:
        try:
            await bench.store.write([put, operation])
        except bench.errors.InternalError:
            pass
        else:
            raise AssertionError(f"{operation} was taken")
        assert await bench.store.get("settings", "whole") is None


async def a_record_of_an_unknown_format_is_refused_in_words(bench):
    record = {"repository": "newer", "path": "a", "format": 99}
    try:
        await bench.store.write([{"op": "put", "store": "nodes", "record": record}])
    except bench.errors.StorageError as error:
        assert error.code == "unknown-format"
        assert "99" in error.message
    else:
        raise AssertionError("it was taken")


async def texts_come_back_to_the_letter(bench):
    texts = {
        "text empty": "",
        "text marks": "\ufeffx = '\U0001f332'\r\n\0\n",
        "text large": "0123456789 äöü\n" * 20_000,
    }
    await bench.store.put_texts(texts)
    assert await bench.store.get_texts([*texts, "text none"]) == texts
    await bench.store.put_texts({"text empty": "no more"})
    assert await bench.store.get_texts(["text empty"]) == {"text empty": "no more"}
    await bench.store.put_texts({})
    assert await bench.store.get_texts([]) == {}


async def bytes_come_back_as_they_went(bench):
    assert await bench.store.get_bytes("lexical", "bytes") is None
    for data in (bytes(range(256)), b""):
        await bench.store.put_bytes("lexical", "bytes", data)
        assert await bench.store.get_bytes("lexical", "bytes") == data


async def texts_and_bytes_are_deleted_by_write(bench):
    await bench.store.put_texts({"gone": "1", "stays": "2"})
    await bench.store.put_bytes("lexical", "gone", b"1")
    await bench.store.write(
        [
            {"op": "delete", "store": "texts", "key": "gone"},
            {"op": "delete", "store": "lexical", "key": "gone"},
        ]
    )
    assert await bench.store.get_texts(["gone", "stays"]) == {"stays": "2"}
    assert await bench.store.get_bytes("lexical", "gone") is None


async def a_scan_gives_the_best_active_vectors_best_first(bench):
    await bench.keep("best", {"x": [1], "y": [0, 1], "both": [0.8, 0.6], "away": [-1]})
    assert await bench.store.scan("best", bench.vector([1]), 9) == []
    await bench.store.activate("best", ["x", "y", "both", "never stored"])
    found = await bench.store.scan("best", bench.vector([1]), 9)
    assert [hash for hash, _ in found] == ["x", "both", "y"]
    assert all(abs(score - right) < 0.01 for (_, score), right in zip(found, (1, 0.8, 0), strict=True))
    assert [hash for hash, _ in await bench.store.scan("best", bench.vector([1]), 2)] == ["x", "both"]
    await bench.store.activate("best", ["away"])
    ((hash, score),) = await bench.store.scan("best", bench.vector([1]), 1)
    assert hash == "away" and abs(score + 1) < 0.01


async def what_is_stored_after_its_activation_is_found(bench):
    await bench.store.activate("later", ["one", "two"])
    await bench.keep("later", {"one": [1]})
    await bench.keep("later", {"two": [0, 1], "three": [1]})
    assert {hash for hash, _ in await bench.store.scan("later", bench.vector([1]), 9)} == {"one", "two"}
    assert sorted(await bench.store.vectors("later")) == ["one", "three", "two"]


async def a_known_hash_is_left_as_it_is(bench):
    await bench.keep("known", {"h": [1]})
    await bench.keep("known", {"h": [0, 1]})
    await bench.store.activate("known", ["h"])
    ((_, score),) = await bench.store.scan("known", bench.vector([1]), 9)
    assert score > 0.99
    assert await bench.store.vectors("known") == ["h"]


async def spaces_are_apart_and_dropped_alone(bench):
    await bench.keep("one space", {"h": [1]})
    await bench.keep("one space more", {"h": [1]})
    for space in ("one space", "one space more"):
        await bench.store.activate(space, ["h"])
    await bench.store.drop_space("one space")
    assert await bench.store.vectors("one space") == []
    assert await bench.store.scan("one space", bench.vector([1]), 9) == []
    assert len(await bench.store.scan("one space more", bench.vector([1]), 9)) == 1
    await bench.store.drop_space("never there")
    assert await bench.store.scan("never there", bench.vector([1]), 9) == []


async def the_estimate_has_its_fields(bench):
    estimate = await bench.store.estimate()
    assert set(estimate) == {"usage", "database", "quota", "persisted"}
    assert estimate["usage"] >= estimate["database"] >= 0
    assert estimate["quota"] >= 0
    assert estimate["persisted"] in (True, False)


CASES = (
    opening_twice_tells_the_same_version,
    records_come_back_as_they_were_written,
    a_kept_record_is_nobody_elses,
    a_record_takes_the_place_of_one_with_its_key,
    records_are_listed_in_the_order_of_their_keys_by_prefix,
    deleting_by_prefix_leaves_the_neighbours,
    a_write_is_done_in_order_and_whole_or_not_at_all,
    a_record_of_an_unknown_format_is_refused_in_words,
    texts_come_back_to_the_letter,
    bytes_come_back_as_they_went,
    texts_and_bytes_are_deleted_by_write,
    a_scan_gives_the_best_active_vectors_best_first,
    what_is_stored_after_its_activation_is_found,
    a_known_hash_is_left_as_it_is,
    spaces_are_apart_and_dropped_alone,
    the_estimate_has_its_fields,
)
