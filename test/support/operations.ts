/** One valid call of every operation that needs credentials, by its operation id: what the contract test sends. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transact } from "../../src/db/client.ts";
import { setCover } from "../../src/lists/covers.store.ts";
import { setPassword } from "../../src/sign-in/store.ts";
import type { Home } from "./home.ts";
import { upload } from "./multipart.ts";

/** A call that would succeed: the path with its ids filled in, and the body where the operation takes one. */
export type Sample = {
  path: string;
  body?: Record<string, unknown>;
  /** The picture that it uploads instead. */
  file?: Uint8Array;
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

async function sectionId(home: Home): Promise<string> {
  return (await home.post("/v1/lists/sections", { name: "Home" })).body.id;
}

async function listId(home: Home, name = "Groceries"): Promise<string> {
  return (await home.post("/v1/lists", { name, sectionId: await sectionId(home) })).body.id;
}

/** A list with three tasks; `at` is the address of its blocks. */
async function blocks(home: Home) {
  const id = await listId(home);
  const at = `/v1/lists/${id}/blocks`;
  const ids: string[] = [];
  for (const content of ["Milk", "Eggs", "Bread"]) ids.push((await home.post(at, { type: "task", content })).body.id);
  return { at, ids, first: `${at}/${ids[0]}` };
}

/** The request of a sample, with headers of its own where `more` has some. */
export function requestOf({ body, file }: Sample, more: Request = {}): Request {
  if (!file) return { body, ...more };
  const { headers, raw } = upload(file);
  return { raw, ...more, headers: { ...headers, ...more.headers } };
}

type Request = NonNullable<Parameters<Home["call"]>[2]>;

/** One pixel (GIF89a). */
const pixel = Uint8Array.fromHex("47494638396101000100800000ffffff0000002c00000000010001000002024401003b");

/** Puts a picture among the household's own; answers its id. */
function photoId({ server }: Home): string {
  mkdirSync(join(server.dataDir, "photos"), { recursive: true });
  writeFileSync(join(server.dataDir, "photos", "sample.gif"), pixel);
  return "folder:sample.gif";
}

/** A new operation adds its line here. */
export const samples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  readHousehold: () => ({ path: "/v1/households/me" }),
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
  searchPhotos: () => ({ path: "/v1/lists/photos/search?query=beach" }),
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
  createSection: () => ({ path: "/v1/lists/sections", body: { name: "Home" } }),
  reorderSections: async (home) => {
    const ids = [await sectionId(home), await sectionId(home)];
    return { path: "/v1/lists/sections/reorder", body: { ids: ids.reverse() } };
  },
  renameSection: async (home) => ({ path: `/v1/lists/sections/${await sectionId(home)}`, body: { name: "House" } }),
  deleteSection: async (home) => ({ path: `/v1/lists/sections/${await sectionId(home)}` }),
  listLists: () => ({ path: "/v1/lists" }),
  createList: async (home) => ({ path: "/v1/lists", body: { name: "Groceries", sectionId: await sectionId(home) } }),
  reorderLists: async (home) => {
    const section = await sectionId(home);
    const make = async (name: string) => (await home.post("/v1/lists", { name, sectionId: section })).body.id;
    const ids = [await make("One"), await make("Two")];
    return { path: "/v1/lists/reorder", body: { sectionId: section, ids: ids.reverse() } };
  },
  renameList: async (home) => ({ path: `/v1/lists/${await listId(home)}`, body: { name: "Weekly shop" } }),
  deleteList: async (home) => ({ path: `/v1/lists/${await listId(home)}` }),
  updateListSettings: async (home) => ({
    path: `/v1/lists/${await listId(home)}/settings`,
    body: { colorKey: "leaf" },
  }),
  moveList: async (home) => ({
    path: `/v1/lists/${await listId(home)}/move`,
    body: { sectionId: await sectionId(home) },
  }),
  uploadCover: async (home) => ({ path: `/v1/lists/${await listId(home)}/cover`, file: pixel }),
  setCoverFromPhoto: async (home) => ({
    path: `/v1/lists/${await listId(home)}/cover/photos`,
    body: { photoId: photoId(home) },
  }),
  deleteCover: async (home) => {
    const id = await listId(home);
    transact(home.db, () =>
      setCover(home.work(), id, { file: "0123456789abcdef0123456789abcdef.webp", attribution: null }),
    );
    return { path: `/v1/lists/${id}/cover` };
  },
  setCoverVisibility: async (home) => ({
    path: `/v1/lists/${await listId(home)}/cover/visibility`,
    body: { hidden: true },
  }),
  createBlock: async (home) => {
    const { at, ids } = await blocks(home);
    return { path: at, body: { type: "task", content: "Oat", parentId: ids[0] } };
  },
  reorderBlocks: async (home) => {
    const { at, ids } = await blocks(home);
    return { path: `${at}/reorder`, body: { ids: ids.reverse() } };
  },
  updateBlock: async (home) => ({
    path: (await blocks(home)).first,
    body: { content: "Oat milk", memberId: home.members.ben.id },
  }),
  deleteBlock: async (home) => ({ path: (await blocks(home)).first }),
  convertBlock: async (home) => ({ path: `${(await blocks(home)).first}/convert`, body: { type: "header" } }),
  moveBlock: async (home) => ({
    path: `${(await blocks(home)).first}/move`,
    body: { targetListId: await listId(home, "Drugstore") },
  }),
};
