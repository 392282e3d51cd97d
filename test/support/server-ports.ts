/** What `createServer` needs of the features, for tests with routes of their own. */
import { readHousehold } from "../../src/households/store.ts";
import type { Ports } from "../../src/http/server.ts";
import { requireMember } from "../../src/members/store.ts";

export const serverPorts: Ports = {
  afterWrite: () => {},
  notFoundPage: () => null,
  findActingMember: (work, id) => requireMember(work, id, "X-Acting-Member"),
  readHousehold,
};
