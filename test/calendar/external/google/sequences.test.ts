/**
 * Random edits of events on both sides. After each of ours, Google must have what was wanted, nothing may come back, and
 * what is known must be what reading it again gives. GOOGLE_SEQUENCES sets the number of sequences, GOOGLE_SEED the
 * first seed. This run is a sample; `bun run prove:google` runs 2,000.
 */
import { expect, test } from "bun:test";
import { type Event, type Exception, seriesOf } from "#calendar/events/event.ts";
import { RemoteConflictError } from "#calendar/external/remote.ts";
import { Dice } from "../../../support/calendar/edits.ts";
import { eventOf, googleAccount, googleEvent, never, render } from "../../../support/google/account.ts";
import type { GoogleEvent } from "../../../support/google/events.ts";

const sequences = Number(process.env.GOOGLE_SEQUENCES ?? 20);
const firstSeed = Number(process.env.GOOGLE_SEED ?? 1);
const steps = 25;
const hour = 3_600_000;
const day = 24 * hour;

type Account = ReturnType<typeof googleAccount>;

const daysOff = { start: { date: "2027-01-05" }, end: { date: "2027-01-07" } };
const masters: readonly (GoogleEvent & { id: string })[] = [
  googleEvent("single", { description: "<b>Bring</b> towels" }),
  googleEvent("weekly", { summary: "Choir", recurrence: ["RRULE:FREQ=WEEKLY;COUNT=12"] }),
  googleEvent("daily0", { ...daysOff, summary: "Holidays", recurrence: ["RRULE:FREQ=DAILY;INTERVAL=3;COUNT=12"] }),
  googleEvent("endless", {
    start: { dateTime: "2027-03-02T18:00:00-05:00", timeZone: "America/New_York" },
    end: { dateTime: "2027-03-02T19:30:00-05:00", timeZone: "America/New_York" },
    recurrence: ["EXDATE;TZID=America/New_York:20270316T180000", "RRULE:FREQ=WEEKLY"],
  }),
];

function slotsOf(event: Event) {
  return seriesOf(event)?.slots(event.startAt, event.startAt + 80 * day) ?? [];
}

function withException(event: Event, exception: Exception): Event {
  const exceptions = [...event.exceptions.filter((each) => each.wall !== exception.wall), exception];
  return { ...event, exceptions: exceptions.sort((one, other) => one.wall - other.wall) };
}

/** Moves the exceptions along. */
function shifted(event: Event, by: number): Event {
  const { startAt, endAt, startWall, endWall } = event;
  const exceptions = event.exceptions.map((each) => ({ ...each, wall: each.wall + by }));
  const times = { startAt: startAt + by, endAt: endAt + by, startWall: startWall + by, endWall: endWall + by };
  return { ...event, ...times, exceptions };
}

const edits: readonly ((event: Event, dice: Dice) => Event)[] = [
  (event, dice) => ({ ...event, title: dice.pick(["Choir", "Judo", "Chess"]) }),
  (event, dice) => ({ ...event, notes: dice.pick([null, "a\nb", "x <b> & y", "&amp;"]) }),
  (event, dice) => {
    const minutes = dice.pick([[], [10], [10, 1_440]]);
    return { ...event, reminderMinutes: minutes[0] ?? null, reminderMinutesList: minutes };
  },
  (event, dice) => shifted(event, event.allDay ? day : dice.pick([-1, 1, 2]) * hour),
  (event, dice) => {
    if (event.recurrenceRule === null) return event;
    const left = event.exceptions.filter((each) =>
      slotsOf(event)
        .slice(0, 6)
        .some(({ localMs: wall }) => wall === each.wall),
    );
    const last = dice.pick([6, 9, 12]);
    return {
      ...event,
      recurrenceRule: event.recurrenceRule.replace(/;?COUNT=\d+|$/, `;COUNT=${last}`),
      exceptions: left,
    };
  },
  (event, dice) => {
    const slots = slotsOf(event);
    if (slots.length === 0) return event;
    const { localMs: wall, at } = dice.pick(slots.slice(0, 8));
    const kind = dice.pick(["cancelled", "title", "moved", "plain"]);
    if (kind === "plain") return { ...event, exceptions: event.exceptions.filter((each) => each.wall !== wall) };
    if (kind === "cancelled") return withException(event, { wall, cancelled: true, own: {}, times: null });
    if (kind === "title") return withException(event, { wall, cancelled: false, own: { title: "Own" }, times: null });
    const startAt = at + (event.allDay ? day : 3 * hour);
    const times = { allDay: event.allDay, startAt, endAt: startAt + event.endAt - event.startAt };
    return withException(event, { wall, cancelled: false, own: {}, times });
  },
];

function editAtGoogle({ events }: Account, id: string, dice: Dice): void {
  const master = events.get(id);
  const kind = dice.pick(["title", "time", "instance", "cancel", "restore"]);
  if (kind === "title") events.patch(id, { summary: dice.pick(["Theirs", "Other"]) }, null);
  if (kind === "time" && master.start?.dateTime) {
    const later = (text: string | null | undefined) => new Date(Date.parse(text ?? "") + hour).toISOString();
    const at = (time: GoogleEvent["start"]) => ({ dateTime: later(time?.dateTime) });
    events.patch(id, { start: at(master.start), end: at(master.end) }, null);
  }
  if (!master.recurrence) return;
  const instance = dice.pick(events.instances(id, -Infinity, Infinity).slice(0, 8));
  const isCancelled = instance?.status === "cancelled";
  if (!instance?.id || isCancelled !== (kind === "restore")) return;
  if (kind === "instance") events.patch(instance.id, { summary: "Their own" }, null);
  if (kind === "cancel") events.delete(instance.id, null);
  if (kind === "restore") events.patch(instance.id, { status: "confirmed" }, null);
}

/** Returns null after a conflict. The result may also show edits at Google that were not listed yet. */
async function editHere(account: Account, id: string, dice: Dice, isCurrent: boolean): Promise<string | null> {
  const base = account.textOf(id);
  const edited = dice.pick(edits)(eventOf(base), dice);
  const text = render(edited, base);
  try {
    const object = await account.put(id, text);
    const shown = isCurrent ? eventOf(object.text) : null;
    // Other readers would take notes with an element for HTML.
    if (shown) expect(shown).toEqual({ ...eventOf(text), notes: edited.notes });
    return object.text;
  } catch (error) {
    if (!(error instanceof RemoteConflictError)) throw error;
    return null;
  }
}

async function play(seed: number): Promise<void> {
  const dice = new Dice(seed);
  const account = googleAccount();
  account.events.keepsFittingExceptions = dice.isLucky(0.5);
  for (const each of masters) account.events.put(each);
  await account.ready();
  let isCurrent = true;
  for (let step = 0; step < steps; step++) {
    const { id } = dice.pick(masters);
    if (dice.isLucky(0.4)) {
      editAtGoogle(account, id, dice);
      isCurrent = dice.isLucky(0.7);
      if (isCurrent) await account.sync();
    } else if ((await editHere(account, id, dice, isCurrent)) === null) {
      expect(isCurrent).toBe(false);
      const { heads } = await account.sync();
      isCurrent = true;
      expect(heads.map((each) => each.id)).toContain(id);
    }
    if (dice.isLucky(0.1)) account.google.expireSyncTokens();
  }
  await account.sync();
  expect(await account.sync()).toMatchObject({ heads: [], removed: [], isWhole: false });
  for await (const fresh of account.calendar.read([...account.known.values()], never)) {
    for (const { id, text } of fresh) expect({ id, ...eventOf(text) }).toEqual({ id, ...account.shown(id) });
  }
  const writes = account.google.seen.filter(({ kind }) => ["insert", "patch", "delete"].includes(kind));
  expect(writes.filter(({ query }) => query.get("sendUpdates") !== "none")).toEqual([]);
}

test.each(Array.from({ length: sequences }, (_, index) => firstSeed + index))(
  "The app and Google have the same events after the random changes of sequence %i",
  play,
);
