/** A model's file that a person picks: from the picker to the browser's own file system, past Python. */

import { connect } from "./workers/rpc.js";

/**
 * Pick a file and keep it; to be called while the person clicks.
 *
 * @param {(name: string, done: number, total: number) => void} told in bytes, now and then
 * @param {(name: string, reason: string) => void} ended the name that it is kept under; why it is not, or ""
 */
export function pickModel(told, ended) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".gguf";
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) void keep(file, told, ended);
  });
  input.click();
}

/**
 * @param {File} file
 * @param {(name: string, done: number, total: number) => void} told
 * @param {(name: string, reason: string) => void} ended
 */
export async function keep(file, told, ended) {
  const worker = connect(new Worker(new URL("./workers/models.js", document.baseURI), { type: "module" }));
  try {
    const name = await worker.call("keep", [file]);
    for (let at = await worker.call("next", [name]); ; at = await worker.call("next", [name])) {
      told(name, at.done, at.total);
      if (at.finished) break;
    }
    ended(name, "");
  } catch (error) {
    ended(file.name, /** @type {Error} */ (error).message);
  } finally {
    worker.close();
  }
}
