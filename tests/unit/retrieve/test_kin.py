from app.engine.retrieve.kin import kin


def test_a_word_brings_what_others_say_for_it_whatever_its_ending():
    assert {"truncate", "trim", "cut"} <= set(kin(["shortened"]))
    assert "truncate" in kin(["shorten"])
    assert "shorten" in kin(["truncation"])


def test_a_word_of_several_meanings_brings_them_all():
    assert {"invoke", "run"} <= set(kin(["execute"]))
    assert {"purge", "unset"} <= set(kin(["delete"]))


def test_what_is_said_is_not_brought_again_in_another_form():
    assert kin(["deleting", "removes", "erase"]) == sorted(set(kin(["delete"])) - {"remove", "erase"})


def test_names_and_other_words_bring_nothing():
    assert kin([]) == kin(["HTMLParserFactory", "zebra"]) == []
