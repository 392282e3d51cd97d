import type { Work } from "#platform/work.ts";
import type { StoredChannel } from "../channels/config.ts";
import type { Details } from "../notices/notice.ts";
import { actionsOf, defaultSnoozeMinutes, NoticePresenter } from "../notices/present.ts";
import { textsFor } from "../notices/render.ts";
import { countUnread, listDigestNotices, type StoredNotice } from "../notices/store.ts";
import { createNoticeToken } from "../notices/token.ts";
import type { Message } from "./outcome.ts";

type ComposeInput = {
  readonly channel: Pick<StoredChannel, "id"> & { readonly details: Details | null };
  readonly notice: StoredNotice;
  /** Returns the ids of the given notices that are still due. */
  readonly findStillDue: (notices: readonly StoredNotice[]) => ReadonlySet<string>;
};

/** Composes the message of a notice. Null if the notice, or every notice of the digest, is no longer due. */
export function composeMessage(work: Work, { channel, notice, findStillDue }: ComposeInput): Message | null {
  if (notice.state !== "open") return null;
  const notices = notice.facts.type === "fold" ? listDigestNotices(work, notice.id) : [notice];
  const stillDue = findStillDue(notices);
  if (stillDue.size === 0) return null;
  const presenter = new NoticePresenter(work, notice.memberId);
  const { language, details: preferred } = presenter.preferences;
  const details = channel.details ?? preferred;
  const { actions } = textsFor(language);
  return {
    noticeId: notice.id,
    channelId: channel.id,
    ...presenter.renderNotice(notice, details, ({ id }) => stillDue.has(id)),
    path: `/notice/${notice.id}`,
    tag: notice.id,
    language,
    details,
    urgency: notice.urgency,
    expiresAt: new Date(notice.expiresAt),
    token: createNoticeToken(work.db, { householdId: work.householdId, noticeId: notice.id }),
    actions: actionsOf(notice).map((action) => ({
      action,
      title: action === "done" ? actions.done : actions.snooze(defaultSnoozeMinutes(notice)),
    })),
    unread: countUnread(work, notice.memberId),
  };
}
