/** The log: one line a request or event, on standard error; JSON where nobody is watching a terminal. Never a body or key. */
import type { LogLevel } from "../config.ts";

/** What one line says of a request. */
export type RequestLine = {
  readonly method: string;
  /** The pattern, `/v1/tasks/:id`, so that no id or secret of an address is logged; `-` where no route was found. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** The caller's key prefix; null where there was none. */
  readonly key: string | null;
  readonly id: string;
};

/** Where the lines of a server go. */
export type Log = {
  request(line: RequestLine): void;
  /** Something that happened to the server itself. */
  info(message: string): void;
  /** Something that the operator may want to repair. */
  warn(message: string): void;
  /** A fault of ours; `id` is the request's, which the caller was given. */
  error(message: string, id?: string): void;
  /** Writes what is still waiting. */
  flush(): void;
};

/** A log that says nothing. */
export const silentLog: Log = { request() {}, info() {}, warn() {}, error() {}, flush() {} };

/**
 * A log on a stream, at a level. Lines of one turn of the event loop are written together: a system call for each would cost
 * as much as a cached answer.
 */
export function createLog(level: LogLevel, write: (text: string) => void, asJson: boolean): Log {
  if (level === "silent") return silentLog;
  let waiting = "";
  let time = "";
  const flush = () => {
    if (waiting === "") return;
    const text = waiting;
    waiting = "";
    write(text);
  };
  /** Lines that are written together bear the time of the first. */
  const begin = () => {
    if (waiting !== "") return;
    time = new Date().toISOString();
    setImmediate(flush);
  };
  const event = (kind: string, message: string, id?: string) => {
    begin();
    const line = message.replaceAll(/\s*\n\s*/g, " | ");
    const text = asJson
      ? JSON.stringify({ time, level: kind, message: line, id })
      : `${time} ${kind} ${line}${id ? ` [${id}]` : ""}`;
    waiting += `${text}\n`;
  };
  const isVerbose = level === "info";
  return {
    request({ method, route, status, ms, key, id }) {
      if (!isVerbose && status < 500) return;
      begin();
      const took = Math.round(ms * 10) / 10;
      // None of these can hold a quote: written by hand, a tenth of JSON.stringify's time.
      waiting += asJson
        ? `{"time":"${time}","method":"${method}","route":"${route}","status":${status},"ms":${took},"key":${key ? `"${key}"` : null},"id":"${id}"}\n`
        : `${time} ${method} ${route} ${status} ${took}ms ${key ?? "-"} ${id}\n`;
    },
    info: (message) => isVerbose && event("info", message),
    warn: (message) => event("warning", message),
    error: (message, id) => event("error", message, id),
    flush,
  };
}
