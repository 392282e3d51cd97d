import { revisionHeader } from "../../../lib/revision-header.ts";
import { toFailure } from "./failures.ts";
import { operationsAt } from "./operations.ts";
import { noteRevision } from "./revision.ts";

/** Cookies identify the caller; instants stay strings. No code of the server is shipped. */
export const api = operationsAt("");

type Reply<Data> = {
  readonly data: Data | null;
  readonly error: unknown;
  readonly status: number;
  readonly headers: unknown;
};

/** `activityId` is the feed's entry, for undo; null if nothing changed. */
export type Sent<Data> = { readonly answer: Data; readonly activityId: string | null };

/** @throws Failure, Unreachable */
export async function read<Data>(request: Promise<Reply<Data>>): Promise<Data> {
  return (await send(request)).answer;
}

/** @throws Failure, Unreachable */
export async function send<Data>(request: Promise<Reply<Data>>): Promise<Sent<Data>> {
  const reply = await request.catch((error: unknown) => {
    throw toFailure(error, null);
  });
  const headers = new Headers(reply.headers as HeadersInit);
  const revision = headers.get(revisionHeader);
  if (revision !== null) noteRevision(Number(revision));
  if (reply.error !== null || reply.data === null) throw toFailure(reply.error, reply);
  return { answer: reply.data, activityId: headers.get("x-activity-id") };
}
