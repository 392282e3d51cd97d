/** The server's operations, typed by its own routes (`import type`: nothing of the server is shipped). */
import { toFailure } from "./failures.ts";
import { operationsAt } from "./operations.ts";

/** Every operation: `api.v1.tasks.get({ query: {} })`. Cookies say who calls; instants stay text. */
export const api = operationsAt("");

/** What an operation resolves to. */
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
