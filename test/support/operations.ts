/** One valid call of every operation that needs credentials, by its operation id: what the contract test sends. */
import { transact } from "../../src/db/client.ts";
import { setPassword } from "../../src/sign-in/store.ts";
import type { Home } from "./home.ts";

/** A call that would succeed: the path with its ids filled in, and the body where the operation takes one. */
export type Sample = {
  path: string;
  body?: Record<string, unknown>;
  /** Entries of activity that it writes; for a read none, else one unless it says otherwise. */
  entries?: number;
  /** True where a child or guest may do it only with what is assigned to them, which this is not. */
  isOwnOnly?: boolean;
};

async function taskId(home: Home): Promise<string> {
  const { body } = await home.post("/v1/tasks", { label: "Sample", memberId: home.members.anna.id });
  return body.id;
}

const weekly = {
  title: "Sample",
  startsAt: "2026-12-01T16:00:00+01:00",
  endsAt: "2026-12-01T17:00:00+01:00",
  recurrenceRule: "FREQ=WEEKLY",
};

async function eventId(home: Home, event: object = weekly): Promise<string> {
  const { body } = await home.post("/v1/events", event);
  return body.id;
}

async function pair(home: Home): Promise<{ code: string; name: string }> {
  const { body } = await home.call("POST", "/app/devices/pairing", { key: null });
  return { code: body.code, name: "Tablet" };
}

/** A new operation adds its line here. */
export const samples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  listMembers: () => ({ path: "/v1/households/me/members" }),
  listEvents: ({ members: { anna } }) => ({ path: `/v1/events?from=2026-12-01T00:00:00Z&memberId=${anna.id}` }),
  createEvent: ({ members: { anna, ben } }) => ({
    path: "/v1/events",
    body: {
      ...weekly,
      memberIds: [anna.id, ben.id],
      syncTargets: [{ memberId: anna.id, provider: "provider_a", externalCalendarId: "home" }],
    },
  }),
  readEvent: async (home) => ({ path: `/v1/events/${await eventId(home)}` }),
  updateEvent: async (home) => ({
    path: `/v1/events/${await eventId(home)}`,
    body: { memberIds: [home.members.mia.id], editScope: "this_and_future", instanceStartsAt: "2026-12-15T15:00:00Z" },
  }),
  deleteEvent: async (home) => ({ path: `/v1/events/${await eventId(home, { ...weekly, recurrenceRule: null })}` }),
  listTasks: () => ({ path: "/v1/tasks?completed=false" }),
  createTask: (home) => ({ path: "/v1/tasks", body: { label: "Sample", memberId: home.members.anna.id } }),
  updateTask: async (home) => ({
    path: `/v1/tasks/${await taskId(home)}`,
    body: { memberId: home.members.ben.id },
    isOwnOnly: true,
  }),
  deleteTask: async (home) => ({ path: `/v1/tasks/${await taskId(home)}` }),
  listActivity: () => ({ path: "/v1/activity?limit=2" }),
  listApiKeys: () => ({ path: "/v1/api-keys" }),
  createApiKey: () => ({ path: "/v1/api-keys", body: { name: "Sample", scopes: ["tasks.read"] } }),
  revokeApiKey: (home) => ({ path: `/v1/api-keys/${home.createKey().id}` }),
  readSettings: () => ({ path: "/app/household" }),
  updateSettings: () => ({ path: "/app/household", body: { weekStartsOn: 7, defaultReminderMinutes: 10 } }),
  addMember: () => ({ path: "/app/members", body: { name: "Leo", role: "child", avatar: "🐸" } }),
  updateMember: (home) => ({ path: `/app/members/${home.members.mia.id}`, body: { color: "berry" } }),
  reorderMembers: ({ members: { anna, ben, mia } }) => ({
    path: "/app/members/reorder",
    body: { ids: [mia.id, anna.id, ben.id] },
  }),
  removeMember: (home) => ({ path: `/app/members/${home.members.mia.id}` }),
  inviteMember: (home) => ({ path: `/app/members/${home.members.ben.id}/invitation` }),
  endSignIn: (home) => ({ path: `/app/members/${home.members.ben.id}/sign-in` }),
  confirmPairing: async (home) => ({ path: "/app/devices", body: await pair(home) }),
  listDevices: () => ({ path: "/app/devices" }),
  revokeDevice: async (home) => {
    const { body } = await home.as(home.members.anna).post("/app/devices", await pair(home));
    return { path: `/app/devices/${body.id}` };
  },
  whoAmI: () => ({ path: "/app/session" }),
  signOut: () => ({ path: "/app/session", entries: 0 }),
  listSessions: () => ({ path: "/app/sessions" }),
  endSession: async (home) => {
    const anna = home.as(home.members.anna);
    const { body } = await anna.get("/app/sessions");
    return { path: `/app/sessions/${body.sessions[0].id}`, entries: 0 };
  },
  changePassword: async (home) => {
    const hash = await Bun.password.hash("correct horse", { algorithm: "argon2id", memoryCost: 1024, timeCost: 1 });
    transact(home.db, () => setPassword(home.work(), home.members.anna.id, hash));
    return { path: "/app/password", body: { current: "correct horse", new: "battery staple" } };
  },
};
