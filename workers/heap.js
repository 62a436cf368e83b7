/**
 * How large the WASM memories of this worker have grown. They are made deep inside Emscripten's code
 * and never shrink, so their constructor is watched. Import this before what makes them.
 */

/** @type {WebAssembly.Memory[]} */
const memories = [];

WebAssembly.Memory = class extends WebAssembly.Memory {
  /** @param {WebAssembly.MemoryDescriptor} descriptor */
  constructor(descriptor) {
    super(descriptor);
    memories.push(this);
  }
};

export function heapBytes() {
  return memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
}
