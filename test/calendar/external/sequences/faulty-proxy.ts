/** An HTTP proxy whose requests and answers go wrong at random. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dice } from "../../../support/random/rules.ts";

const share = 0.1;

type Asked = { readonly method: string; readonly path: string; readonly headers: Headers; readonly body: string };
type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

/** Changes a response. Null closes the connection. */
type ResponseChange = (answer: Answer) => Answer | null;

type Fault = {
  readonly fits: (asked: Asked) => boolean;
  /** Returns a response in place of the server's. `stall` sends none. */
  readonly instead?: (dice: Dice) => Answer | "stall" | null;
  readonly change?: (asked: Asked) => Asked;
  readonly changeResponse?: ResponseChange;
  /** The connection is closed in the middle of the answer. */
  readonly isCut?: boolean;
};

const isAny = () => true;
const isWrite = ({ method }: Asked) => method === "PUT" || method === "DELETE";
const isPut = ({ method }: Asked) => method === "PUT";
const isMultistatus = ({ method }: Asked) => method === "PROPFIND" || method === "REPORT";
const isListing = ({ method, headers }: Asked) => method === "PROPFIND" && headers.get("depth") === "1";
const isSync = ({ method, body }: Asked) => method === "REPORT" && body.includes("sync-collection");

function answerOf(status: number, body = "", headers: Record<string, string> = {}): Answer {
  return { status, headers: new Headers(headers), body };
}

function faultsWith(elsewhere: string): Readonly<Record<string, Fault>> {
  return {
    "dropped before": { fits: isAny, instead: () => null },
    "dropped once done": { fits: isAny, changeResponse: () => null },
    401: { fits: isAny, instead: () => answerOf(401, "", { "WWW-Authenticate": 'Basic realm="Test"' }) },
    412: { fits: isWrite, instead: () => answerOf(412) },
    429: { fits: isAny, instead: () => answerOf(429, "", { "Retry-After": "30" }) },
    500: { fits: isAny, instead: () => answerOf(500, "<html>Oops</html>") },
    "500 once done": { fits: isWrite, changeResponse: () => answerOf(500) },
    "connection cut": { fits: isAny, isCut: true },
    "body cut": {
      fits: isAny,
      changeResponse: (answer) => ({ ...answer, body: answer.body.slice(0, answer.body.length / 2) }),
    },
    "empty 207": { fits: isMultistatus, instead: () => answerOf(207, '<D:multistatus xmlns:D="DAV:"/>') },
    "no objects": { fits: isListing, changeResponse: withoutObjects },
    "stale token": {
      fits: isSync,
      instead: () => answerOf(403, '<D:error xmlns:D="DAV:"><D:valid-sync-token/></D:error>'),
    },
    "no ETag": { fits: isPut, changeResponse: withoutTag },
    "507": { fits: isPut, instead: () => answerOf(507) },
    "507 page": { fits: isSync, change: limited },
    "507 listing": { fits: isListing, changeResponse: withInsufficientStorage },
    stall: { fits: isAny, instead: () => "stall" },
    redirect: {
      fits: isAny,
      instead: (dice) => answerOf(dice.pick([301, 302, 303, 307, 308]), "", { Location: `${elsewhere}/stolen/` }),
    },
  };
}

/** Makes a calendar look empty. The first response, which is kept, is the calendar itself. */
function withoutObjects(answer: Answer): Answer {
  const [, first, , end] =
    /^([\s\S]*?<\/([\w-]+:)?response>)[\s\S]*(<\/(?:[\w-]+:)?multistatus>)\s*$/.exec(answer.body) ?? [];
  return first === undefined ? answer : { ...answer, body: first + end };
}

function withoutTag(answer: Answer): Answer {
  const headers = new Headers(answer.headers);
  headers.delete("etag");
  return { ...answer, headers };
}

/** One object a page, at servers that know limits. */
function limited(asked: Asked): Asked {
  const limit = "<$1limit><$1nresults>1</$1nresults></$1limit><$1prop";
  return { ...asked, body: asked.body.replace(/<([\w-]+:)prop/, limit) };
}

function withInsufficientStorage(answer: Answer): Answer {
  const more =
    '<D:response xmlns:D="DAV:"><D:href>/</D:href><D:status>HTTP/1.1 507 Insufficient</D:status></D:response>';
  return { ...answer, body: answer.body.replace(/<\/([\w-]+:)?multistatus>\s*$/, `${more}$&`) };
}

type ProxyState = {
  isFaulty: boolean;
  /** Requests that reached another origin. */
  stolen: number;
  requests: number;
  /** Selects requests that are refused with status 500. */
  refuses: (asked: Asked) => boolean;
  beforeForward: () => Promise<void>;
  beforeAnswer: () => Promise<void>;
};

const nothing = async () => {};

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** `onStall`: the client should give up. */
export async function startFaultyProxy(target: string, dice: Dice, onStall: () => void) {
  const state: ProxyState = {
    isFaulty: false,
    stolen: 0,
    requests: 0,
    refuses: () => false,
    beforeForward: nothing,
    beforeAnswer: nothing,
  };
  const counts = new Map<string, number>();
  const trap = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      state.stolen++;
      return new Response();
    },
  });
  const faults = Object.entries(faultsWith(`http://127.0.0.1:${trap.port}`));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: Asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: forwarded(request),
      body: Buffer.concat(chunks).toString(),
    };
    state.requests++;
    const fitting = state.isFaulty && dice.chance(share) ? faults.filter(([, { fits }]) => fits(asked)) : [];
    const [name, fault] = fitting.length > 0 ? dice.pick(fitting) : [];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    const instead = state.refuses(asked) ? answerOf(500) : fault?.instead?.(dice);
    if (instead === "stall") {
      onStall();
      return;
    }
    const sent = fault?.change?.(asked) ?? asked;
    if (instead === undefined) await state.beforeForward();
    const answer = instead === undefined ? await forward(target, sent) : instead;
    if (instead === undefined) await state.beforeAnswer();
    const last = answer && fault?.changeResponse ? fault.changeResponse(answer) : answer;
    // The response's own `destroy` sends an empty 200.
    if (last === null) request.socket.destroy();
    else send(response, last, fault?.isCut === true);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Faults by name. */
    counts,
    stop() {
      server.closeAllConnections();
      server.close();
      trap.stop(true);
    },
  };
}

function forwarded({ headers }: IncomingMessage): Headers {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|accept-encoding)$/.test(name),
  );
  return new Headers(kept.map(([name, value]): [string, string] => [name, String(value)]));
}

async function forward(target: string, { method, path, headers, body }: Asked): Promise<Answer> {
  const init = { method, headers, body: body === "" ? null : body, redirect: "manual" as const };
  const response = await fetch(target + path, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function send(response: ServerResponse, { status, headers, body }: Answer, isCut: boolean): void {
  const own = [...headers].filter(
    ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name),
  );
  const hasBody = status !== 204 && status !== 304;
  const length = hasBody ? { "Content-Length": String(Buffer.byteLength(body) + Number(isCut)) } : {};
  response.writeHead(status, { ...Object.fromEntries(own), ...length });
  if (!isCut) {
    response.end(hasBody ? body : undefined);
    return;
  }
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}
