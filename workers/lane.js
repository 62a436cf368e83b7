/**
 * A lane of the embed worker: one WASM session on one thread, which is this worker's.
 *
 * Lanes run batches side by side. One session on as many threads is a third slower, as its threads
 * wait for each other at every operator, and many times slower where other programs want the cores.
 */

import { heapBytes } from "./heap.js";
import { embedBatch } from "./model.js";
import { serve, transferring } from "./rpc.js";
import { env, InferenceSession, Tensor } from "../vendor/ort/ort.wasm.min.mjs";

const RUNTIME = new URL("../vendor/ort/ort-wasm-simd-threaded", import.meta.url).href;

env.wasm.wasmPaths = { mjs: `${RUNTIME}.mjs`, wasm: `${RUNTIME}.wasm` };
env.wasm.numThreads = 1;

/** @type {InferenceSession | null} */
let session = null;

serve({
  /** @param {string} model a folder below models/ */
  async load(model) {
    const url = new URL(`../models/${model}/onnx/model_quantized.onnx`, import.meta.url).href;
    session = await InferenceSession.create(url, {
      executionProviders: ["wasm"],
      externalData: [{ path: "model_quantized.onnx_data", data: `${url}_data` }],
    });
  },

  /**
   * @param {number[][]} batch token ids, one row a text
   * @returns {Promise<unknown>} {vectors, heap}: unit vectors, and the bytes of this lane's WASM memory
   */
  async run(batch) {
    if (!session) throw new Error("The lane has no model yet.");
    const vectors = await embedBatch(session, (data, dims) => new Tensor("int64", data, dims), batch);
    return transferring({ vectors, heap: heapBytes() }, [vectors.buffer]);
  },
});
