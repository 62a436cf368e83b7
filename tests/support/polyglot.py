"""A small repository in twelve languages: one word counter, written once in each."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "README.md": "# Counter\n\nCounts words, twelve times over.\n\n## Use\n\nCall `count_words`.\n",
    "python/counter.py": '''"""Counts words."""


class Counter:
    """Keeps a tally of words."""

    def __init__(self):
        self.tally = {}

    def add(self, word):
        self.tally[word] = self.tally.get(word, 0) + 1


def count_words(text):
    """How often each word occurs."""
    counter = Counter()
    for word in text.split():
        counter.add(word)
    return counter.tally
''',
    "javascript/counter.js": """export class Counter {
  constructor() {
    this.tally = new Map();
  }
  add(word) {
    this.tally.set(word, (this.tally.get(word) ?? 0) + 1);
  }
}

export const countWords = (text) => {
  const counter = new Counter();
  for (const word of text.split(/\\s+/)) counter.add(word);
  return counter.tally;
};
""",
    "typescript/counter.ts": """export interface Tally {
  [word: string]: number;
}

export function countWords(text: string): Tally {
  const tally: Tally = {};
  for (const word of text.split(" ")) tally[word] = (tally[word] ?? 0) + 1;
  return tally;
}
""",
    "java/Counter.java": """package counter;

import java.util.HashMap;
import java.util.Map;

/** Counts words. */
public class Counter {
    private final Map<String, Integer> tally = new HashMap<>();

    public void add(String word) {
        tally.merge(word, 1, Integer::sum);
    }
}
""",
    "kotlin/Counter.kt": """package counter

class Counter {
    private val tally = mutableMapOf<String, Int>()

    fun add(word: String) {
        tally[word] = (tally[word] ?: 0) + 1
    }
}

fun countWords(text: String): Counter = Counter().apply { text.split(" ").forEach { add(it) } }
""",
    "go/counter.go": """package counter

import "strings"

// Counter keeps a tally of words.
type Counter struct {
	tally map[string]int
}

func (c *Counter) Add(word string) {
	c.tally[word]++
}

func CountWords(text string) *Counter {
	c := &Counter{tally: map[string]int{}}
	for _, word := range strings.Fields(text) {
		c.Add(word)
	}
	return c
}
""",
    "rust/counter.rs": """use std::collections::HashMap;

pub struct Counter {
    tally: HashMap<String, usize>,
}

impl Counter {
    pub fn add(&mut self, word: &str) {
        *self.tally.entry(word.to_string()).or_insert(0) += 1;
    }
}

pub fn count_words(text: &str) -> Counter {
    let mut counter = Counter { tally: HashMap::new() };
    for word in text.split_whitespace() {
        counter.add(word);
    }
    counter
}
""",
    "c/counter.c": """#include <ctype.h>

/* Counts the words of a text. */
int count_words(const char *text)
{
    int words = 0, inside = 0;
    for (; *text; text++) {
        if (isspace((unsigned char)*text)) inside = 0;
        else if (!inside) { inside = 1; words++; }
    }
    return words;
}
""",
    "cpp/counter.cpp": """#include <map>
#include <string>

namespace counter {

class Counter {
public:
    void add(const std::string &word);

private:
    std::map<std::string, int> tally;
};

void Counter::add(const std::string &word) { tally[word]++; }

}  // namespace counter
""",
    "csharp/Counter.cs": """using System.Collections.Generic;

namespace Counting
{
    public class Counter
    {
        private readonly Dictionary<string, int> tally = new();

        public void Add(string word)
        {
            tally[word] = tally.GetValueOrDefault(word) + 1;
        }
    }
}
""",
    "ruby/counter.rb": """class Counter
  def initialize
    @tally = Hash.new(0)
  end

  def add(word)
    @tally[word] += 1
  end
end

def count_words(text)
  counter = Counter.new
  text.split.each { |word| counter.add(word) }
  counter
end
""",
    "php/Counter.php": """<?php

namespace Counting;

class Counter
{
    private array $tally = [];

    public function add(string $word): void
    {
        $this->tally[$word] = ($this->tally[$word] ?? 0) + 1;
    }
}
""",
    "bash/count.sh": """#!/bin/bash

count_words() {
  wc -w < "$1"
}

count_words "$1"
""",
    "scala/Counter.scala": """package counter

class Counter {
  private var tally = Map.empty[String, Int]

  def add(word: String): Unit =
    tally = tally.updated(word, tally.getOrElse(word, 0) + 1)
}
""",
}

# What makes taking files in hard; each must be taken or be listed with its reason.
HARD = {
    "data/latin1.txt": "Grüße aus Köln\n".encode("latin-1"),
    "data/bom.py": b"\xef\xbb\xbfdef with_bom():\r\n    return 1\r\n",
    "data/utf16.txt": "Wide words\n".encode("utf-16"),
    "data/picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "data/broken.py": b"def good():\n    return 1\n\n\ndef broken(:\n    return (\n",
    "data/broken_utf8.py": b"x = '\xff\xfe\xed\xa0\x80'\n",
    "data/empty.py": b"",
    "node_modules/left/index.js": b"module.exports = 1;\n",
    "package-lock.json": b"{}\n",
    "web/app.min.js": b"function a(){return 1}" * 400,
}


def write(folder: Path) -> None:
    """Write the repository's files, hard ones included."""
    for path, content in (FILES | HARD).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
