/** Texts to token ids, and ids to batches that waste little on padding. */

import { AutoTokenizer } from "./runtime.js";

/** Tokens that the model was trained to see; its tokenizer file names the 512 that it has positions for. */
const WINDOW = 256;

/** The share of a batch's cells that may be padding. */
const MAX_PADDING = 0.125;

/**
 * @param {string} model a folder below models/
 * @returns {Promise<(text: string) => number[]>} token ids with the special ones, at most WINDOW
 */
export async function loadTokenizer(model) {
  const tokenizer = await AutoTokenizer.from_pretrained(model);
  const options = /** @type {const} */ ({ truncation: true, max_length: WINDOW, return_tensor: false });
  return (text) => tokenizer(text, options).input_ids;
}

/**
 * Groups rows of near equal length, the shortest first.
 *
 * @template {{ ids: number[] }} Row
 * @param {Row[]} rows
 * @param {number} most rows of a group
 * @returns {Row[][]}
 */
export function batches(rows, most) {
  /** @type {Row[][]} */
  const groups = [];
  let tokens = 0;
  for (const row of rows.toSorted((a, b) => a.ids.length - b.ids.length)) {
    const group = groups.at(-1);
    const cells = ((group?.length ?? 0) + 1) * row.ids.length;
    if (group && group.length < most && cells - tokens - row.ids.length <= cells * MAX_PADDING) {
      group.push(row);
      tokens += row.ids.length;
    } else {
      groups.push([row]);
      tokens = row.ids.length;
    }
  }
  return groups;
}
