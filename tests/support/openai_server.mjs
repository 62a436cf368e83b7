/**
 * A server that speaks OpenAI's chat completions over a GGUF file, for tests: the engine and the weights are real.
 *
 *     node openai_server.mjs '{"modules": ..., "model": ..., "context": 4096, "threads": 2, "cors": true, "calls": 0}'
 *
 * It prints its port once the model is loaded. Tokens are the likeliest ones unless a request says otherwise.
 * `calls`: how many tools the model must call before it answers, where it is given some; their names and arguments
 * are its own, in the form that their schemas give.
 */
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const options = JSON.parse(process.argv[2]);
const engine = pathToFileURL(`${options.modules}/node-llama-cpp/dist/index.js`).href;
const { LlamaChat, LlamaLogLevel, getLlama } = await import(engine);

const llama = await getLlama({
  gpu: false,
  build: "never",
  skipDownload: true,
  progressLogs: false,
  logLevel: LlamaLogLevel.error,
  maxThreads: options.threads,
});
const model = await llama.loadModel({ modelPath: options.model });
const context = await model.createContext({ contextSize: options.context, threads: options.threads });
const chat = new LlamaChat({ contextSequence: context.getSequence() });

const NAME = "gemma-3-270m";
/** The longest text that the model may write as an argument: without one it would not end. */
const ARGUMENT = 40;
/** One answer at a time: this is the last of them. */
let last = Promise.resolve();

/** An answer that is an error, with its status. */
class Refusal extends Error {
  constructor(status, type, message, more = {}) {
    super(message);
    this.status = status;
    this.record = { error: { code: status, message, type, ...more } };
  }
}

const server = createServer(async (request, response) => {
  if (options.cors) {
    response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
    response.setHeader("Access-Control-Allow-Headers", "authorization, content-type");
  }
  try {
    await answer(request, response);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, "server_error", String(error));
    if (response.headersSent) response.destroy();
    else send(response, refusal.status, refusal.record);
  }
});

async function answer(request, response) {
  const path = new URL(request.url, "http://localhost").pathname;
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
  } else if (request.method === "GET" && path === "/v1/models") {
    const meta = { n_ctx: options.context, n_ctx_train: model.trainContextSize };
    send(response, 200, { object: "list", data: [{ id: NAME, object: "model", owned_by: "tests", meta }] });
  } else if (request.method === "POST" && path === "/v1/chat/completions") {
    const body = JSON.parse(await textOf(request));
    if (body.model !== NAME) {
      throw new Refusal(404, "not_found_error", `The model '${body.model}' does not exist.`);
    }
    const stopped = new AbortController();
    response.on("close", () => stopped.abort());
    const turn = last.then(() => complete(body, response, stopped.signal));
    last = turn.catch(() => {});
    await turn;
  } else {
    throw new Refusal(404, "not_found_error", `There is nothing at ${path}.`);
  }
}

/** Answers one request; its turn has come. */
async function complete(body, response, signal) {
  if (signal.aborted) return;
  const history = historyOf(body.messages);
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: history });
  const tokens = contextText.tokenize(model.tokenizer).length;
  const room = options.context - tokens;
  if (room < 1) {
    const message = `request (${tokens} tokens) exceeds the available context size (${options.context} tokens), try increasing it`;
    const sizes = { n_prompt_tokens: tokens, n_ctx: options.context };
    throw new Refusal(400, "exceed_context_size_error", message, sizes);
  }
  const asked = body.max_completion_tokens ?? body.max_tokens ?? room;
  const limit = Math.min(asked, room);
  const results = body.messages.filter(({ role }) => role === "tool").length;
  const calls = body.tools?.length && results < options.calls;
  const writer = body.stream ? streamTo(response) : gather(response);
  let count = 0;
  const { response: text, metadata } = await chat.generateResponse(history, {
    signal,
    stopOnAbortSignal: true,
    maxTokens: calls ? undefined : limit,
    temperature: body.temperature ?? 0,
    seed: body.seed,
    grammar: calls ? await llama.createGrammarForJsonSchema(schemaOfCall(body.tools)) : undefined,
    onToken: (tokens) => (count += tokens.length),
    onTextChunk: calls ? undefined : (text) => writer.text(text),
  });
  if (signal.aborted) return;
  if (calls) writer.call(`call_${results + 1}`, JSON.parse(text));
  const finish = calls ? "tool_calls" : metadata.stopReason === "maxTokens" ? "length" : "stop";
  const usage = { prompt_tokens: tokens, completion_tokens: count, total_tokens: tokens + count };
  writer.end(finish, usage, body.stream_options?.include_usage);
}

/** OpenAI's messages as the engine takes them. The template knows no tools: their results are the user's words. */
function historyOf(messages) {
  return [
    ...messages.map(({ role, content, tool_calls }) => {
      const text = typeof content === "string" ? content : (content ?? []).map((part) => part.text).join("");
      if (role === "system" || role === "developer") return { type: "system", text };
      if (role !== "assistant") return { type: "user", text };
      const calls = (tool_calls ?? []).map((call) => JSON.stringify(call.function));
      return { type: "model", response: [[text, ...calls].filter(Boolean).join("\n")] };
    }),
    { type: "model", response: [] },
  ];
}

/** The schema of an object that is a call of one of the tools. */
function schemaOfCall(tools) {
  return {
    oneOf: tools.map(({ function: { name, parameters } }) => ({
      type: "object",
      properties: { name: { const: name }, arguments: bounded(parameters) },
    })),
  };
}

/** A schema whose texts have an end. */
function bounded(schema) {
  if (Array.isArray(schema)) return schema.map(bounded);
  if (schema === null || typeof schema !== "object") return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, bounded(value)]));
  return schema.type === "string" && !schema.enum ? { maxLength: ARGUMENT, ...inner } : inner;
}

/** Writes an answer as server-sent events. */
function streamTo(response) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
  const id = `chatcmpl-${Date.now()}`;
  const event = (choices, more = {}) => {
    const chunk = { id, object: "chat.completion.chunk", created: now(), model: NAME, choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const delta = (delta, finish_reason = null) => event([{ index: 0, delta, finish_reason }]);
  delta({ role: "assistant", content: "" });
  return {
    text: (content) => delta({ content }),
    call: (id, { name, arguments: given }) => {
      // In pieces, as servers send it: the name first, then what is given, here in halves.
      const text = JSON.stringify(given);
      const half = Math.ceil(text.length / 2);
      delta({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: "" } }] });
      for (const piece of [text.slice(0, half), text.slice(half)]) {
        delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
      }
    },
    end: (finish, usage, wanted) => {
      delta({}, finish);
      if (wanted) event([], { usage });
      response.end("data: [DONE]\n\n");
    },
  };
}

/** Writes an answer as one object. */
function gather(response) {
  const message = { role: "assistant", content: "" };
  return {
    text: (text) => (message.content += text),
    call: (id, { name, arguments: given }) => {
      message.tool_calls = [{ id, type: "function", function: { name, arguments: JSON.stringify(given) } }];
    },
    end: (finish_reason, usage) => {
      const choices = [{ index: 0, message, finish_reason }];
      const id = `chatcmpl-${Date.now()}`;
      send(response, 200, { id, object: "chat.completion", created: now(), model: NAME, choices, usage });
    },
  };
}

const now = () => Math.floor(Date.now() / 1000);

async function textOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function send(response, status, record) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(record));
}

server.listen(options.port, "127.0.0.1", () => console.log(server.address().port));
