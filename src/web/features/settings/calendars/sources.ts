import type { RemarkCode, RemarkValues } from "../../../../ical/remarks.ts";
import type { ColorKey } from "../../../people/person-color.ts";
import { Failure, toFailure } from "../../../sync/api/failures.ts";
import { uploadFile } from "../../../sync/api/upload.ts";
import { source } from "../../../sync/source.ts";

export type Remark = {
  uid: string | null;
  title: string | null;
  date: string | null;
  code: RemarkCode;
  text: string;
  values?: RemarkValues;
};
export type FeedPart = "events" | "meals" | "tasks";
export type Feed = {
  id: string;
  name: string;
  memberId: string | null;
  parts: FeedPart[];
  calendarIds: string[];
  detail: "full" | "busy";
  alarms: boolean;
  lastUsedAt: string | null;
  createdAt: string;
};
export type NewFeed = Feed & { url: string; webcal: string };
export type Found = {
  counts: { new: number; known: number; past: number; unreadable: number; toDos: number };
  from: string | null;
  to: string | null;
  events: {
    uid: string;
    title: string;
    startsAt: string;
    allDay: boolean;
    rule: string | null;
    state: "new" | "known" | "past";
  }[];
  remarks: Remark[];
};
export type Import = Found & { id: string; name: string };
export type Imported = { added: number; updated: number; skipped: number; activityId: string | null };
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

export const feedsSource = source("settings.feeds", ["calendar_feed", "member"], () =>
  call<{ feeds: Feed[] }>("GET", "/app/calendar-feeds"),
);
export const subscriptionsSource = source("settings.subscriptions", ["calendar", "event", "member"], () =>
  call<{ subscriptions: Subscription[] }>("GET", "/app/subscriptions"),
);

type FeedBody = Pick<Feed, "name" | "memberId" | "parts" | "calendarIds" | "detail" | "alarms">;
type SubscriptionBody = Pick<Subscription, "name" | "color" | "memberIds" | "isGeneral" | "everyHours">;

export const makeFeed = (body: FeedBody) => call<NewFeed>("POST", "/app/calendar-feeds", body);
export const changeFeed = (id: string, body: FeedBody) => call<Feed>("PATCH", `/app/calendar-feeds/${id}`, body);
export const deleteFeed = (id: string) => call("DELETE", `/app/calendar-feeds/${id}`);
export const previewAddress = (url: string) => call<AddressPreview>("POST", "/app/subscriptions/preview", { url });
export const follow = (body: SubscriptionBody & { url: string }) =>
  call<Subscription>("POST", "/app/subscriptions", body);
export const changeSubscription = (id: string, body: Partial<SubscriptionBody & { url: string }>) =>
  call<Subscription>("PATCH", `/app/subscriptions/${id}`, body);
export const unfollow = (id: string) => call("DELETE", `/app/subscriptions/${id}`);
export const refresh = (id: string) => call<Subscription>("POST", `/app/subscriptions/${id}/refresh`, {});

export const upload = (file: File, onProgress: (share: number) => void) =>
  uploadFile<Import>("/app/calendar-imports", file, onProgress);
type ImportBody = { memberIds: string[]; isGeneral: boolean; known: "skip" | "update"; uids?: string[] };
export const importEvents = (id: string, body: ImportBody) =>
  call<Imported>("POST", `/app/calendar-imports/${id}`, body);
export const discardImport = (id: string) => call("DELETE", `/app/calendar-imports/${id}`).catch(() => {});

export function isExpired(failure: unknown): boolean {
  return failure instanceof Failure && failure.status === 404;
}
