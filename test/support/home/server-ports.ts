/** The functions of the features that `createServer` needs, for tests with their own routes. */
import { readHousehold } from "../../../src/households/store.ts";
import type { Ports } from "../../../src/http/server.ts";
import { requireMember } from "../../../src/members/store.ts";

export const serverPorts: Ports = {
  afterCommit: () => {},
  notFoundPage: () => null,
  findActingMember: (work, id) => requireMember(work, id, "X-Acting-Member"),
  readHousehold,
};
