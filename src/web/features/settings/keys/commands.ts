import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import type { ApiKey } from "../sources.ts";

type KeyInput = Parameters<Operations["v1"]["api-keys"]["post"]>[0];

export const createKey = command({
  invalidates: ["api_key"],
  send: (body: KeyInput, api) => read(api.v1["api-keys"].post(body)),
});

export const revokeKey = command({
  invalidates: ["api_key"],
  send: ({ id }: ApiKey, api) => read(api.v1["api-keys"]({ id }).delete()),
  done: ({ settings }, { name }) => settings.keys.revoked(name),
});
