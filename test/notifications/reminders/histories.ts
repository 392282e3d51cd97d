/** Random histories of a household, the same for the same seed. */
import { day, hour, minute } from "#lib/time.ts";
import { findDueReminders, findNextDueAt } from "#notifications/reminders/find-reminders.ts";
import { type Dice, diceFrom } from "../../support/random/rules.ts";
import { type PlainCheckIn, type PlainChore, type PlainEvent, type PlainInputs, toInputs } from "./plain-inputs.ts";
import { InputsGenerator, zones } from "./random-inputs.ts";
import { applyStep, type History, type Step } from "./simulated-engine.ts";

const fourYears = 4 * 365 * day + day;

export function historyFrom(seed: number): History {
  return new HistoryMaker(seed).make();
}

/** Follows the clock of the history, so that edits and stops come close to reminders. */
class HistoryMaker {
  readonly #seed: number;
  readonly #dice: Dice;
  readonly #maker: InputsGenerator;
  readonly #start: number;
  readonly #steps: Step[] = [];
  #home: PlainInputs;

  constructor(seed: number) {
    this.#seed = seed;
    this.#dice = diceFrom(seed);
    const timeZone = this.#dice.pick(zones);
    this.#start = startIn(timeZone, this.#dice);
    this.#maker = new InputsGenerator(this.#dice, timeZone, this.#start);
    this.#home = this.#maker.home();
  }

  make(): History {
    const { chance, whole } = this.#dice;
    const home = this.#home;
    const channels = Object.fromEntries(home.members.map(({ id }) => [id, ["a", "b"].slice(0, whole(0, 2))]));
    const count = whole(4, 14);
    for (let index = 0; index < count; index++) this.#addOne();
    if (chance(0.08)) this.#startInThePast();
    if (chance(0.04)) this.#storm();
    this.#add({ do: "run", for: whole(1, 30) * hour });
    return { seed: this.#seed, start: this.#start, home, channels, steps: this.#steps };
  }

  #add(step: Step): void {
    this.#steps.push(step);
    if (step.do === "run" || step.do === "off" || step.do === "suspend") this.#maker.now += step.for;
    if (step.do === "jump") this.#maker.now += step.by;
    this.#home = applyStep(this.#home, step);
  }

  #addOne(): void {
    const { chance, pick, whole } = this.#dice;
    if (chance(0.35)) this.#add({ do: "run", for: this.#untilNear() });
    else if (chance(0.25)) {
      const length = chance(0.5) ? this.#untilLate() : whole(1, 40 * 60) * minute;
      this.#add({ do: pick(["off", "suspend"] as const), for: length });
    } else if (chance(0.12)) this.#jump();
    else this.#add(chance(0.02) ? { do: "restore" } : this.#edit());
  }

  #next(): number | null {
    const { now } = this.#maker;
    return findNextDueAt(toInputs(this.#home), now, now + day);
  }

  /** Returns the milliseconds to a reminder, or to just before or after it. */
  #untilNear(): number {
    const { chance, pick, whole } = this.#dice;
    const next = this.#next();
    if (next === null || chance(0.4)) return whole(1, 30 * 60) * minute;
    const seconds = pick([0, 0, 1, -1, 30, 59, 60, 61, 120]);
    return Math.max(1, next - this.#maker.now + seconds * 1_000 + pick([0, 0, 1, -1]));
  }

  /** Returns the milliseconds until a reminder is just late, or just too late. */
  #untilLate(): number {
    const { pick } = this.#dice;
    const { now } = this.#maker;
    const due = findDueReminders(toInputs(this.#home), now, now + 15 * hour);
    const from = due.length === 0 ? now : pick(due).dueAt;
    return Math.max(1, from - now + pick([15 * minute, day, 5 * minute]) + pick([-1, 0, 1]));
  }

  #jump(): void {
    const { chance, pick, whole } = this.#dice;
    const isFar = chance(0.2);
    const by = isFar ? fourYears : pick([1_000, -1_000, hour, -hour, whole(-180, 180) * minute]);
    this.#add({ do: "jump", by });
    if (!isFar) return;
    this.#add({ do: "run", for: whole(1, 100) * minute });
    if (chance(0.5)) this.#add(this.#edit());
    this.#add({ do: "jump", by: -by });
  }

  /** A computer without a clock of its own: it starts in the past, and jumps when it reaches a time server. */
  #startInThePast(): void {
    const { chance, whole } = this.#dice;
    const back = whole(1, 500) * day + whole(0, 999);
    const off = whole(0, 30) * hour;
    const boot = whole(5, 90) * 1_000;
    this.#add({ do: "off", for: -back });
    this.#add({ do: "run", for: boot });
    if (chance(0.3)) this.#add(this.#edit());
    this.#add({ do: "jump", by: back + off });
    this.#add({ do: "run", for: whole(1, 10) * hour });
  }

  #storm(): void {
    const { whole } = this.#dice;
    const ids = this.#ids();
    const rows = whole(6, 16);
    for (let index = 0; index < rows; index++) {
      const base = this.#maker.event(ids);
      const startWall = this.#maker.wall(1, "12:00") + whole(0, 4) * minute;
      const timed = { allDay: false, startWall, endWall: startWall + hour, rule: null, exceptions: [] };
      const reminders = { reminderMinutes: 5, reminderMinutesList: [5, 6, 7, 9] };
      this.#add({ do: "put", to: "events", row: { ...base, ...timed, ...reminders, memberIds: ids.slice(0, 2) } });
    }
    this.#add({ do: "run", for: whole(20, 50) * hour });
  }

  #ids(): string[] {
    return this.#home.members.map(({ id }) => id);
  }

  #edit(): Step {
    const { pick } = this.#dice;
    const maker = this.#maker;
    const home = this.#home;
    const ids = this.#ids();
    const stamp = { changedAt: maker.now };
    const edits: (() => Step)[] = [
      () => this.#editEvent(),
      () => this.#editEvent(),
      () => this.#editChore(pick([...home.chores, { ...maker.chore(ids), ...stamp }])),
      () => this.#editCheckIn(pick([...home.checkIns, { ...maker.checkIn(ids), ...stamp }])),
      () => this.#editTask(ids),
      () => this.#editItem(ids),
      () => this.#editChanges(ids),
      () => ({ do: "household", set: this.#newSettings() }),
      () => {
        const index = this.#dice.whole(0, home.members.length - 1);
        const { role, name } = home.members[index]!;
        const member = { ...maker.member(ids[index]!, index, ids), role, name, ...stamp };
        return { do: "put", to: "members", row: member };
      },
    ];
    return pick(edits)();
  }

  #editChanges(ids: readonly string[]): Step {
    const { chance, pick } = this.#dice;
    const { changes } = this.#home;
    const isUndone = changes.length > 0 && chance(0.3);
    if (isUndone) return { do: "remove", from: "changes", id: pick(changes).id };
    return { do: "put", to: "changes", row: this.#maker.change(ids) };
  }

  #newSettings(): Partial<PlainInputs> {
    const { chance, pick } = this.#dice;
    const changedAt = this.#maker.now;
    return chance(0.4) ? { timeZone: pick(zones), changedAt } : { ...this.#maker.defaults(), changedAt };
  }

  #editTask(ids: readonly string[]): Step {
    const { chance, pick } = this.#dice;
    const { id } = pick([...this.#home.tasks, { id: this.#maker.id("task") }]);
    if (chance(0.3)) return { do: "remove", from: "tasks", id };
    return { do: "put", to: "tasks", row: { ...this.#maker.task(ids, id), changedAt: this.#maker.now } };
  }

  #editItem(ids: readonly string[]): Step {
    const { chance, pick } = this.#dice;
    const { id } = pick([...this.#home.items, { id: this.#maker.id("item") }]);
    if (chance(0.3)) return { do: "remove", from: "items", id };
    return { do: "put", to: "items", row: { ...this.#maker.item(ids, id), changedAt: this.#maker.now } };
  }

  #editEvent(): Step {
    const { chance, pick, whole } = this.#dice;
    const { events } = this.#home;
    const ids = this.#ids();
    const stamp = { changedAt: this.#maker.now };
    if (events.length === 0 || chance(0.3)) return this.#addEventNear(ids);
    const event = pick(events);
    if (chance(0.15)) return { do: "remove", from: "events", id: event.id };
    const moved = () => {
      const by = whole(-20, 20) * 30 * minute;
      const start = event.startWall + (event.allDay ? day : by);
      const isSingle = event.rule === null;
      return isSingle ? { startWall: start, endWall: start + event.endWall - event.startWall } : { title: "Renamed" };
    };
    const exceptions = () => ({ exceptions: this.#maker.exceptions({ ...event, exceptions: [] }, ids) });
    const canExcept = event.rule !== null && !event.rule.includes("BYHOUR");
    const patch: Partial<PlainEvent> = chance(0.4)
      ? this.#maker.reminders()
      : canExcept && chance(0.6)
        ? exceptions()
        : moved();
    return { do: "put", to: "events", row: { ...event, ...patch, ...stamp } };
  }

  /** Adds an event whose reminder is due at about this time, so that it is just sent, or just not. */
  #addEventNear(ids: readonly string[]): Step {
    const { pick, chance } = this.#dice;
    const { now } = this.#maker;
    const event = { ...this.#maker.event(ids), changedAt: now, timeZone: "UTC" };
    if (chance(0.4)) return { do: "put", to: "events", row: event };
    const minutes = pick([0, 10, 60]);
    const startWall = now + minutes * minute + pick([-61_000, -60_001, -60_000, -59_000, -1, 0, 1, 5_000, hour]);
    const times = { allDay: false, startWall, endWall: startWall + hour, rule: null, exceptions: [] };
    const reminders = { reminderMinutes: minutes, reminderMinutesList: [minutes] };
    return { do: "put", to: "events", row: { ...event, ...times, ...reminders } };
  }

  #editChore(chore: PlainChore): Step {
    const { chance } = this.#dice;
    if (chance(0.15)) return { do: "remove", from: "chores", id: chore.id };
    if (chance(0.3)) {
      const { dueTime, active } = this.#maker.chore(this.#ids());
      return { do: "put", to: "chores", row: { ...chore, dueTime, active, changedAt: this.#maker.now } };
    }
    const isUndone = chore.done.length > 0 && chance(0.4);
    const done = isUndone || chore.memberIds.length === 0 ? [] : [this.#maker.done(chore.memberIds), ...chore.done];
    return { do: "put", to: "chores", row: { ...chore, done } };
  }

  #editCheckIn(checkIn: PlainCheckIn): Step {
    const { chance, pick } = this.#dice;
    if (chance(0.3)) {
      const changed = { ...checkIn, active: chance(0.5), changedAt: this.#maker.now };
      return { do: "put", to: "checkIns", row: changed };
    }
    const who = pick([...checkIn.assigneeIds, "nobody"]);
    const answer = `${this.#maker.date(pick([0, 0, 1]))} ${pick(checkIn.times)} ${who}`;
    return { do: "put", to: "checkIns", row: { ...checkIn, answered: [...checkIn.answered, answer] } };
  }
}

/** Returns the start of a history. Most begin some days around a clock change. */
function startIn(timeZone: string, { chance, whole, pick }: Dice): number {
  const any = Date.UTC(whole(2010, 2032), whole(0, 11), whole(1, 28), whole(0, 23), whole(0, 59));
  if (timeZone === "Pacific/Apia" && chance(0.5)) return Date.UTC(2011, 11, whole(27, 31), whole(0, 23));
  if (chance(0.3)) return any;
  const zoned = Temporal.Instant.fromEpochMilliseconds(any).toZonedDateTimeISO(timeZone);
  const change = zoned.getTimeZoneTransition(pick(["next", "previous"] as const));
  const isNear = change !== null && Math.abs(change.epochMilliseconds - any) < 2 * fourYears;
  return isNear ? change.epochMilliseconds - whole(-12, 72) * hour + whole(0, 59) * minute : any;
}
