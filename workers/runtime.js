/**
 * transformers.js, for the tokenizer and for WebGPU, and the onnxruntime inside it, set to this site's
 * own files: nothing is asked of another host, and no script is made of a blob, which the content
 * security policy refuses.
 */

import { heapBytes } from "./heap.js";
import { AutoModel, AutoTokenizer, env, Tensor } from "../vendor/transformers/transformers.min.js";

const RUNTIME = new URL("../vendor/ort/ort-wasm-simd-threaded.asyncify", import.meta.url).href;

env.allowLocalModels = true;
env.allowRemoteModels = false;
// A path, as files below a whole URL count as remote ones.
env.localModelPath = new URL("../models/", import.meta.url).pathname;
env.useWasmCache = false;
// The service worker keeps the site's files already, the model's included.
env.useBrowserCache = false;
const wasm = /** @type {any} */ (env.backends.onnx).wasm;
wasm.wasmPaths = { mjs: `${RUNTIME}.mjs`, wasm: `${RUNTIME}.wasm` };
// The threads of a GPU's session have nothing to do.
wasm.numThreads = 1;

export { AutoModel, AutoTokenizer, heapBytes, Tensor };
