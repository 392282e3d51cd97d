/** The server's operations, typed by its own routes (`import type`: nothing of the server is shipped). */
import { treaty } from "@elysiajs/eden";
import type { createFeatures } from "../../app.ts";
import { toFailure } from "./failures.ts";

type Features = ReturnType<typeof createFeatures>;

/** A dead line may take requests, and never say so: then it is as if nobody had answered. */
const patienceMs = 30_000;

/** Files may take as long as they need. */
const patiently = ((input: RequestInfo | URL, init?: RequestInit) =>
  fetch(
    input,
    init?.body instanceof FormData ? init : { ...init, signal: AbortSignal.timeout(patienceMs) },
  )) as typeof fetch;

/** Every operation: `api.v1.tasks.get({ query: {} })`. Cookies say who calls; instants stay text. */
export const api = treaty<Features>(location.origin, { parseDate: false, fetcher: patiently });

/** What Eden gives for one request. */
type Reply<Data> = {
  readonly data: Data | null;
  readonly error: unknown;
  readonly status: number;
  readonly headers: unknown;
};

/** An answer with the id of its entry in the feed, by which it can be taken back; null where nothing changed. */
export type Sent<Data> = { readonly answer: Data; readonly activityId: string | null };

/** The data of a request. @throws Failure where the server refuses it; Unreachable where it does not answer. */
export async function read<Data>(request: Promise<Reply<Data>>): Promise<Data> {
  return (await send(request)).answer;
}

/** As {@link read}, for a change. */
export async function send<Data>(request: Promise<Reply<Data>>): Promise<Sent<Data>> {
  const reply = await request.catch((error: unknown) => {
    throw toFailure(error, null);
  });
  if (reply.error !== null || reply.data === null) throw toFailure(reply.error, reply);
  return { answer: reply.data, activityId: new Headers(reply.headers as HeadersInit).get("x-activity-id") };
}
