// The built site keeps the npm packages under vendor/; their types come from the packages themselves.
declare module "*/vendor/idb/idb.js" {
  export * from "idb";
}
declare module "*/vendor/transformers/transformers.min.js" {
  export * from "@huggingface/transformers";
}
declare module "*/vendor/ort/ort.wasm.min.mjs" {
  export * from "onnxruntime-web/wasm";
}
declare module "*/vendor/wllama/wllama.js" {
  export * from "@wllama/wllama";
}
