// The built site keeps the npm packages under vendor/; their types come from the packages themselves.
declare module "*/vendor/marked/marked.esm.js" {
  export * from "marked";
}
declare module "*/vendor/dompurify/purify.es.mjs" {
  export { default } from "dompurify";
}
// The browser build of highlight.js ships no types; these are the parts that the page uses.
declare module "*/vendor/highlight/highlight.min.js" {
  const hljs: {
    getLanguage(name: string): object | undefined;
    highlight(code: string, options: { language: string; ignoreIllegals?: boolean }): { value: string };
    registerLanguage(name: string, language: unknown): void;
  };
  export default hljs;
}
declare module "*/vendor/highlight/scala.min.js" {
  const scala: unknown;
  export default scala;
}
declare module "*/vendor/micropython/micropython.mjs" {
  export function loadMicroPython(options: Record<string, unknown>): Promise<unknown>;
}
declare module "*/vendor/temml/temml.mjs" {
  const temml: {
    render(
      source: string,
      element: HTMLElement,
      options: {
        displayMode?: boolean;
        throwOnError?: boolean;
        trust?: boolean;
        maxExpand?: number;
        maxSize?: [number, number];
      },
    ): void;
  };
  export default temml;
}
declare module "*/vendor/mermaid/mermaid.esm.min.mjs" {
  export { default } from "mermaid";
}
