/** The server's operations, typed by its own routes (`import type`: nothing of the server is shipped). */
import { toFailure } from "./failures.ts";
import { operationsAt } from "./operations.ts";

/** Every operation: `api.v1.tasks.get({ query: {} })`. Cookies identify the caller; instants stay strings. */
export const api = operationsAt("");

type Reply<Data> = {
  readonly data: Data | null;
  readonly error: unknown;
  readonly status: number;
  readonly headers: unknown;
};

/** An answer with the id of its entry in the feed, for undo; null if nothing changed. */
export type Sent<Data> = { readonly answer: Data; readonly activityId: string | null };

/** @throws Failure if the server refuses; Unreachable if it does not answer. */
export async function read<Data>(request: Promise<Reply<Data>>): Promise<Data> {
  return (await send(request)).answer;
}

/** Like {@link read}, for a write. */
export async function send<Data>(request: Promise<Reply<Data>>): Promise<Sent<Data>> {
  const reply = await request.catch((error: unknown) => {
    throw toFailure(error, null);
  });
  if (reply.error !== null || reply.data === null) throw toFailure(reply.error, reply);
  return { answer: reply.data, activityId: new Headers(reply.headers as HeadersInit).get("x-activity-id") };
}
