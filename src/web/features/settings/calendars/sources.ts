import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { source } from "#web/sync/source.ts";

const { "calendar-apps": apps, "calendar-feeds": feeds, "calendar-imports": imports, subscriptions } = api.app;

type Success<Call extends (...input: never[]) => unknown> = NonNullable<
  Awaited<ReturnType<Call>> extends { data: infer Data } ? Data : never
>;

export const appsSource = source("settings.calendar-apps", ["calendar_app", "member"], (_, { app }) =>
  read(app["calendar-apps"].get()),
);
export type App = Awaited<ReturnType<typeof appsSource.fetch>>["apps"][number];
export type NewApp = Success<typeof apps.post>;

export const connectApp = (body: Pick<App, "name" | "access" | "calendars">) => read(apps.post(body));
export const disconnectApp = (id: string) => read(apps({ id }).delete());

export const feedsSource = source("settings.feeds", ["calendar_feed", "member"], (_, { app }) =>
  read(app["calendar-feeds"].get()),
);
export type Feed = Awaited<ReturnType<typeof feedsSource.fetch>>["feeds"][number];
export type FeedPart = Feed["parts"][number];
export type NewFeed = Success<typeof feeds.post>;
export type FeedDraft = Pick<Feed, "name" | "memberId" | "parts" | "calendarIds" | "detail" | "alarms">;

export const makeFeed = (body: FeedDraft) => read(feeds.post(body));
export const changeFeed = (id: string, body: Partial<FeedDraft>) => read(feeds({ id }).patch(body));
export const deleteFeed = (id: string) => read(feeds({ id }).delete());

export type Import = Success<typeof imports.post>;
export type Found = Omit<Import, "id" | "name">;
export type Remark = Import["remarks"][number];

export const upload = (file: File, onProgress: (share: number) => void) =>
  uploadFile<Import>("/app/calendar-imports", file, onProgress);
export const importEvents = (id: string, body: Parameters<ReturnType<typeof imports>["post"]>[0]) =>
  read(imports({ id }).post(body));
export const readProgress = (id: string) => read(imports({ id }).get());
/** Deletes an uploaded calendar file. An error is ignored, because the server deletes the file after an hour anyway. */
export const discardImport = (id: string) => read(imports({ id }).delete()).catch(() => {});

export const subscriptionsSource = source("settings.subscriptions", ["calendar", "event", "member"], (_, { app }) =>
  read(app.subscriptions.get()),
);
export type Subscription = Awaited<ReturnType<typeof subscriptionsSource.fetch>>["subscriptions"][number];
export type AddressPreview = Success<typeof subscriptions.preview.post>;
type Settings = Pick<Subscription, "name" | "color" | "memberIds" | "isGeneral" | "everyHours">;

export const previewAddress = (url: string) => read(subscriptions.preview.post({ url }));
export const follow = (body: Settings & { url: string }) => read(subscriptions.post(body));
export const changeSubscription = (id: string, body: Partial<Settings & { url: string }>) =>
  read(subscriptions({ id }).patch(body));
export const unfollow = (id: string) => read(subscriptions({ id }).delete());
export const accept = (id: string, since: string) => read(subscriptions({ id }).accept.post({ since }));
export const refresh = (id: string) => read(subscriptions({ id }).refresh.post());

export function isExpired(failure: unknown): boolean {
  return failure instanceof Failure && failure.status === 404;
}
