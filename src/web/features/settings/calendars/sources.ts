import type { ColorKey } from "../../../people/person-color.ts";
import { api, read } from "../../../sync/api/client.ts";
import { Failure, toFailure } from "../../../sync/api/failures.ts";
import { uploadFile } from "../../../sync/api/upload.ts";
import { source } from "../../../sync/source.ts";

const { "calendar-feeds": feeds, "calendar-imports": imports } = api.app;

type Success<Call extends (...input: never[]) => unknown> = NonNullable<
  Awaited<ReturnType<Call>> extends { data: infer Data } ? Data : never
>;

export const feedsSource = source("settings.feeds", ["calendar_feed", "member"], () => read(feeds.get()));
export type Feed = Awaited<ReturnType<typeof feedsSource.fetch>>["feeds"][number];
export type FeedPart = Feed["parts"][number];
export type NewFeed = Success<typeof feeds.post>;
export type FeedDraft = Pick<Feed, "name" | "memberId" | "parts" | "calendarIds" | "detail" | "alarms">;

export const makeFeed = (body: FeedDraft) => read(feeds.post(body));
export const changeFeed = (id: string, body: FeedDraft) => read(feeds({ id }).patch(body));
export const deleteFeed = (id: string) => read(feeds({ id }).delete());

export type Import = Success<typeof imports.post>;
export type Found = Omit<Import, "id" | "name">;
export type Remark = Import["remarks"][number];

export const upload = (file: File, onProgress: (share: number) => void) =>
  uploadFile<Import>("/app/calendar-imports", file, onProgress);
export const importEvents = (id: string, body: Parameters<ReturnType<typeof imports>["post"]>[0]) =>
  read(imports({ id }).post(body));
/** Best effort: the server forgets it in an hour. */
export const discardImport = (id: string) => read(imports({ id }).delete()).catch(() => {});

export type Subscription = {
  id: string;
  name: string;
  host: string;
  color: ColorKey;
  memberIds: string[];
  isGeneral: boolean;
  everyHours: number;
  state: "fresh" | "stale" | "failed";
  error: string | null;
  heardAt: string | null;
  nextAt: string | null;
  eventCount: number;
  isHeld: boolean;
  remarks: Remark[];
};
export type AddressPreview = Found & { name: string; color: ColorKey | null; everyHours: number | null };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((error: unknown) => {
    throw toFailure(error, null);
  });
  const value = (await answer.json().catch(() => null)) as T;
  if (!answer.ok) throw toFailure({ value }, { status: answer.status, headers: answer.headers });
  return value;
}

export const subscriptionsSource = source("settings.subscriptions", ["calendar", "event", "member"], () =>
  call<{ subscriptions: Subscription[] }>("GET", "/app/subscriptions"),
);

type SubscriptionBody = Pick<Subscription, "name" | "color" | "memberIds" | "isGeneral" | "everyHours">;

export const previewAddress = (url: string) => call<AddressPreview>("POST", "/app/subscriptions/preview", { url });
export const follow = (body: SubscriptionBody & { url: string }) =>
  call<Subscription>("POST", "/app/subscriptions", body);
export const changeSubscription = (id: string, body: Partial<SubscriptionBody & { url: string }>) =>
  call<Subscription>("PATCH", `/app/subscriptions/${id}`, body);
export const unfollow = (id: string) => call("DELETE", `/app/subscriptions/${id}`);
export const refresh = (id: string) => call<Subscription>("POST", `/app/subscriptions/${id}/refresh`, {});

export function isExpired(failure: unknown): boolean {
  return failure instanceof Failure && failure.status === 404;
}
