/**
 * The parse worker: texts in, the captures of their queries out, as app/engine/parse/captures.py has them.
 *
 * Grammars and queries are loaded when a language is first met. What a file does to the parser stays
 * with that file: it ends as its status, and the next file is parsed as if nothing had been.
 */

import { serve, transferring } from "./rpc.js";

/**
 * @typedef {typeof import("web-tree-sitter")} Runtime
 * @typedef {import("web-tree-sitter").Query} Query
 * @typedef {import("web-tree-sitter").Parser} Parser
 * @typedef {{ parser: Parser, query: Query, names: string[] }} Grammar
 *
 * @typedef {object} Result
 * @property {"ok" | "errors" | "timeout" | "failed"} status as in captures.py
 * @property {string} message why, for `timeout` and `failed`; else what was left out
 * @property {number} offset where the file's rows begin in the batch's, in integers
 * @property {number} length how many integers they take
 *
 * @typedef {object} Batch
 * @property {Result[]} results one a job, in order
 * @property {Record<string, string[]>} names by language: what the second column of a row indexes
 * @property {Int32Array} rows of all files one after the other, `ROW_WIDTH` integers a row
 * @property {boolean} brokeDown whether a file broke the parser: this worker has taken another one since, and
 *   the memory of both, until it is ended
 *
 * @typedef {[start: number, minusEnd: number, name: string, startRow: number, endRow: number]} Captured
 * @typedef {{ pattern: number, captures: Captured[] }} Match
 * @typedef {{ matches: Match[], hasError: boolean, exceeded: boolean }} Found
 */

/** As in app/engine/parse/captures.py: match, name, start, end, start row, end row. */
const ROW_WIDTH = 6;
/** As in app/host/cpython_parser.py: matches that are begun and not ended at one time. */
const MATCH_LIMIT = 65536;
const TOO_MANY = "So much is begun at one time in this file that some captures were left out.";

const settings = { base: new URL("..", import.meta.url).href, timeLimit: 2 };

/** @type {Promise<Runtime> | null} */
let runtime = null;
let crashes = 0;
/**
 * What belongs to a runtime that broke down. Kept, because web-tree-sitter frees what is not reachable any
 * more: in such a memory that would trap again, where nothing catches it.
 *
 * @type {unknown[]}
 */
const wrecks = [];
/** @type {Map<string, Promise<Grammar>>} */
const grammars = new Map();

serve({
  /**
   * Optional: where `grammars/` and `queries/` are, and how many seconds a file may take.
   *
   * @param {Partial<typeof settings>} changes
   */
  init(changes) {
    Object.assign(settings, changes);
  },

  /**
   * Parses [language, text] pairs. Never rejects for what a file holds.
   *
   * @param {[language: string, text: string][]} jobs
   */
  async parse(jobs) {
    /** @type {number[]} */
    const rows = [];
    /** @type {Batch} */
    const batch = { results: [], names: {}, rows: new Int32Array(), brokeDown: false };
    for (const [language, text] of jobs) {
      const offset = rows.length;
      const { status, message } = await parseOne(language, text, batch.names, rows);
      batch.results.push({ status, message, offset, length: rows.length - offset });
    }
    batch.rows = Int32Array.from(rows);
    batch.brokeDown = crashes > 0;
    return transferring(batch, [batch.rows.buffer]);
  },
});

/**
 * Appends one file's rows; none if it fails or is out of time.
 *
 * @param {string} language
 * @param {string} text
 * @param {Batch["names"]} names
 * @param {number[]} rows
 * @returns {Promise<Pick<Result, "status" | "message">>}
 */
async function parseOne(language, text, names, rows) {
  try {
    const grammar = await grammarOf(language);
    names[language] = grammar.names;
    const deadline = performance.now() + settings.timeLimit * 1000;
    const late = () => performance.now() > deadline;
    const found = capture(grammar, text, late);
    if (!found) {
      return { status: "timeout", message: `Parsing took longer than ${settings.timeLimit} s.` };
    }
    append(found.matches, grammar.names, rows);
    return { status: found.hasError ? "errors" : "ok", message: found.exceeded ? TOO_MANY : "" };
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) {
      return { status: "failed", message: String(error) };
    }
    startAfresh();
    return { status: "failed", message: `The parser broke down over this file: ${error.message}.` };
  }
}

/**
 * @param {Grammar} grammar
 * @param {string} text
 * @param {() => boolean} late
 * @returns {Found | null} null when out of time
 */
function capture({ parser, query }, text, late) {
  const tree = parser.parse(text, null, { progressCallback: late });
  // A parse that was stopped would otherwise be continued with the next file.
  parser.reset();
  if (!tree) return null;
  try {
    const found = read(tree, query, text, late);
    tree.delete();
    return found;
  } catch (error) {
    wrecks.push(tree);
    throw error;
  }
}

/**
 * @param {import("web-tree-sitter").Tree} tree
 * @param {Query} query
 * @param {string} text
 * @param {() => boolean} late
 * @returns {Found | null} null when out of time
 */
function read({ rootNode }, query, text, late) {
  const found = query.matches(rootNode, { matchLimit: MATCH_LIMIT, progressCallback: late });
  if (late()) return null;
  const place = placing(text);
  const matches = found.map(({ patternIndex, captures }) => ({
    pattern: patternIndex,
    captures: captures.filter(({ name }) => !name.startsWith("_")).map(({ name, node }) => place(name, node)),
  }));
  return { matches, hasError: rootNode.hasError, exceeded: query.didExceedMatchLimit() };
}

/**
 * Turns a node into its place: from UTF-16 units to code points, with rows that "\n" alone begins.
 * Rows come from the text because each node's own end position costs a call into WebAssembly.
 *
 * @param {string} text
 */
function placing(text) {
  const newlines = positions(text, /\n/g);
  // The unit at which the second half of each surrogate pair stands.
  const halves = positions(text, /(?<=[\ud800-\udbff])[\udc00-\udfff]/g);
  /** @param {number} unit */
  const codePoint = (unit) => (halves.length ? unit - countBelow(halves, unit) : unit);

  /**
   * @param {string} name
   * @param {{ startIndex: number, endIndex: number, startPosition: { row: number } }} node
   * @returns {Captured}
   */
  return (name, node) => {
    const { startIndex, endIndex } = node;
    return [
      codePoint(startIndex),
      -codePoint(endIndex),
      name,
      node.startPosition.row,
      countBelow(newlines, endIndex),
    ];
  };
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function positions(text, pattern) {
  return Int32Array.from(text.matchAll(pattern), ({ index }) => index);
}

/**
 * How many of the sorted numbers are below a limit.
 *
 * @param {Int32Array} sorted
 * @param {number} limit
 */
function countBelow(sorted, limit) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Appends rows in their canonical order, without matches that are the same: see app/DESIGN.md.
 *
 * @param {Match[]} matches
 * @param {string[]} names
 * @param {number[]} rows
 */
function append(matches, names, rows) {
  const index = new Map(names.map((name, i) => [name, i]));
  const ordered = matches.filter(({ captures }) => captures.length);
  for (const { captures } of ordered) captures.sort(compareTuples);
  ordered.sort(compareMatches);
  let number = -1;
  /** @type {Match | null} */
  let before = null;
  for (const match of ordered) {
    if (before && compareMatches(before, match) === 0) continue;
    before = match;
    number += 1;
    for (const [start, minusEnd, name, startRow, endRow] of match.captures) {
      rows.push(number, /** @type {number} */ (index.get(name)), start, -minusEnd, startRow, endRow);
    }
  }
}

/**
 * @param {Match} a
 * @param {Match} b
 */
function compareMatches(a, b) {
  const [first, second] = [a.captures[0], b.captures[0]];
  const order = first[0] - second[0] || first[1] - second[1] || a.pattern - b.pattern;
  if (order) return order;
  for (let i = 0; i < Math.min(a.captures.length, b.captures.length); i++) {
    const difference = compareTuples(a.captures[i], b.captures[i]);
    if (difference) return difference;
  }
  return a.captures.length - b.captures.length;
}

/**
 * @param {Captured} a
 * @param {Captured} b
 */
function compareTuples(a, b) {
  for (let i = 0; i < a.length; i++) {
    if (a[i] < b[i]) return -1;
    if (a[i] > b[i]) return 1;
  }
  return 0;
}

/**
 * @param {string} language
 * @returns {Promise<Grammar>}
 */
function grammarOf(language) {
  let grammar = grammars.get(language);
  if (!grammar) {
    grammar = load(language);
    grammars.set(language, grammar);
    // A file of the site that could not be read now may be there later.
    grammar.catch(() => grammars.delete(language));
  }
  return grammar;
}

/**
 * @param {string} language
 * @returns {Promise<Grammar>}
 */
async function load(language) {
  const source = await querySource(language);
  const { Language, Parser, Query } = await started();
  const grammar = await Language.load(new URL(`grammars/tree-sitter-${language}.wasm`, settings.base).href);
  const query = new Query(grammar, source);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { parser, query, names: [...query.captureNames] };
}

/**
 * A query with those before it that its first line names: `; inherits: ecmascript, jsx`.
 *
 * @param {string} name
 * @returns {Promise<string>}
 */
async function querySource(name) {
  const response = await fetch(new URL(`queries/${name}.scm`, settings.base));
  if (!response.ok) throw new Error(`queries/${name}.scm: HTTP ${response.status}`);
  const source = await response.text();
  const inherited = /^; inherits: (.+)/.exec(source)?.[1].split(/,\s*/) ?? [];
  return [...(await Promise.all(inherited.map(querySource))), source].join("\n");
}

function started() {
  if (!runtime) {
    runtime = start();
    runtime.catch(() => (runtime = null));
  }
  return runtime;
}

/** @returns {Promise<Runtime>} */
async function start() {
  // The fragment makes it another module, with a memory of its own, from the same cached file.
  const module = await import(`../vendor/web-tree-sitter/web-tree-sitter.js#${crashes}`);
  await module.Parser.init();
  return module;
}

/** After a trap the memory of the WebAssembly module cannot be trusted. */
function startAfresh() {
  crashes += 1;
  wrecks.push(runtime, ...grammars.values());
  runtime = null;
  grammars.clear();
}
