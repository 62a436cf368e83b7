"""Code for a preprocessor is read again without what the grammar stumbled over; nothing moves."""

from __future__ import annotations

import textwrap

import pytest

from app.engine.parse.mending import readings
from tests.support.source_files import read_source

CPP = """
    #ifndef SHOP_H
    #define SHOP_H
    #ifdef __cplusplus
    extern "C" {
    #endif
    SHOP_API int shop_open(const char *name);
    #ifdef __cplusplus
    }
    #endif

    SHOP_BEGIN_NAMESPACE
    SHOP_DISABLE_WARNING(4251)

    template <typename T, SHOP_ENABLE_IF(is_order<T>::value)>
    SHOP_NODISCARD SHOP_INLINE auto total(const T& order) -> int { return order.sum(); }

    class SHOP_EXPORT Cart : public Box {
      Q_OBJECT
     public:
      void add(int n) SHOP_NOEXCEPT { count_ += n; }
      int count() const;
    };

    int Cart::count() const {
    #if SHOP_LOCKED
      if (locked()) {
    #else
      if (ready()) {
    #endif
        return count_;
      }
      return 0;
    }
    SHOP_END_NAMESPACE
    #endif
"""

C_SHARP = """
    namespace Shop
    {
        public class Cart
    #if HAVE_DISPOSE
            : IDisposable
    #endif
        {
            public int Count(object value)
            {
                if (value == null) { return 0; }
    #if HAVE_DATES
                else if (value is Date) { return 1; }
    #endif
                return Rest();
            }

            int Rest() => 2;
        }
    }
"""

KOTLIN = """
    actual open class Bytes
    internal actual constructor(
      internal actual val data: ByteArray,
    ) : Any() {
      fun size(): Int {
        return data.size
      }
    }
"""

KOTLIN_BELOW = """
    class Reader : Closeable {
      class Options
      private constructor(
        internal val strings: Array<out String>,
        internal val suffix: String,
      ) {
        fun strings(): List<String> {
          return buildList(strings.size) {
            for (string in strings) {
              add(string)
            }
          }
        }

        companion object {
          fun of(vararg strings: String): Options {
            return try {
              Options(strings, "")
            } catch (e: Error) {
              throw e
            }
          }
        }
      }

      fun read() = 1
    }
"""

TYPESCRIPT = """
    export interface Maker {
      (name: string): Made
      <T extends Made>(name: string, made: T): T
      bound: Made
      <
        T,
      >(): T
    }
    export function make(): void {}
"""


@pytest.mark.parametrize(
    ("path", "text", "symbols"),
    [
        (
            "shop.hpp",
            CPP,
            [
                "function shop_open 6",
                "function total 14",
                "class Cart 17",
                "method Cart.add 20",
                "method Cart.count 21",
                "method Cart.count 24",
            ],
        ),
        ("Cart.cs", C_SHARP, ["module Shop 1", "class Shop.Cart 3", "method Shop.Cart.Count 8"]),
        ("make.ts", TYPESCRIPT, ["interface Maker 1", "function make 9"]),
        ("Bytes.kt", KOTLIN, ["class Bytes 1", "method Bytes.size 5"]),
        (
            "Reader.kt",
            KOTLIN_BELOW,
            [
                "class Reader 1",
                "class Reader.Options 2",
                "method Reader.Options.strings 7",
                "method Reader.Options.of 16",
                "method Reader.read 26",
            ],
        ),
    ],
)
def test_broken_code_is_read_without_what_broke_it(path: str, text: str, symbols: list[str]) -> None:
    file = read_source(path, textwrap.dedent(text).lstrip("\n"))
    found = [f"{s.kind} {s.qualified_name} {s.start_line}" for s in file.symbols.symbols]
    assert [line for line in found if line in symbols] == symbols
    assert file.parsed.status == "ok"


def test_calls_in_every_branch_count_where_they_can() -> None:
    file = read_source("Cart.cs", textwrap.dedent(C_SHARP).lstrip("\n"))
    assert [r.name for r in file.symbols.references if r.kind == "call"] == ["Rest"]
    assert file.symbols.symbols[1].bases == ("IDisposable",)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cpp", CPP),
        ("c", CPP),
        ("c_sharp", C_SHARP),
        ("kotlin", KOTLIN),
        ("kotlin", KOTLIN_BELOW),
        ("typescript", TYPESCRIPT),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_readings_move_nothing(language: str, text: str, ending: str) -> None:
    text = text.replace("\n", ending) + "// é 😀 \u2028"
    for reading in readings(language, text):
        assert len(reading.text) == len(text)
        assert [i for i, c in enumerate(reading.text) if c == "\n"] == [
            i for i, c in enumerate(text) if c == "\n"
        ]
        # What is put in is put in the place of a blank.
        assert all(a == b or " " in (a, b) for a, b in zip(reading.text, text, strict=True))


def test_whole_code_has_one_reading() -> None:
    assert list(readings("cpp", "int f(FOO_BAR x) { return FOO_BAZ; }\n")) == []
    assert list(readings("python", "#if 0\nx = 1\n#endif\n")) == []


def test_of_branches_that_differ_the_first_that_is_meant_is_kept() -> None:
    text = "#if 0\na\n#elif X\nb\n#else\nc\n#endif\nd\n"
    kept = [reading.text.split() for reading in readings("c_sharp", text)]
    assert kept == [["a", "b", "c", "d"], ["b", "d"]]
    assert [reading.left_out for reading in readings("c_sharp", text)] == [0, 2]
