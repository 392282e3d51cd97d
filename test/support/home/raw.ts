/** Sends requests byte by byte over TCP, for requests that no HTTP client sends. */
import { connect } from "node:net";

/** Response on one connection. `body` is the decoded JSON, or the text if it is not JSON. */
export type RawAnswer = { readonly status: number; readonly head: string; readonly body: any };

/** Sends bytes over a new connection, and reads until the server closes the connection or `isEnough` returns true. */
export function exchange(origin: string, bytes: string, isEnough = (_text: string) => false): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "localhost", () => socket.write(bytes, "latin1"));
    let text = "";
    const end = () => {
      socket.destroy();
      resolve(parse(text));
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (isEnough(text)) end();
    });
    socket.on("close", end);
    socket.on("error", reject);
  });
}

const goOn = "HTTP/1.1 100 Continue\r\n\r\n";

/**
 * Sends a POST up to a point in its body, and resolves once the server has accepted the request. `finish` sends the
 * rest. `answer` resolves to the response when the connection ends.
 */
export function beginPost(url: string, headers: Record<string, string>, body: string, sentBytes: number) {
  const { hostname, port, host, pathname } = new URL(url);
  const all = { Host: host, Connection: "close", Expect: "100-continue", "Content-Length": body.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  let text = "";
  const answer = new Promise<RawAnswer>((resolve) => {
    socket.on("error", () => {}); // The close that follows ends the answer.
    socket.on("close", () => resolve(parse(text.slice(goOn.length))));
  });
  return new Promise<{ answer: Promise<RawAnswer>; finish(): void }>((resolve) => {
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text === goOn) resolve({ answer, finish: () => socket.write(body.slice(sentBytes), "latin1") });
    });
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n${body.slice(0, sentBytes)}`, "latin1");
  });
}

/**
 * Sends the same request again and again on one connection, each time after the response, until the connection ends.
 * `lastHead` is the head of the last response; `error` is the error code if the connection was cut off.
 */
export function keepBusy(origin: string, bytes: string, onAnswer: () => void) {
  const counts = { sent: 0, answered: 0, lastHead: "", error: "" };
  return new Promise<typeof counts>((resolve) => {
    const socket = connect(Number(new URL(origin).port), "localhost");
    let text = "";
    const send = () => {
      counts.sent++;
      socket.write(bytes, "latin1");
    };
    socket.on("connect", send);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const { head } = parse(text);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
      if (text.length !== head.length + 4 + length) return;
      text = "";
      counts.answered++;
      counts.lastHead = head;
      onAnswer();
      if (!/^connection: close/im.test(head)) send();
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      counts.error = code ?? "?";
    });
    socket.on("close", () => resolve(counts));
  });
}

/** Whether the text contains a complete head of a response. */
export const hasHead = (text: string) => text.includes("\r\n\r\n");

function parse(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const head = end < 0 ? text : text.slice(0, end);
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0), head, body: decode(text.slice(end + 4)) };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
