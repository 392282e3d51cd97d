/** Functions of the features that `createServer` needs, for tests that add routes of their own. */
import { readHousehold } from "#accounts/households/store.ts";
import { requireMember } from "#accounts/members/store.ts";
import type { Ports } from "#platform/http/server.ts";

export const serverPorts: Ports = {
  afterCommit: () => {},
  notFoundPage: () => null,
  findActingMember: (work, id) => requireMember(work, id, "X-Acting-Member"),
  readHousehold,
};
