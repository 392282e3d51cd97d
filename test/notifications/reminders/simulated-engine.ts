/** Plays a history on the reminder engine, with rows in memory and a clock that it moves. */
import { day, hour, minute } from "#lib/time.ts";
import type { NewNotice } from "#notifications/notices/notice.ts";
import { findDueReminders, findNextDueAt } from "#notifications/reminders/find-reminders.ts";
import type { DueReminder } from "#notifications/reminders/inputs.ts";
import { decideNotices } from "#notifications/reminders/policy.ts";
import { type PlainInputs, toInputs } from "./plain-inputs.ts";

type Collection = "members" | "events" | "tasks" | "chores" | "checkIns" | "items" | "changes" | "keys";
type Row = { readonly id: string };
type Put = { [To in Collection]: { readonly do: "put"; readonly to: To; readonly row: PlainInputs[To][number] } };

/**
 * - `run`: the clock moves on and the server runs.
 * - `off`, `suspend`: the clock moves on and the server does not; then it starts, or goes on.
 * - `jump`: somebody sets the clock.
 * - `restore`: what was due before is not made up for.
 */
export type Step =
  | { readonly do: "run" | "off" | "suspend"; readonly for: number }
  | { readonly do: "jump"; readonly by: number }
  | { readonly do: "restore" }
  | Put[Collection]
  | { readonly do: "remove"; readonly from: Collection; readonly id: string }
  | { readonly do: "household"; readonly set: Partial<PlainInputs> };

export type History = {
  readonly seed: number;
  readonly start: number;
  readonly home: PlainInputs;
  /** Ids of the channels by member. */
  readonly channels: Readonly<Record<string, readonly string[]>>;
  readonly steps: readonly Step[];
};

export type Decision = NewNotice & { readonly at: number };

/** `notices` in the order of decisions; `deliveries` are `notice channel` with the time from which they are sent. */
export type Outcome = {
  readonly notices: Decision[];
  readonly deliveries: Map<string, number>;
  dropped: number;
  readonly wakeUps: number;
};

/** How far back a decision reads: a day, and some hours more to count what it drops. */
const lookBack = 40 * hour;

export function reminderKey(
  notice: Pick<DueReminder, "memberId" | "subject" | "slot" | "minutes" | "occurrenceKey"> & { kind: string },
) {
  const { memberId, kind, subject, slot, minutes, occurrenceKey } = notice;
  return [memberId, kind, subject.id, slot, minutes, occurrenceKey].join("|");
}

export function applyStep(home: PlainInputs, step: Step): PlainInputs {
  if (step.do === "household") return { ...home, ...step.set };
  if (step.do === "remove") {
    const rows: readonly Row[] = home[step.from];
    return { ...home, [step.from]: rows.filter(({ id }) => id !== step.id) };
  }
  if (step.do !== "put") return home;
  const rows: readonly Row[] = home[step.to];
  const isKnown = rows.some(({ id }) => id === step.row.id);
  return {
    ...home,
    [step.to]: isKnown ? rows.map((row) => (row.id === step.row.id ? step.row : row)) : [...rows, step.row],
  };
}

export class SimulatedEngine {
  readonly outcome: Outcome = { notices: [], deliveries: new Map(), dropped: 0, wakeUps: 0 };
  readonly #channels: History["channels"];
  readonly #known = new Set<string>();
  #plain: PlainInputs;
  #home: ReturnType<typeof toInputs>;
  #settledTo: number;
  now: number;

  constructor({ home, start, channels }: Pick<History, "home" | "start" | "channels">) {
    this.#plain = home;
    this.#home = toInputs(home);
    this.#channels = channels;
    this.#settledTo = start;
    this.now = start;
  }

  get home(): PlainInputs {
    return this.#plain;
  }

  play(step: Step): void {
    if (step.do === "run") {
      this.#run(this.now + step.for);
      return;
    }
    if (step.do === "off" || step.do === "suspend") this.now += step.for;
    else if (step.do === "jump") this.now += step.by;
    else if (step.do === "restore") this.#settledTo = this.now;
    else this.#change(applyStep(this.#plain, step));
    this.#settle();
  }

  #change(home: PlainInputs): void {
    this.#plain = home;
    this.#home = toInputs(home);
  }

  #run(end: number): void {
    for (;;) {
      const idle = this.#settledTo + day;
      const next = findNextDueAt(this.#home, this.now, idle) ?? idle;
      if (next > end) break;
      this.now = next;
      this.#settle();
    }
    this.now = end;
  }

  #settle(): void {
    const { now } = this;
    const from = Math.max(this.#settledTo, now - lookBack);
    this.#settledTo = now;
    if (now <= from) return;
    const reminders = findDueReminders(this.#home, from, now).filter(
      (reminder) => !this.#known.has(reminderKey(reminder)),
    );
    const members = new Map(this.#home.members.map((member) => [member.id, this.#recipient(member)]));
    const { notices, dropped } = decideNotices({ timeZone: this.#home.timeZone, now, reminders, members });
    this.outcome.dropped += dropped;
    for (const notice of notices) this.#insert(notice);
  }

  #recipient({ id, preferences }: PlainInputs["members"][number]) {
    const isRecent = ({ at }: Decision) => this.now - 10 * minute < at && at <= this.now;
    const recent = this.outcome.notices.filter((each) => each.memberId === id && !each.isHidden && isRecent(each));
    return { preferences, channels: (this.#channels[id] ?? []).map((id) => ({ id })), recent: recent.length };
  }

  #insert(notice: NewNotice): void {
    const key = reminderKey(notice);
    if (!this.#known.has(key)) this.outcome.notices.push({ ...notice, at: this.now });
    this.#known.add(key);
    for (const channelId of notice.channelIds) {
      const delivery = `${key} ${channelId}`;
      if (!this.outcome.deliveries.has(delivery)) this.outcome.deliveries.set(delivery, notice.deliverAt);
    }
  }
}

export function play(history: History): Outcome {
  const engine = new SimulatedEngine(history);
  for (const step of history.steps) engine.play(step);
  return engine.outcome;
}
