/** Requests byte by byte, for what no HTTP client would send. */
import { connect } from "node:net";

/** What came back over one connection. `body` is the decoded JSON, or the text where it is none. */
export type RawAnswer = { readonly status: number; readonly head: string; readonly body: any };

/** Sends the bytes over a connection of their own and reads until the server closes it, or until `isEnough` holds. */
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

/** Whether the head of an answer is here. */
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
