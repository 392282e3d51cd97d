/**
 * Tests that a revoked or expired credential is refused from the next request on. The server caches callers and
 * responses for each household, so concurrent writes of others must not hide the revocation.
 */
import { describe, expect, test } from "bun:test";
import { revokeApiKey } from "#accounts/api-keys/store.ts";
import { deleteHousehold, setPlan } from "#accounts/households/store.ts";
import { updateMember } from "#accounts/members/store.ts";
import { endSession, setPassword } from "#accounts/sign-in/store.ts";
import { hour } from "#lib/time.ts";
import { removeMember } from "#overview/member-admin/removal.ts";
import { hashPassword } from "#platform/auth/passwords.ts";
import { closeDatabase, openDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { createTask } from "#routines/tasks/store.ts";
import { memberRemovals } from "#server/member-removals.ts";
import { type Answer, household, refusal, serverInProcess, start } from "../support/home/home.ts";
import { emptyFolder } from "../support/home/program.ts";
import { tablet } from "../support/records/check-ins.ts";

const password = "a long one that nobody guesses";
const lapsed = { plan: "none", planEndsAt: null, trialEndsAt: null } as const;

/**
 * A household and a neighbour in one database file. `inOtherProcess` changes the file through a second connection, as a
 * command does.
 */
async function home() {
  const dataDir = emptyFolder();
  const db = openDataDir(dataDir, { now: start });
  const own = await household({ server: serverInProcess({}, { db }) });
  const neighbour = await own.neighbour();
  const other = openDatabase(`${dataDir}/inglenook.db`);
  const inOtherProcess = (change: (work: ReturnType<typeof own.work>) => unknown) =>
    transact(other, () => change({ ...own.work(), db: other }));
  const [anna, ben] = [own.as(own.members.anna), own.as(own.members.ben)];
  return { ...own, neighbour, other, inOtherProcess, anna, ben };
}

type House = Awaited<ReturnType<typeof home>>;
/** Sends one request with the credential. */
type Call = (method: string, path: string, body?: object) => Promise<Answer>;
type Credential = {
  /** Creates the credential. Returns its request function and the function that ends it. */
  make(house: House): Promise<{ call: Call; end(): unknown }>;
  /** The expected response after the credential ended. */
  readonly refused: { status: number; error: string };
};

const unknownKey = { status: 401, error: "Invalid API key" };
const signedOut = { status: 401, error: "Missing API key" };

const byKey =
  ({ call }: House, key: string): Call =>
  (method, path, body) =>
    call(method, path, { key, ...(body ? { body } : {}) });
const byMember =
  (who: House["ben"]): Call =>
  (method, path, body) =>
    who.call(method, path, body ? { body } : {});

/** Ben's session, ended by `end`. */
const session = (end: (house: House) => unknown): Credential => ({
  make: async (house) => ({ call: byMember(house.ben), end: () => end(house) }),
  refused: signedOut,
});
/** A key without a member, ended by `end`. */
const key = (end: (house: House, id: string) => unknown, refused = unknownKey, more: object = {}): Credential => ({
  make: async (house) => {
    const made = house.createKey(more);
    return { call: byKey(house, made.key), end: () => end(house, made.id) };
  },
  refused,
});
const keyOfBen = (end: (house: House) => unknown): Credential => ({
  make: async (house) => {
    const made = house.createKey({ memberId: house.members.ben.id });
    return { call: byKey(house, made.key), end: () => end(house) };
  },
  refused: unknownKey,
});

const idOfSession = async ({ ben }: House) => {
  const { body } = await ben.get("/app/sessions");
  return body.sessions.find(({ current }: { current: boolean }) => current).id;
};

const credentials: Record<string, Credential> = {
  "a key that was revoked": key(({ anna }, id) => anna.delete(`/v1/api-keys/${id}`)),
  "a key that a command revoked": key(({ inOtherProcess }, id) => inOtherProcess((work) => revokeApiKey(work, id))),
  "a key that expired": key(
    ({ clock }) => clock.advance(hour),
    { status: 401, error: "API key expired" },
    { expiresAt: new Date(start.getTime() + hour).toISOString() },
  ),
  "a key of a household whose plan a command ended": key(
    ({ inOtherProcess }) => inOtherProcess((work) => setPlan(work, lapsed)),
    {
      status: 403,
      error: "subscription_required",
    },
  ),
  "a key of a household that a command deleted": key(({ other, id }) =>
    transact(other, () => deleteHousehold(other, id)),
  ),
  "a key of a member who was removed": keyOfBen(({ anna, members }) => anna.delete(`/app/members/${members.ben.id}`)),
  "a key of a member whom another process removed": keyOfBen(({ inOtherProcess, members }) =>
    inOtherProcess((work) => removeMember(work, members.ben.id, {}, memberRemovals)),
  ),
  "a sign-in that its member ended": session(({ ben }) => ben.delete("/app/session")),
  "a sign-in that another of the member's ended": session(async (house) =>
    house.as(house.members.ben).delete(`/app/sessions/${await idOfSession(house)}`),
  ),
  "a sign-in that another process ended": {
    make: async (house) => {
      const id = await idOfSession(house);
      return {
        call: byMember(house.ben),
        end: () => house.inOtherProcess((work) => endSession(work, house.members.ben.id, id)),
      };
    },
    refused: signedOut,
  },
  "a sign-in of a member who changed the password elsewhere": {
    make: async (house) => {
      const hash = await hashPassword(password);
      transact(house.db, () => setPassword(house.work(), house.members.ben.id, hash));
      const [here, elsewhere] = [house.as(house.members.ben), house.as(house.members.ben)];
      const change = { current: password, new: `${password}, changed` };
      return {
        call: byMember(here),
        end: async () => expect((await elsewhere.post("/app/password", change)).status).toBe(200),
      };
    },
    refused: signedOut,
  },
  "a sign-in of a member whose password a command set": session(({ inOtherProcess, members }) =>
    inOtherProcess((work) => setPassword(work, members.ben.id, "$argon2id$unused")),
  ),
  "a sign-in of a member whose sign-in was taken away": session(({ anna, members }) =>
    anna.delete(`/app/members/${members.ben.id}/sign-in`),
  ),
  "a sign-in of a member who was removed": session(({ anna, members }) =>
    anna.delete(`/app/members/${members.ben.id}`),
  ),
  "a sign-in of a household that a command deleted": session(({ other, id }) =>
    transact(other, () => deleteHousehold(other, id)),
  ),
  "a tablet that was revoked": {
    make: async (house) => {
      const { token } = await tablet(house);
      const { body } = await house.anna.get("/app/devices");
      const headers = { Authorization: `Device ${token}`, "X-Acting-Member": house.members.ben.id };
      return {
        call: (method, path, sent) => house.call(method, path, { headers, ...(sent ? { body: sent } : {}) }),
        end: () => house.anna.delete(`/app/devices/${body.devices[0].id}`),
      };
    },
    refused: unknownKey,
  },
};

/** Writes that happen before and after the credential ends. */
const noises: Record<string, (house: House) => unknown> = {
  "nothing else is written": () => {},
  "another household writes": ({ neighbour }) => write(neighbour),
  "its own household writes": (house) => write(house),
  "another process writes": ({ other, neighbour }) =>
    transact(other, () =>
      createTask({ ...neighbour.work(), db: other }, { label: "x", memberId: neighbour.members.anna.id }),
    ),
};

/** A real request arrives in a later turn of the event loop than the response before it. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function write({ key: { key }, call, members }: Pick<House, "key" | "call" | "members">) {
  await call("POST", "/v1/tasks", { key, body: { label: "x", memberId: members.anna.id } });
}

async function tries(call: Call, task: string): Promise<Answer[]> {
  return [
    await call("GET", "/v1/tasks"),
    await call("GET", "/v1/households/me/members"),
    await call("PATCH", `/v1/tasks/${task}`, { completedAt: "2026-11-27T08:00:00.000Z" }),
  ];
}

describe.each(Object.entries(noises))("refused credentials while %s", (_noise, noise) => {
  test.each(Object.entries(credentials))(
    "A request that uses %s is refused immediately, whatever else is written meanwhile",
    async (_name, { make, refused }) => {
      const house = await home();
      const { call, end } = await make(house);
      const task = (await house.anna.post("/v1/tasks", { label: "Bins", memberId: house.members.ben.id })).body.id;
      await noise(house);
      for (const { status } of [...(await tries(call, task)), ...(await tries(call, task))]) expect(status).toBe(200);
      await noise(house);
      await end();
      await nextTurn();
      await noise(house);
      const neighbours = await house.neighbour.get("/v1/tasks");
      for (const { status, body } of await tries(call, task)) {
        expect({ status, body }).toEqual({ status: refused.status, body: refusal(refused.status, refused.error) });
      }
      expect(neighbours.status).toBe(200);
      closeDatabase(house.other);
    },
  );
});

describe("a permission that was removed", () => {
  test.each(Object.entries(noises))(
    "A member who becomes a child loses an adult's permissions at the next request while %s",
    async (_name, noise) => {
      const house = await home();
      const { anna, ben, members } = house;
      expect((await ben.get("/v1/api-keys")).status).toBe(200);
      await noise(house);
      await anna.patch(`/app/members/${members.ben.id}`, { role: "child" });
      await noise(house);
      expect((await ben.get("/v1/api-keys")).body).toEqual(refusal(403, "Only an owner or adult can do this"));
      closeDatabase(house.other);
    },
  );

  test.each(Object.entries(noises))(
    "An API key of a member who becomes a child loses an adult's permissions while %s",
    async (_name, noise) => {
      const house = await home();
      const { anna, members, inOtherProcess } = house;
      const call = byKey(house, house.createKey({ memberId: members.ben.id }).key);
      const section = async (name: string) => (await anna.post("/v1/lists/sections", { name })).body.id;
      const [one, other] = [await section("Home"), await section("School")];
      expect((await call("DELETE", `/v1/lists/sections/${one}`)).status).toBe(200);
      await noise(house);
      await inOtherProcess((work) => updateMember(work, members.ben.id, { role: "child" }));
      await nextTurn();
      await noise(house);
      const { body } = await call("DELETE", `/v1/lists/sections/${other}`);
      expect(body).toEqual(refusal(403, "Only an owner or adult can do this"));
      closeDatabase(house.other);
    },
  );
});
