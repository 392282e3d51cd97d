/** The server's log. It never contains bodies of requests or whole API keys. */
import type { LogLevel } from "../config.ts";

export type RequestLine = {
  readonly method: string;
  /** The pattern of the route, without the ids and secrets of the actual address. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly keyPrefix: string | null;
  readonly id: string;
};

export type Log = {
  request(line: RequestLine): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, id?: string): void;
  flush(): void;
};

export const silentLog: Log = { request() {}, info() {}, warn() {}, error() {}, flush() {} };

/** How long lines about requests are collected, in milliseconds. The times in the lines are only as exact as this. */
const collectMs = 5;

/** Creates the log, which writes lines together: a system call for each would cost as much as a cached answer. */
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
  const begin = () => {
    if (waiting !== "") return;
    time = new Date().toISOString();
    setTimeout(flush, collectMs);
  };
  const event = (kind: string, message: string, id?: string) => {
    begin();
    setImmediate(flush);
    const line = message.replaceAll(/\s*\n\s*/g, " | ");
    const text = asJson
      ? JSON.stringify({ time, level: kind, message: line, id })
      : `${time} ${kind} ${line}${id ? ` [${id}]` : ""}`;
    waiting += `${text}\n`;
  };
  const isVerbose = level === "info";
  return {
    request({ method, route, status, ms, keyPrefix, id }) {
      if (!isVerbose && status < 500) return;
      begin();
      const took = Math.round(ms * 10) / 10;
      // The values contain no quotes, so they need no escaping. `JSON.stringify` would take ten times as long.
      waiting += asJson
        ? `{"time":"${time}","method":"${method}","route":"${route}","status":${status},"ms":${took},"key":${keyPrefix ? `"${keyPrefix}"` : null},"id":"${id}"}\n`
        : `${time} ${method} ${route} ${status} ${took}ms ${keyPrefix ?? "-"} ${id}\n`;
    },
    info: (message) => isVerbose && event("info", message),
    warn: (message) => event("warning", message),
    error: (message, id) => event("error", message, id),
    flush,
  };
}
