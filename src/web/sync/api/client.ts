import { revisionHeader } from "#lib/revision-header.ts";
import type { Environment } from "../environment.ts";
import { toFailure } from "./failures.ts";
import { type Operations, operationsAt } from "./operations.ts";
import type { Revisions } from "./revision.ts";

/**
 * Creates the typed client of the server's API. Cookies identify the caller. Instants in responses stay strings: the
 * client does not convert them to dates. This module imports only types from the server, so that the app contains no
 * code of the server.
 */
export function createApi({ fetch }: Environment, { noteRevision }: Revisions): Operations {
  return operationsAt("", async (path, init) => {
    const response = await fetch(path, init);
    const revision = response.headers.get(revisionHeader);
    if (revision !== null) noteRevision(Number(revision));
    return response;
  });
}

type Reply<Data> = {
  readonly data: Data | null;
  readonly error: unknown;
  readonly status: number;
  readonly headers: unknown;
};

/**
 * Response to a write. `activityId` is the id of the write's entry in the activity feed, for undo. It is null if
 * nothing changed.
 */
export type Sent<Data> = { readonly answer: Data; readonly activityId: string | null };

/**
 * Returns the data of a response.
 * @throws Failure if the server refused the request; Unreachable if there was no response
 */
export async function read<Data>(request: Promise<Reply<Data>>): Promise<Data> {
  return (await send(request)).answer;
}

/**
 * Waits for the response to a write. Returns the data of the response, and the id of the write's entry in the activity
 * feed.
 * @throws Failure if the server refused the request; Unreachable if there was no response
 */
export async function send<Data>(request: Promise<Reply<Data>>): Promise<Sent<Data>> {
  const reply = await request.catch((error: unknown) => {
    throw toFailure(error, null);
  });
  if (reply.error !== null || reply.data === null) throw toFailure(reply.error, reply);
  return { answer: reply.data, activityId: new Headers(reply.headers as HeadersInit).get("x-activity-id") };
}
