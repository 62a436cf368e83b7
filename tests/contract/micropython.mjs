/**
 * Runs a program in the MicroPython that the page ships, over files of its own.
 *
 *     node micropython.mjs PACKAGE < {"files": {path: text}, "program": text}
 *
 * Prints what the program prints; an exception goes to stderr, and the exit code is 1.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { files, program } = JSON.parse(readFileSync(0, "utf8"));
const { loadMicroPython } = await import(new URL("micropython.mjs", folder).href);
const python = await loadMicroPython({ stdout: (line) => console.log(line) });

for (const [path, text] of Object.entries(files)) {
  const folders = path.split("/").slice(0, -1);
  folders.forEach((_, i) => {
    const inner = `/${folders.slice(0, i + 1).join("/")}`;
    if (!python.FS.analyzePath(inner).exists) python.FS.mkdir(inner);
  });
  python.FS.writeFile(`/${path}`, text);
}
try {
  await python.runPythonAsync(program);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
