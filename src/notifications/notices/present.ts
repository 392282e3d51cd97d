/** Converts stored notices to the form that the app and the channels show, in the reader's language. */

import { membersForReminders } from "#accounts/members/store.ts";
import { busyTitle } from "#calendar/events/event.ts";
import { isoOf } from "#lib/time.ts";
import { addressOf } from "#platform/activity/record-address.ts";
import type { Work } from "#platform/work.ts";
import type { Notice, NoticeAction, Preferences } from "./model.ts";
import type { Details, DigestKind, Facts } from "./notice.ts";
import { readPreferences } from "./preferences.store.ts";
import { type RenderContext, type RenderedText, render, renderDigest, renderLabel } from "./render.ts";
import { listDigestNotices, type StoredNotice } from "./store.ts";

const offered: { readonly [Type in Facts["type"]]?: readonly NoticeAction[] } = {
  task: ["done", "snooze"],
  chore: ["done", "snooze"],
  item: ["done", "snooze"],
  event: ["snooze"],
  check_in: ["snooze"],
};

type Stated = Pick<StoredNotice, "facts">;

/** Returns the actions that a notice offers. A digest offers no actions: people can only dismiss it. */
export const actionsOf = ({ facts }: Stated): NoticeAction[] => [...(offered[facts.type] ?? [])];

export const defaultSnoozeMinutes = ({ facts }: Stated): number => (facts.type === "event" ? 10 : 60);

/** Converts many notices for one reader. Reads the names and preferences once. */
export class NoticePresenter {
  readonly preferences: Preferences;
  private readonly names: ReadonlyMap<string, string>;

  constructor(
    private readonly work: Work,
    /** The member who reads the notices. Null if a tablet shows them to everybody. */
    private readonly memberId: string | null,
    language?: Preferences["language"],
  ) {
    const members = membersForReminders(work);
    this.names = new Map(members.map(({ id, name }) => [id, name]));
    const role = members.find(({ id }) => id === memberId)?.role ?? "guest";
    const own = readPreferences(work, memberId ?? "", role);
    this.preferences = language === undefined ? own : { ...own, language };
  }

  /** Renders a notice. A digest has one line for each of its notices, except those for which `isStillDue` is false. */
  renderNotice(
    notice: StoredNotice,
    details: Details,
    isStillDue: (each: StoredNotice) => boolean = () => true,
  ): RenderedText {
    const context = this.context(details);
    if (notice.facts.type !== "fold") return render(notice, context);
    const parts = listDigestNotices(this.work, notice.id).filter(isStillDue);
    const lines = parts.map((part) => ({ ...render(part, context), isOver: isOver(part.facts, context.now) }));
    return renderDigest(notice.kind as DigestKind, lines, context);
  }

  present(notice: StoredNotice): Notice {
    const { type, id } = notice.subject;
    return {
      id: notice.id,
      kind: notice.kind,
      memberId: notice.memberId,
      subject: notice.subject,
      listId: notice.listId,
      ...this.renderNotice(notice, "full"),
      path: notice.facts.type === "summary" || type === "household" ? "/" : addressOf({ type, id }),
      dueAt: new Date(notice.dueAt).toISOString(),
      createdAt: notice.createdAt,
      readAt: notice.readAt,
      state: notice.state,
      actions: notice.state === "open" ? actionsOf(notice) : [],
      startsAt: startOf(notice.facts),
      by: notice.facts.type === "change" ? notice.facts.by : null,
      change: this.changeOf(notice.facts),
      memberIds: notice.about.filter((id) => this.names.has(id)),
      names: notice.about.flatMap((id) => this.names.get(id) ?? []),
    };
  }

  /**
   * Converts a notice for a shared tablet: hides private details and offers no actions. Several members may each have a
   * copy of the notice, so `notice.about` must list the members of all copies.
   */
  presentShared(notice: StoredNotice): Notice {
    const about = [...this.names.keys()].filter((id) => notice.about.includes(id));
    return { ...this.present({ ...notice, about, facts: maskPrivateFacts(notice.facts) }), actions: [] };
  }

  private changeOf(facts: Facts): Notice["change"] {
    if (facts.type !== "change") return null;
    const { what, memberId = null } = facts;
    return { what, label: renderLabel(facts, this.preferences.language), memberId };
  }

  context(details: Details): RenderContext {
    const { timeZone, now } = this.work;
    const { language } = this.preferences;
    return { language, details, now: now.getTime(), timeZone, names: this.names, memberId: this.memberId ?? "" };
  }
}

function maskPrivateFacts(facts: Facts): Facts {
  const isPrivate = facts.type === "event" && facts.isPrivate === true;
  return isPrivate ? { ...facts, title: busyTitle, location: null, isBusy: true } : facts;
}

function startOf(facts: Facts): string | null {
  return facts.type === "event" && !facts.allDay ? isoOf(facts.from) : null;
}

function isOver(facts: Facts, now: number): boolean {
  return facts.type === "event" && now >= facts.to;
}
