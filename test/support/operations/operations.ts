/**
 * One valid call of every operation that needs credentials, by operation id. The test of the API's contract sends them.
 * The file is long because it contains every operation.
 */

import { setPhoto } from "#accounts/members/store.ts";
import { setCover } from "#lists/covers/store.ts";
import { transact } from "#platform/db/client.ts";
import { eventually } from "../browser/wait.ts";
import type { Home } from "../home/home.ts";
import { upload } from "../home/multipart.ts";
import { checkInBody } from "../records/check-ins.ts";
import { subscription } from "../reminders/push-service.ts";
import { calendarSamples } from "./calendar-operations.ts";
import { kitchenSamples } from "./kitchen-operations.ts";
import { listSamples } from "./list-operations.ts";
import { noticeSamples } from "./notice-operations.ts";
import { recipeImportSamples } from "./recipe-operations.ts";
import {
  blocks,
  channelPath,
  checkIn,
  choreId,
  eventId,
  knownCode,
  listId,
  ownBackup,
  pair,
  passwordOf,
  photoId,
  pixel,
  recipeId,
  sectionId,
  storedBackup,
  taskId,
  templateId,
  weekly,
} from "./sample-records.ts";

/** Call that would succeed: the path with its ids filled in, and the body if the operation has one. */
export type Sample = {
  path: string;
  body?: Record<string, unknown>;
  /** Picture that is uploaded instead of the body. */
  file?: Uint8Array;
  /** Number of entries in the activity feed that the call adds. The default is none for a read, otherwise one. */
  entries?: number;
  /**
   * Whether children and guests may call the operation only for their own records. The record of the sample is not
   * theirs.
   */
  isOwnOnly?: boolean;
  /** Whether the record is hidden from children, who get 404. */
  isUnseenByChildren?: boolean;
  /** Whether children and guests cannot see the record of another member. They get 404. */
  isSeenByAdultsOnly?: boolean;
  /** Status that every other member gets. Set if the call is about Anna's own sign-in, password or records. */
  statusForOthers?: 403 | 404 | 422;
};

/** Returns the request of a sample. `more` adds headers or replaces parts of the request. */
export function requestOf({ body, file }: Sample, more: Request = {}): Request {
  if (!file) return { body, ...more };
  const { headers, raw } = upload(file);
  return { raw, ...more, headers: { ...headers, ...more.headers } };
}

type Request = NonNullable<Parameters<Home["call"]>[2]>;

/** Functions that return the sample calls, by operation id. Add a line here for each new operation. */
export const samples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  ...calendarSamples,
  ...recipeImportSamples,
  ...kitchenSamples,
  ...listSamples,
  ...noticeSamples,
  readHousehold: () => ({ path: "/v1/households/me" }),
  readReminderSettings: () => ({ path: "/v1/households/me/reminders" }),
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
    body: { memberIds: [home.members.mia.id], editScope: "this", instanceStartsAt: "2026-12-15T15:00:00Z" },
  }),
  deleteEvent: async (home) => ({ path: `/v1/events/${await eventId(home, { ...weekly, recurrenceRule: null })}` }),
  listTasks: () => ({ path: "/v1/tasks?completed=false" }),
  createTask: (home) => ({ path: "/v1/tasks", body: { label: "Sample", memberId: home.members.anna.id } }),
  readTask: async (home) => ({ path: `/v1/tasks/${await taskId(home)}` }),
  updateTask: async (home) => ({
    path: `/v1/tasks/${await taskId(home)}`,
    body: { memberId: home.members.ben.id },
    isOwnOnly: true,
  }),
  changeTasks: async (home) => ({
    path: "/v1/tasks/batch",
    body: {
      operations: [
        { op: "create", label: "Sample", memberId: home.members.anna.id },
        { op: "update", taskId: await taskId(home), completed: true },
      ],
    },
    isOwnOnly: true,
  }),
  updateTaskDetails: async (home) => ({
    path: `/v1/tasks/${await taskId(home)}/details`,
    body: { notes: "The blue can", isPriority: true },
  }),
  deleteTask: async (home) => ({ path: `/v1/tasks/${await taskId(home)}` }),
  listChores: () => ({ path: "/v1/chores" }),
  createChore: ({ members: { anna, mia } }) => ({
    path: "/app/chores",
    body: { name: "Sample", memberIds: [anna.id, mia.id], startDate: "2026-12-01", recurrenceRule: "FREQ=WEEKLY" },
  }),
  updateChore: async (home) => ({
    path: `/app/chores/${await choreId(home)}`,
    body: { memberIds: [home.members.mia.id], stars: 3 },
  }),
  deleteChore: async (home) => ({ path: `/app/chores/${await choreId(home)}` }),
  completeChore: async (home) => ({
    path: `/app/chores/${await choreId(home)}/completions`,
    body: { memberId: home.members.anna.id, date: "2020-01-06" },
    isOwnOnly: true,
  }),
  reopenChore: async (home) => {
    const path = `/app/chores/${await choreId(home)}/completions`;
    const body = { memberId: home.members.anna.id, date: "2020-01-06" };
    return { path: `${path}/${(await home.as(home.members.anna).post(path, body)).body.id}`, isOwnOnly: true };
  },
  readPhotoSearch: () => ({ path: "/app/photos" }),
  searchPhotos: () => ({ path: "/v1/lists/photos/search?query=beach" }),
  readAgenda: () => ({ path: "/v1/agenda?from=2026-11-27&days=3" }),
  search: () => ({ path: "/v1/search?query=sample&limit=5" }),
  searchInParts: () => ({ path: "/app/search?query=sample&limit=5" }),
  listActivityInParts: () => ({ path: "/app/activity?limit=2" }),
  listActivityDetails: () => ({ path: "/v1/activity/details?limit=2" }),
  listActivity: () => ({ path: "/v1/activity?limit=2" }),
  listApiKeys: () => ({ path: "/v1/api-keys" }),
  createApiKey: () => ({ path: "/v1/api-keys", body: { name: "Sample", scopes: ["tasks.read"] } }),
  revokeApiKey: (home) => ({ path: `/v1/api-keys/${home.createKey().id}` }),
  readSettings: () => ({ path: "/app/household" }),
  readDisplay: () => ({ path: "/v1/households/me/display" }),
  updateDisplay: () => ({ path: "/v1/households/me/display", body: { weekStartsToday: true } }),
  updateSettings: () => ({ path: "/app/household", body: { weekStartsOn: 7, defaultReminderMinutes: 10 } }),
  listManagedMembers: () => ({ path: "/app/members" }),
  addMember: () => ({ path: "/app/members", body: { name: "Leo", role: "child", avatar: "🐸" } }),
  updateMember: (home) => ({ path: `/app/members/${home.members.mia.id}`, body: { color: "berry" } }),
  reorderMembers: ({ members: { anna, ben, mia } }) => ({
    path: "/app/members/reorder",
    body: { ids: [mia.id, anna.id, ben.id] },
  }),
  uploadMemberPhoto: ({ members: { anna } }) => ({
    path: `/app/members/${anna.id}/photo`,
    file: pixel,
    isOwnOnly: true,
  }),
  deleteMemberPhoto: (home) => {
    const { id } = home.members.anna;
    transact(home.db, () => setPhoto(home.work(), id, "0123456789abcdef0123456789abcdef.webp"));
    return { path: `/app/members/${id}/photo`, isOwnOnly: true };
  },
  removeMember: (home) => ({ path: `/app/members/${home.members.mia.id}` }),
  inviteMember: (home) => ({ path: `/app/members/${home.members.ben.id}/invitation` }),
  mailInvitation: (home) => ({
    path: `/app/members/${home.members.ben.id}/invitation/mail`,
    body: { address: "ben@home.example" },
  }),
  putPushSubscription: () => ({ path: "/app/notifications/push", body: subscription(), entries: 0 }),
  addChannel: () => ({ path: "/app/notifications/channels", body: { kind: "ntfy", label: "Sample" }, entries: 0 }),
  updateChannel: (home) => ({ path: channelPath(home), body: { isOn: false }, ...ofAnna }),
  deleteChannel: (home) => ({ path: channelPath(home), ...ofAnna }),
  testChannel: (home) => ({ path: `${channelPath(home)}/test`, ...ofAnna }),
  sendChannelCode: (home) => ({ path: `${channelPath(home, "mail")}/code`, ...ofAnna }),
  verifyChannel: (home) => ({ path: `${channelPath(home, "mail")}/verify`, body: { code: knownCode }, ...ofAnna }),
  readNotificationSettings: () => ({ path: "/app/notifications" }),
  updateNotificationSettings: (home) => ({
    path: "/app/notifications",
    body: { summaryAt: "08:00", alsoFor: [home.members.mia.id], kinds: { task: [] } },
    entries: 0,
  }),
  listServerAddresses: () => ({ path: "/app/server/addresses" }),
  readServer: () => ({ path: "/app/server" }),
  readServerWork: () => ({ path: "/app/server/work" }),
  examineServer: () => ({ path: "/app/server/findings" }),
  takeBackup: () => ({ path: "/app/server/backups", entries: 0 }),
  deleteBackup: (home) => ({ path: `/app/server/backups?name=${storedBackup(home)}`, entries: 0 }),
  checkBackup: (home) => ({ path: "/app/server/backups/check", body: { name: storedBackup(home) }, entries: 0 }),
  downloadBackup: async (home) => ({ path: "/app/server/backups/download", body: await ownBackup(home), entries: 0 }),
  restoreBackup: async (home) => {
    const body = await ownBackup(home);
    const anna = home.as(home.members.anna);
    await anna.post("/app/server/backups/check", { name: body.name });
    await eventually("it is checked", async () => (await anna.get("/app/server/work")).body.last !== null);
    return { path: "/app/server/restore", body, entries: 0 };
  },
  readUpdates: () => ({ path: "/app/server/updates" }),
  setUpdateCheck: () => ({ path: "/app/server/update-check", body: { isOn: true }, entries: 0 }),
  readReleaseNotes: () => ({ path: "/app/server/release-notes?since=0.0.1" }),
  listFollowedLists: () => ({ path: "/app/lists/follows" }),
  followList: async (home) => ({ path: `/app/lists/${await listId(home)}/follow`, entries: 0 }),
  unfollowList: async (home) => ({ path: `/app/lists/${await listId(home)}/follow`, entries: 0 }),
  endSignIn: (home) => {
    const { ben } = home.members;
    home.signIn(ben);
    return { path: `/app/members/${ben.id}/sign-in` };
  },
  confirmPairing: async (home) => ({ path: "/app/devices", body: await pair(home) }),
  listDevices: () => ({ path: "/app/devices" }),
  addEventOnWall: ({ members: { anna, mia } }) => {
    const { recurrenceRule: _, ...once } = weekly;
    return { path: "/app/wall/events", body: { ...once, memberIds: [anna.id, mia.id] } };
  },
  addTaskOnWall: ({ members: { ben } }) => ({
    path: "/app/wall/tasks",
    body: { label: "Sample", memberId: ben.id, dueDate: "2026-12-01" },
  }),
  addListItemOnWall: async (home) => ({
    path: "/app/wall/list-items",
    body: { listId: await listId(home), content: "Milk" },
  }),
  addMealOnWall: async (home) => ({
    path: "/app/wall/meals",
    body: { date: "2026-11-27", mealType: "dinner", recipeId: await recipeId(home) },
  }),
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
    return { path: `/app/sessions/${body.sessions[0].id}`, entries: 0, statusForOthers: 404 };
  },
  changePassword: async (home) => {
    const current = await passwordOf(home);
    return { path: "/app/password", body: { current, new: "battery staple" }, statusForOthers: 422 };
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
  createListWithDetails: async (home) => ({
    path: "/v1/lists/details",
    body: {
      name: "Camping",
      sectionId: await sectionId(home),
      icon: "⛺",
      colorKey: "leaf",
      favorite: true,
      hideDone: true,
      operations: [{ op: "create", type: "task", content: "Tent" }],
    },
  }),
  reorderLists: async (home) => {
    const section = await sectionId(home);
    const make = async (name: string) => (await home.post("/v1/lists", { name, sectionId: section })).body.id;
    const ids = [await make("One"), await make("Two")];
    return { path: "/v1/lists/reorder", body: { sectionId: section, ids: ids.reverse() } };
  },
  readList: async (home) => ({ path: `/v1/lists/${await listId(home)}` }),
  renameList: async (home) => ({ path: `/v1/lists/${await listId(home)}`, body: { name: "Weekly shop" } }),
  deleteList: async (home) => ({ path: `/v1/lists/${await listId(home)}` }),
  updateListSettings: async (home) => ({
    path: `/v1/lists/${await listId(home)}/settings`,
    body: { colorKey: "leaf" },
  }),
  updateListDetails: async (home) => ({
    path: `/v1/lists/${await listId(home)}/details`,
    body: { name: "Camping", icon: "⛺", colorKey: null, sectionId: await sectionId(home) },
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
  changeBlocks: async (home) => {
    const { at, ids } = await blocks(home);
    const targetListId = await listId(home, "Drugstore");
    return {
      path: `${at}/batch`,
      body: {
        operations: [
          { op: "create", type: "task", content: "Oat", parentId: ids[0] },
          { op: "update", blockId: ids[1], done: true, memberId: home.members.ben.id },
          { op: "move", blockId: ids[2], targetListId },
        ],
      },
    };
  },
  deleteDoneBlocks: async (home) => {
    const { at, first } = await blocks(home);
    await home.patch(first, { done: true });
    return { path: `${at}/delete-done` };
  },
  createEvents: async (home) => ({
    path: "/v1/events/batch",
    body: { events: [weekly, { ...weekly, memberIds: [home.members.ben.id] }] },
  }),
  listListTemplates: () => ({ path: "/app/list-templates" }),
  createListTemplate: async (home) => ({
    path: "/app/list-templates",
    body: { listId: await listId(home), name: "Weekly shop" },
  }),
  deleteListTemplate: async (home) => ({ path: `/app/list-templates/${await templateId(home)}` }),
  undoActivity: async (home) => {
    await taskId(home);
    return { path: `/v1/activity/${home.entries()[0]?.id}/undo`, isOwnOnly: true };
  },
  undoSince: async (home) => {
    await taskId(home);
    return { path: "/v1/activity/undo", body: { sinceId: home.entries()[0]?.id } };
  },
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
  listCheckIns: async (home) => {
    await checkIn(home);
    return { path: "/v1/check-ins" };
  },
  createCheckIn: ({ members: { anna, ben } }) => ({ path: "/v1/check-ins", body: checkInBody([anna.id, ben.id]) }),
  readCheckIn: async (home) => ({ path: `/v1/check-ins/${(await checkIn(home)).id}`, isUnseenByChildren: true }),
  pauseCheckIn: async (home) => ({
    path: `/v1/check-ins/${(await checkIn(home)).id}/pause`,
    body: { from: "2026-12-01", to: "2026-12-05" },
  }),
  updateCheckIn: async (home) => ({
    path: `/v1/check-ins/${(await checkIn(home)).id}`,
    body: { assigneeIds: [home.members.ben.id], faces: null },
  }),
  deleteCheckIn: async (home) => ({ path: `/v1/check-ins/${(await checkIn(home)).id}` }),
  answerCheckIn: async (home) => {
    const { id, today } = await checkIn(home);
    const { date, time, memberId } = today[0];
    const body = { date, time, memberId, faceIndex: 0 };
    return { path: `/app/check-ins/${id}/answers`, body, isOwnOnly: true, isUnseenByChildren: true };
  },
  listCheckInAnswers: () => ({ path: "/app/check-ins/history?from=2026-01-01&limit=2" }),
};

/**
 * Properties of sample calls about records that only their owner sees, such as a channel or a notice, and that the
 * activity feed does not show.
 */
const ofAnna = { entries: 0, statusForOthers: 404 } as const;
