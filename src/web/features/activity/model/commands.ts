import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";

/** Revokes an API key. `name` is the key's name, for the toast. */
export const revokeKey = command({
  send: ({ id }: { id: string; name: string }, api) => read(api.v1["api-keys"]({ id }).delete()),
  invalidates: ["api_key"],
  done: ({ activity }, { name }) => activity.revoked(name),
});
