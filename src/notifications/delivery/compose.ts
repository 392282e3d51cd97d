import type { Db } from "#platform/db/client.ts";
import type { StoredChannel } from "../channels/config.ts";
import type { Details } from "../notices/notice.ts";
import { actionsOf, readerFor } from "../notices/present.ts";
import { textsFor } from "../notices/render.ts";
import { countUnread, noticesFoldedInto, type StoredNotice } from "../notices/store.ts";
import { noticeToken } from "../notices/token.ts";
import type { Message } from "./outcome.ts";

const snoozeMinutes = { event: 10, other: 60 } as const;

export type Composed = {
  readonly channel: Pick<StoredChannel, "id"> & { readonly details: Details | null };
  readonly notice: StoredNotice;
  /** Returns the ids of the notices that are still wanted. */
  readonly wantedAmong: (notices: readonly StoredNotice[]) => ReadonlySet<string>;
};

/** Words a notice for a channel, at this moment. Null if nothing of it is wanted any more. */
export function compose(
  db: Db,
  householdId: string,
  { channel, notice, wantedAmong }: Composed,
  now: Date,
): Message | null {
  if (notice.state !== "open") return null;
  const parts = notice.facts.type === "fold" ? noticesFoldedInto(db, householdId, notice.id) : [notice];
  const wanted = wantedAmong(parts);
  if (wanted.size === 0) return null;
  const reader = readerFor(db, householdId, notice.memberId, now);
  const { language, details: usual } = reader.preferences;
  const details = channel.details ?? usual;
  const { actions } = textsFor(language);
  const minutes = notice.facts.type === "event" ? snoozeMinutes.event : snoozeMinutes.other;
  return {
    noticeId: notice.id,
    channelId: channel.id,
    ...reader.words(notice, details, ({ id }) => wanted.has(id)),
    path: `/notice/${notice.id}`,
    tag: notice.id,
    language,
    details,
    urgency: notice.urgency,
    expiresAt: new Date(notice.expiresAt),
    token: noticeToken(db, { householdId, noticeId: notice.id }),
    actions: actionsOf(notice).map((action) => ({
      action,
      title: action === "done" ? actions.done : actions.snooze(minutes),
    })),
    unread: countUnread(db, householdId, notice.memberId, now),
  };
}
