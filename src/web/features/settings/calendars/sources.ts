import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { command } from "#web/sync/command.ts";
import type { Kind } from "#web/sync/source.ts";
import { source } from "#web/sync/source.ts";

type Routes = Operations["app"];
type Success<Call extends (...input: never[]) => unknown> = NonNullable<
  Awaited<ReturnType<Call>> extends { data: infer Data } ? Data : never
>;

/** Record to delete. The message after the deletion has its name. */
type Named = { readonly id: string; readonly name: string };

export const appsSource = source("settings.calendar-apps", ["calendar_app", "member"], (_, { app }) =>
  read(app["calendar-apps"].get()),
);
export type App = Awaited<ReturnType<typeof appsSource.fetch>>["apps"][number];
export type NewApp = Success<Routes["calendar-apps"]["post"]>;

export const connectApp = command({
  send: (body: Pick<App, "name" | "access" | "calendars">, { app }) => read(app["calendar-apps"].post(body)),
  invalidates: ["calendar_app"],
});
export const disconnectApp = command({
  send: ({ id }: Named, { app }) => read(app["calendar-apps"]({ id }).delete()),
  invalidates: ["calendar_app"],
  done: ({ settings }, { name }) => settings.apps.ended(name),
});

export const feedsSource = source("settings.feeds", ["calendar_feed", "member"], (_, { app }) =>
  read(app["calendar-feeds"].get()),
);
export type Feed = Awaited<ReturnType<typeof feedsSource.fetch>>["feeds"][number];
export type NewFeed = Success<Routes["calendar-feeds"]["post"]>;
export type FeedDraft = Pick<Feed, "name" | "memberId" | "parts" | "calendarIds" | "detail" | "alarms">;

export const createFeed = command({
  send: (body: FeedDraft, { app }) => read(app["calendar-feeds"].post(body)),
  invalidates: ["calendar_feed"],
});
export const changeFeed = command({
  send: ({ id, ...patch }: Partial<FeedDraft> & { id: string }, { app }) =>
    read(app["calendar-feeds"]({ id }).patch(patch)),
  invalidates: ["calendar_feed"],
  done: ({ settings }, _, { name }) => settings.calendars.share.changed(name),
});
export const deleteFeed = command({
  send: ({ id }: Named, { app }) => read(app["calendar-feeds"]({ id }).delete()),
  invalidates: ["calendar_feed"],
  done: ({ settings }, { name }) => settings.calendars.share.ended(name),
});

export type Import = Success<Routes["calendar-imports"]["post"]>;
export type Found = Omit<Import, "id" | "name">;
export type Remark = Import["remarks"][number];

const maxImportBytes = 20_971_520;

export const uploadCalendar = command({
  send: async (file: File, _, report) => {
    if (file.size > maxImportBytes) throw new Failure(413, "The file is too large", null);
    return uploadFile<Import>("/app/calendar-imports", file, report);
  },
  invalidates: [],
  errorMessage({ settings }, _, failure) {
    const { imports: text } = settings.calendars;
    const { status = 0, code = null } = failure instanceof Failure ? failure : {};
    if (status === 413) return text.tooLarge;
    if (code === "no_calendar") return text.noCalendar;
    return code === "limit_reached" ? text.tooMany : null;
  },
});

type ImportVariables = {
  readonly id: string;
  readonly body: Parameters<ReturnType<Routes["calendar-imports"]>["post"]>[0];
  readonly file: File;
  /** Called with the new id of the file if the file had to be uploaded again. */
  readonly onUpload: (id: string) => void;
};
export const importEvents = command({
  send: async ({ id, body, file, onUpload }: ImportVariables, { app }) => {
    try {
      return await read(app["calendar-imports"]({ id }).post(body));
    } catch (failure) {
      // The server keeps a file for an hour.
      if (!(failure instanceof Failure) || failure.status !== 404) throw failure;
      const again = await uploadFile<Import>("/app/calendar-imports", file, () => {});
      onUpload(again.id);
      return read(app["calendar-imports"]({ id: again.id }).post(body));
    }
  },
  invalidates: ["event"],
  mayChangeAnyway: true,
});
export const discardImport = command({
  send: (id: string, { app }) => read(app["calendar-imports"]({ id }).delete()),
  invalidates: [],
});
export const readProgress = (id: string) => read(api.app["calendar-imports"]({ id }).get());

/** Kinds of records that are loaded again after a change of a followed calendar. */
const followedKinds: readonly Kind[] = ["calendar", "event"];
export const subscriptionsSource = source("settings.subscriptions", [...followedKinds, "member"], (_, { app }) =>
  read(app.subscriptions.get()),
);
export type Subscription = Awaited<ReturnType<typeof subscriptionsSource.fetch>>["subscriptions"][number];
export type AddressPreview = Success<Routes["subscriptions"]["preview"]["post"]>;
export type SubscriptionDraft = Pick<Subscription, "name" | "color" | "memberIds" | "isGeneral" | "everyHours"> & {
  readonly url: string;
};

export const previewAddress = command({
  send: (url: string, { app }) => read(app.subscriptions.preview.post({ url })),
  invalidates: [],
});
export const follow = command({
  send: (body: SubscriptionDraft, { app }) => read(app.subscriptions.post(body)),
  invalidates: followedKinds,
  done: ({ settings }, _, { name }) => settings.calendars.follow.added(name),
});
export const changeSubscription = command({
  send: ({ id, ...patch }: Partial<SubscriptionDraft> & { id: string }, { app }) =>
    read(app.subscriptions({ id }).patch(patch)),
  invalidates: followedKinds,
  done: ({ settings }, _, { name }) => settings.calendars.follow.changed(name),
});
export const unfollow = command({
  send: ({ id }: Named, { app }) => read(app.subscriptions({ id }).delete()),
  invalidates: followedKinds,
  done: ({ settings }, { name }) => settings.calendars.follow.ended(name),
});
export const accept = command({
  send: ({ id, since }: { id: string; since: string }, { app }) =>
    read(app.subscriptions({ id }).accept.post({ since })),
  invalidates: followedKinds,
});
export const refresh = command({
  send: (id: string, { app }) => read(app.subscriptions({ id }).refresh.post()),
  invalidates: followedKinds,
});
