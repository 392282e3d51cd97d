/** Notices as the app and the channels show them: worded, in the reader's language. */

import { readHousehold } from "#accounts/households/store.ts";
import { membersForReminders } from "#accounts/members/store.ts";
import { busyTitle } from "#calendar/events/event.ts";
import { addressOf } from "#platform/activity/record-address.ts";
import type { Db } from "#platform/db/client.ts";
import { systemWork, type Work } from "#platform/work.ts";
import type { Notice } from "./model.ts";
import type { Details, Facts, FoldKind, Preferences } from "./notice.ts";
import { readPreferences } from "./preferences.store.ts";
import { type FoldLine, type RenderContext, render, renderFold, type Words } from "./render.ts";
import { noticesFoldedInto, type StoredNotice } from "./store.ts";

export type NoticeAction = Notice["actions"][number];

/** A fold can be dismissed as a whole only. */
export function actionsOf({ facts }: Pick<StoredNotice, "facts">): NoticeAction[] {
  switch (facts.type) {
    case "task":
    case "chore":
    case "item":
      return ["done", "snooze"];
    case "event":
    case "check_in":
      return ["snooze"];
    default:
      return [];
  }
}

export function pathOf({ subject: { type, id }, facts }: StoredNotice): string {
  return facts.type === "summary" || type === "household" ? "/" : addressOf({ type, id });
}

/** Reads what wording needs once, for many notices of one reader. */
export class NoticeReader {
  readonly preferences: Preferences;
  private readonly names: ReadonlyMap<string, string>;

  constructor(
    private readonly work: Work,
    /** The recipient; null: a tablet, which shows everything in its own words. */
    private readonly memberId: string | null,
    language?: Preferences["language"],
  ) {
    const members = membersForReminders(work);
    this.names = new Map(members.map(({ id, name }) => [id, name]));
    const role = members.find(({ id }) => id === memberId)?.role ?? "guest";
    const own = readPreferences(work, memberId ?? "", role);
    this.preferences = language === undefined ? own : { ...own, language };
  }

  /** `isWanted` says which parts of a fold are still worth a line. */
  words(notice: StoredNotice, details: Details, isWanted: (folded: StoredNotice) => boolean = () => true): Words {
    const context = this.context(details);
    if (notice.facts.type !== "fold") return render(notice, context);
    const { db, householdId } = this.work;
    const parts = noticesFoldedInto(db, householdId, notice.id).filter(isWanted);
    const lines = parts.map(
      (part): FoldLine => ({ ...render(part, context), isOver: isOver(part.facts, context.now) }),
    );
    return renderFold(notice.kind as FoldKind, lines, context);
  }

  present(notice: StoredNotice): Notice {
    return {
      id: notice.id,
      kind: notice.kind,
      memberId: notice.memberId,
      subject: notice.subject,
      listId: notice.listId,
      ...this.words(notice, "full"),
      path: pathOf(notice),
      dueAt: new Date(notice.dueAt).toISOString(),
      createdAt: notice.createdAt,
      readAt: notice.readAt,
      state: notice.state,
      actions: notice.state === "open" ? actionsOf(notice) : [],
      names: notice.about.flatMap((id) => this.names.get(id) ?? []),
    };
  }

  /** For everybody: the copies of several members, as one. */
  presentShared(notice: StoredNotice): Notice {
    const about = [...this.names.keys()].filter((id) => notice.about.includes(id));
    return { ...this.present({ ...notice, about, facts: forEverybody(notice.facts) }), actions: [] };
  }

  context(details: Details): RenderContext {
    const { timeZone, now } = this.work;
    const { language } = this.preferences;
    return { language, details, now: now.getTime(), timeZone, names: this.names, memberId: this.memberId ?? "" };
  }
}

function forEverybody(facts: Facts): Facts {
  const isPrivate = facts.type === "event" && facts.isPrivate === true;
  return isPrivate ? { ...facts, title: busyTitle, location: null, isBusy: true } : facts;
}

function isOver(facts: Facts, now: number): boolean {
  return facts.type === "event" && now >= facts.to;
}

export function readerFor(db: Db, householdId: string, memberId: string, now: Date): NoticeReader {
  const { timeZone } = readHousehold(db, householdId);
  return new NoticeReader(systemWork(db, { id: householdId, timeZone }, now), memberId);
}
