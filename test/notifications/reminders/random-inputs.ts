/** Random households for the reminder engine, the same for the same dice. */
import { seriesOf } from "#calendar/events/event.ts";
import { day, hour, isoOf, minute } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import type { Preferences } from "#notifications/notices/model.ts";
import { preferenceKinds } from "#notifications/notices/notice.ts";
import type { MemberInput } from "#notifications/reminders/inputs.ts";
import type { Dice } from "../../support/random/rules.ts";
import {
  eventOf,
  type PlainCheckIn,
  type PlainChore,
  type PlainEvent,
  type PlainException,
  type PlainInputs,
} from "./plain-inputs.ts";

export const zones = [
  ...["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "Europe/Dublin"],
  ...["America/St_Johns", "Pacific/Chatham", "America/Havana", "Asia/Tehran", "Africa/Cairo", "Asia/Kathmandu"],
] as const;

/** Many are in a clock change, at midnight, or in the usual quiet hours. */
const times = [
  ...["00:00", "00:30", "01:30", "02:00", "02:15", "02:30", "03:00", "03:30", "06:30", "07:30"],
  ...["08:00", "12:00", "16:00", "18:00", "21:30", "23:30", "23:59"],
] as const;

const leads = [0, 5, 10, 30, 60, 90, 360, 900, 1_245, 1_305, 1_440, 1_800, 2_880, 10_080, 40_320];
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Makes parts of one household. `now` is the clock when they are made. */
export class InputsGenerator {
  readonly #dice: Dice;
  readonly timeZone: string;
  now: number;
  #count = 0;

  constructor(dice: Dice, timeZone: string, now: number) {
    this.#dice = dice;
    this.timeZone = timeZone;
    this.now = now;
  }

  home(): PlainInputs {
    const { whole, chance, pick } = this.#dice;
    const ids = Array.from({ length: whole(2, 5) }, (_, index) => `m${index}`);
    const members = ids.map((id, index) => this.member(id, index, ids));
    const several = <Row>(most: number, make: () => Row) => Array.from({ length: whole(0, most) }, make);
    return {
      changedAt: this.earlier(),
      timeZone: this.timeZone,
      ...this.defaults(),
      summaryDelay: whole(0, 179) * 1_000,
      members,
      events: several(5, () => this.event(ids)),
      tasks: several(3, () => this.task(ids)),
      chores: several(3, () => this.chore(ids)),
      checkIns: several(2, () => this.checkIn(ids)),
      items: several(3, () => this.item(ids)),
      changes: [],
      keys: chance(0.3)
        ? [{ id: this.id("key"), name: "Key", expiresAt: this.now + 7 * day + whole(-12, 72) * hour + pick([0, 1]) }]
        : [],
    };
  }

  defaults(): Pick<PlainInputs, "defaultReminderMinutes" | "allDayReminder"> {
    const { chance, pick, whole } = this.#dice;
    return {
      defaultReminderMinutes: chance(0.2) ? null : pick([0, 10, 30, 60, 1_440]),
      allDayReminder: chance(0.2) ? null : { daysBefore: whole(0, 2), time: pick(times) },
    };
  }

  member(id: string, index: number, ids: readonly string[]): MemberInput {
    const { chance, pick } = this.#dice;
    const role = index === 0 ? "owner" : pick(["adult", "child", "child", "guest"] as const);
    return {
      id,
      name: `Name ${id}`,
      role,
      canSignIn: true,
      isReachable: chance(index === 0 || role === "adult" ? 0.9 : 0.4),
      preferences: this.preferences(role !== "guest", ids),
      changedAt: this.earlier(),
    };
  }

  preferences(general: boolean, ids: readonly string[]): Preferences {
    const { chance, pick, whole } = this.#dice;
    const ways = () => (chance(0.6) ? "all" : chance(0.3) ? [] : [pick(["a", "b", "stale"])]);
    return {
      quiet: chance(0.3) ? null : chance(0.5) ? { from: "21:30", to: "06:30" } : { from: pick(times), to: pick(times) },
      allDayAt: chance(0.6) ? null : { daysBefore: whole(0, 1), time: pick(times) },
      summaryAt: chance(0.4) ? null : pick(["07:30", "02:30", ...times]),
      taskAt: chance(0.5) ? null : pick(times),
      general: chance(0.15) ? !general : general,
      alsoFor: chance(0.6) ? null : ids.filter(() => chance(0.5)),
      details: "full",
      language: "en",
      kinds: Object.fromEntries(preferenceKinds.map((kind) => [kind, ways()])) as Preferences["kinds"],
    };
  }

  event(ids: readonly string[], id = this.id("event")): PlainEvent {
    const { chance, pick, whole } = this.#dice;
    const allDay = chance(0.35);
    const startWall = this.wall(whole(-3, 4), allDay ? "00:00" : pick(times));
    const length = allDay ? day * whole(1, 3) : pick([0, 30 * minute, hour, 5 * hour, 30 * hour]);
    const rule = chance(0.6) ? this.rule(startWall, allDay) : null;
    const event: PlainEvent = {
      ...{ id, changedAt: this.earlier(), title: pick(["Piano", "Dentist", "Swimming"]), location: null },
      ...{ memberIds: ids.filter(() => chance(0.4)), isGeneral: pick([null, null, true, false]) },
      ...{ allDay, startWall, endWall: startWall + length, rule, exceptions: [], ...this.reminders() },
      timeZone: chance(0.85) ? this.timeZone : pick(zones),
    };
    return rule === null || rule.includes("BYHOUR") ? event : { ...event, exceptions: this.exceptions(event, ids) };
  }

  reminders(): Pick<PlainEvent, "reminderMinutes" | "reminderMinutesList"> {
    const { chance, pick, whole } = this.#dice;
    if (chance(0.4)) return { reminderMinutes: null, reminderMinutesList: [] };
    if (chance(0.1)) return { reminderMinutes: -1, reminderMinutesList: [] };
    const list = Array.from({ length: whole(1, 3) }, () => (chance(0.8) ? pick(leads) : whole(0, 3_000)));
    const sorted = [...new Set(list)].sort((one, other) => one - other);
    return { reminderMinutes: sorted[0]!, reminderMinutesList: sorted };
  }

  exceptions(event: PlainEvent, ids: readonly string[]): PlainException[] {
    const { chance } = this.#dice;
    const { source } = eventOf({ ...event });
    const near = seriesOf(source.event)!.slots(this.now - 2 * day, this.now + 8 * day);
    return near.filter(() => chance(0.2)).map(({ localMs: wall }) => this.exception(event, wall, ids));
  }

  exception(event: PlainEvent, wall: number, ids: readonly string[]): PlainException {
    const { chance, pick, whole } = this.#dice;
    if (chance(0.3)) return { wall, cancelled: true, own: {}, times: null };
    const own = {
      ...(chance(0.3) && { title: "Moved" }),
      ...(chance(0.3) && { memberIds: ids.filter(() => chance(0.5)) }),
      ...(chance(0.2) && { isGeneral: chance(0.5) }),
      ...(chance(0.4) && this.reminders()),
    };
    if (chance(0.5)) return { wall, cancelled: false, own, times: null };
    const allDay = chance(0.2) ? !event.allDay : event.allDay;
    const start = allDay
      ? this.wall(whole(-1, 4), "00:00")
      : toInstant(this.timeZone, this.wall(whole(-1, 4), pick(times)));
    const times_ = { allDay, startAt: start, endAt: start + (allDay ? day : hour) };
    return { wall, cancelled: false, own, times: times_ };
  }

  /** Its start is always one of its dates. */
  rule(startWall: number, allDay: boolean): string {
    const { chance, pick, whole } = this.#dice;
    const start = new Date(startWall);
    const weekday = weekdays[(start.getUTCDay() + 6) % 7]!;
    const base = pick([
      `FREQ=DAILY;INTERVAL=${whole(1, 3)}`,
      `FREQ=WEEKLY;BYDAY=${[...new Set([weekday, pick(weekdays)])].join()}`,
      `FREQ=MONTHLY;BYMONTHDAY=${start.getUTCDate()}`,
      `FREQ=MONTHLY;BYDAY=${Math.ceil(start.getUTCDate() / 7)}${weekday}`,
      "FREQ=DAILY",
    ]);
    const hours = `;BYHOUR=${[...new Set([start.getUTCHours(), 2, 3])].sort((a, b) => a - b).join()};BYMINUTE=${start.getUTCMinutes()}`;
    const finer = !allDay && base === "FREQ=DAILY" && chance(0.2) ? hours : "";
    if (chance(0.2)) return `${base}${finer};COUNT=${whole(1, 9)}`;
    if (!chance(0.2)) return base + finer;
    const until = isoOf(startWall + whole(0, 9) * day + hour).replace(/[-:]|\.\d+Z/g, "");
    return `${base}${finer};UNTIL=${allDay ? until.slice(0, 8) : until}`;
  }

  task(ids: readonly string[], id = this.id("task")): PlainInputs["tasks"][number] {
    const { pick, whole } = this.#dice;
    return {
      id,
      label: "Pay the rent",
      memberId: pick(ids),
      dueDate: this.date(whole(-2, 4)),
      changedAt: this.earlier(),
    };
  }

  chore(ids: readonly string[], id = this.id("chore")): PlainChore {
    const { chance, pick, whole } = this.#dice;
    const startWall = this.wall(whole(-4, 2), "00:00");
    const rule = chance(0.85) ? this.rule(startWall, true) : null;
    const startDate = isoOf(startWall).slice(0, 10);
    const memberIds = ids.filter(() => chance(0.6));
    return {
      ...{ id, name: "Dishwasher", emoji: "🍽️", dueTime: chance(0.8) ? pick(times) : null, changedAt: this.earlier() },
      ...{ assignment: pick(["each", "anyone", "rotate"] as const), memberIds, active: chance(0.9) },
      ...{ recurrenceRule: rule, startDate, done: memberIds.length > 0 && chance(0.2) ? [this.done(memberIds)] : [] },
    };
  }

  done(memberIds: readonly string[]): PlainChore["done"][number] {
    const { pick, whole } = this.#dice;
    return { memberId: pick(memberIds), date: this.date(whole(0, 2)) };
  }

  checkIn(ids: readonly string[], id = this.id("check")): PlainCheckIn {
    const { chance, pick, whole } = this.#dice;
    const list = [...new Set(Array.from({ length: whole(1, 2) }, () => pick(times)))].sort();
    return {
      ...{
        id,
        changedAt: this.earlier(),
        name: "Sleep",
        question: "How did you sleep last night?",
        presetKey: "sleep",
      },
      ...{ assigneeIds: ids.filter(() => chance(0.6)), daysOfWeek: [1, 2, 3, 4, 5, 6, 7].filter(() => chance(0.8)) },
      ...{ times: list, notify: chance(0.85), active: chance(0.9), firstDay: this.date(whole(-3, 1)), answered: [] },
    };
  }

  item(ids: readonly string[], id = this.id("item")): PlainInputs["items"][number] {
    const { pick, whole } = this.#dice;
    const dueAt = toInstant(this.timeZone, this.wall(whole(-1, 3), pick(times))) + pick([0, 0, 29_000]);
    const place = { listId: "list", listName: "Groceries", content: "Milk" };
    return { id, ...place, dueAt, memberId: pick(ids), changedAt: this.earlier() };
  }

  change(ids: readonly string[]): PlainInputs["changes"][number] {
    const { chance, pick } = this.#dice;
    const what = pick(["task_assigned", "event_named", "list_changed", "list_changed"] as const);
    const subject =
      what === "list_changed"
        ? ({ type: "list", id: pick(["l1", "l2"]) } as const)
        : ({ type: "task", id: "t" } as const);
    const listId = what === "list_changed" ? subject.id : null;
    const place = { subject, listId, label: listId ? `List ${listId}` : "Label" };
    return {
      id: this.id("change"),
      at: this.now,
      what,
      memberIds: ids.filter(() => chance(0.5)),
      by: pick(["Anna", "Ben"]),
      ...place,
    };
  }

  id(kind: string): string {
    return `${kind}${++this.#count}`;
  }

  /** Some stamps are later than the clock, as a wrong clock left them. */
  earlier(): number {
    const { chance, whole } = this.#dice;
    return chance(0.03) ? this.now + whole(1, 2_000) * hour : this.now - whole(0, 40) * hour - whole(0, 3_600) * 1_000;
  }

  date(inDays: number): string {
    return isoOf(this.wall(inDays, "00:00")).slice(0, 10);
  }

  wall(inDays: number, time: string): number {
    const today = Math.floor(toLocalMs(this.timeZone, this.now) / day) * day;
    return today + inDays * day + Date.parse(`1970-01-01T${time}:00Z`);
  }
}
