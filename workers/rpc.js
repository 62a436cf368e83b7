/**
 * Calls to a worker or over a MessagePort, and their answers.
 *
 *     serve({ add: (a, b) => a + b });                          // in the worker
 *     const worker = connect(new Worker(url, { type: "module" }));
 *     await worker.call("add", [1, 2]);                         // outside: 3
 *
 * Every call settles: with the handler's result, with its error, or with the
 * code `worker-lost` once the worker crashed or was closed. A broken
 * connection stays broken; whoever opened it starts a new worker. A port does not
 * learn that the worker at its other end is gone: whoever ends a worker also ends
 * those that hold a port to it.
 */

/**
 * @typedef {{ id: number, method: string, args: unknown[] }} Request
 * @typedef {{ code: string, message: string, stack: string }} ErrorRecord
 * @typedef {{ id: number, result?: unknown, error?: ErrorRecord }} Reply
 * @typedef {(...args: any[]) => unknown} Handler
 * @typedef {{ call: (method: string, args?: unknown[], transfer?: Transferable[]) => Promise<any>,
 *             close: () => void, lost: Promise<Error> }} Connection
 * @typedef {Pick<MessagePort, "addEventListener" | "postMessage">} Port
 */

/** An error with a stable `code` for programs; it keeps both on its way to the caller. */
export class CodedError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "CodedError";
    this.code = code;
  }
}

/** A result together with the buffers that move to the caller instead of being copied. */
class Transfer {
  /**
   * @param {unknown} value
   * @param {Transferable[]} buffers
   */
  constructor(value, buffers) {
    this.value = value;
    this.buffers = buffers;
  }
}

/**
 * Marks a handler's result so that `buffers`, which `value` holds, are transferred.
 *
 * @param {unknown} value
 * @param {Transferable[]} buffers
 */
export function transferring(value, buffers) {
  return new Transfer(value, buffers);
}

/**
 * Answers calls with `handlers[method](...args)`, each as soon as it is done, in no fixed order.
 * Call it while the module is first evaluated: a worker does not keep messages that come earlier.
 *
 * @param {Record<string, Handler>} handlers
 * @param {Port} port
 */
export function serve(handlers, port = /** @type {any} */ (self)) {
  port.addEventListener("message", async (event) => {
    const { id, method, args } = /** @type {Request} */ (/** @type {MessageEvent} */ (event).data);
    try {
      if (!Object.hasOwn(handlers, method)) {
        throw new CodedError("no-such-method", `The worker has no method "${method}".`);
      }
      const result = await handlers[method](...args);
      if (result instanceof Transfer) port.postMessage({ id, result: result.value }, result.buffers);
      else port.postMessage({ id, result });
    } catch (error) {
      // A result that cannot be cloned ends here too, so that its caller does not wait forever.
      port.postMessage({ id, error: toRecord(error) });
    }
  });
  if (port instanceof MessagePort) port.start();
}

/**
 * The calling side of a worker or port.
 *
 * `call(method, args, transfer)` resolves to the result, or rejects with an Error that has `.code`.
 * `close()` ends the worker (or closes the port) and rejects what is still waiting.
 * `lost` resolves once the connection is broken, by a crash or by `close`.
 *
 * @param {Worker | MessagePort | BroadcastChannel} port
 * @returns {Connection}
 */
export function connect(port) {
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Error | null} */
  let broken = null;
  let lastId = 0;
  /** @type {PromiseWithResolvers<Error>} */
  const lost = Promise.withResolvers();

  /** @param {string} reason */
  function lose(reason) {
    if (broken) return;
    broken = new CodedError("worker-lost", reason);
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
    if (port instanceof Worker) port.terminate();
    else port.close();
    lost.resolve(broken);
  }

  port.addEventListener("message", (event) => {
    const { id, result, error } = /** @type {Reply} */ (/** @type {MessageEvent} */ (event).data);
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(fromRecord(error));
    else call?.resolve(result);
  });
  port.addEventListener("error", (event) => {
    // A module that does not load tells nothing but its failure: a plain Event without a message.
    const { message } = /** @type {ErrorEvent} */ (event);
    lose(message ? `A worker crashed: ${message}` : "A worker did not load.");
  });
  port.addEventListener("messageerror", () => lose("A worker sent something that cannot be read."));
  if (port instanceof MessagePort) port.start();

  return {
    call(method, args = [], transfer = []) {
      if (broken) return Promise.reject(broken);
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        try {
          port.postMessage({ id, method, args }, transfer);
        } catch (error) {
          waiting.delete(id);
          reject(error);
        }
      });
    },
    close: () => lose("The worker was closed."),
    lost: lost.promise,
  };
}

/**
 * @param {unknown} thrown
 * @returns {ErrorRecord}
 */
function toRecord(thrown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  // A DOMException's own `code` is a legacy number; its name says more.
  const { code = error.name } = /** @type {{ code?: unknown }} */ (/** @type {unknown} */ (error));
  return {
    code: typeof code === "string" ? code : error.name,
    message: error.message,
    stack: error.stack ?? "",
  };
}

/** @param {ErrorRecord} record */
function fromRecord({ code, message, stack }) {
  const error = new CodedError(code, message);
  error.stack = stack;
  return error;
}
