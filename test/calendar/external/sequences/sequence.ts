/**
 * Plays random edits in the app and at another server, synchronises, and compares: both sides are equal, no exception is
 * lost, nothing is there twice, and the feed has an entry for each change.
 */
import { detailsOf, type Event, exceptionAt, seriesOf, timesOf } from "#calendar/events/event.ts";
import { findStored } from "#calendar/events/store.ts";
import { isoOf, minute } from "#lib/time.ts";
import type { Home } from "../../../support/home/home.ts";
import type { Dice } from "../../../support/random/rules.ts";
import { uidIn } from "../../dav/clients/normal-form.ts";
import { randomText } from "../../dav/clients/random-texts.ts";
import { type Edit, editText, inputFor, pickSlot, readEvent } from "./remote-edits.ts";

/** The calendar at the other server. */
export type Side = {
  /** Texts by id. */
  read(): Promise<Map<string, string>>;
  /** The status. */
  put(id: string, text: string): Promise<number>;
  delete(id: string): Promise<number>;
  idFor(uid: string): string;
  /** Edits of a server that does not store texts. They replace edits of texts. */
  readonly own?: {
    add(number: number): Done[];
    edit(dice: Dice): Done[];
  };
};

export type Stage = {
  readonly home: Home;
  readonly side: Side;
  readonly target: { readonly memberId: string; readonly provider: string; readonly externalCalendarId: string };
  /** Synchronises until a run has nothing to do. */
  syncUntilIdle(dice: Dice): Promise<void>;
  pass(milliseconds: number): void;
};

export type Done = Edit & { readonly uid: string; readonly by: "app" | "remote" };

/**
 * `entries`: changes that the feed says, which are those that the synchronisation brought. `refused`: comparisons that
 * were left out, because the server refuses what changed here, and the app says so.
 */
export type Figures = {
  edits: number;
  events: number;
  exceptions: number;
  checked: number;
  entries: number;
  refused: number;
};

export const noFigures: Figures = { edits: 0, events: 0, exceptions: 0, checked: 0, entries: 0, refused: 0 };

const perRound = 5;

/** @throws Error at the first difference */
export async function playSequence(stage: Stage, dice: Dice, edits: number, seed: number): Promise<Figures> {
  const figures = { ...noFigures };
  const { side, home } = stage;
  for (let index = 0; index < 4; index++) await addThere(side, seed * 1_000 + index);
  for (let index = 0; index < 3; index++) await addHere(stage, dice);
  await settleCounted(stage, [], dice, figures);
  await compare(stage, figures);
  const log: string[] = [];
  while (figures.edits < edits) {
    const done: Done[] = [];
    // An edit that was refused before still counts more than what comes.
    const before = new Map(linksIn(home).flatMap((link) => (link.isRefused ? [] : [[link.uid, link] as const])));
    for (let count = 0; count < perRound; count++) {
      // Their order is clear: more than two minutes lie between them.
      stage.pass(5 * minute);
      done.push(...(await editHere(stage, dice)));
      stage.pass(5 * minute);
      done.push(...(await editThere(side, home.clock.now, dice, seed)));
    }
    figures.edits += perRound;
    log.push(`round ${figures.edits / perRound}: ${done.map((each) => JSON.stringify(each)).join("\n  ")}`);
    try {
      await settleCounted(stage, done, dice, figures);
      await compare(stage, figures);
      const shown = done.filter(({ uid }) => before.has(uid));
      await checkEdits(stage, shown, before, figures);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${log.slice(-2).join("\n")}`);
    }
  }
  return figures;
}

/** @throws Error if the feed does not say each change that came, once */
async function settleCounted(stage: Stage, done: readonly Done[], dice: Dice, figures: Figures): Promise<void> {
  const { home } = stage;
  const before = shownIn(home);
  const known = new Set(home.entries().map(({ id }) => id));
  await stage.syncUntilIdle(dice);
  const after = shownIn(home);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
  const entries = home.entries().filter(({ id, actor, subject }) => {
    return !known.has(id) && actor.name === "Calendar sync" && subject.type !== "calendar_account";
  });
  const counted = entries.reduce((sum, { summary, subject }) => sum + changesSaid(summary, subject.type), 0);
  figures.entries += counted;
  // What is decided between both sides is said even if nothing changes here.
  const byApp = new Set(done.flatMap(({ uid, by }) => (by === "app" ? uid : [])));
  const decided = new Set(done.flatMap(({ uid, by }) => (by === "remote" && byApp.has(uid) ? uid : []))).size;
  // A date without a place in its moved series becomes an event of its own, in the same entry.
  const isMoved = done.some(({ field }) => field === "moved");
  const least = changed.filter((id) => before.has(id) || !isMoved).length;
  // Google takes a series in several requests; after a fault between them, the feed may name it twice.
  const most = stage.side.own ? Number.POSITIVE_INFINITY : changed.length + decided;
  if (counted >= least && counted <= most) return;
  const said = entries.map(({ summary }) => summary).join("\n");
  throw new Error(`${changed.length} events changed, ${decided} were decided; the feed says ${counted}:\n${said}`);
}

/** Many changes are one entry: “Cloud: 41 events added, 2 changed”. */
function changesSaid(summary: string, subject: string): number {
  if (subject !== "calendar") return 1;
  const counts = summary.slice(summary.lastIndexOf(": ")).matchAll(/(\d+|an event) /g);
  return [...counts].reduce((sum, [, count]) => sum + (count === "an event" ? 1 : Number(count)), 0);
}

/** Returns texts of all events of the household, by id. */
function shownIn(home: Home): Map<string, string> {
  const rows = home.db.$client.query("SELECT id FROM event WHERE household_id = ?").all(home.id) as { id: string }[];
  return new Map(
    rows.flatMap(({ id }) => {
      const event = findStored(home.work(), id)?.event;
      return event ? [[id, shown(event)] as const] : [];
    }),
  );
}

async function addThere(side: Side, number: number): Promise<Done[]> {
  if (side.own) return side.own.add(number);
  const known = new Set([...(await side.read()).values()].map(uidIn));
  for (let next = number; ; next += 100_000) {
    const uid = `${next}@proof`;
    if (known.has(uid)) continue;
    const { text } = randomText(next, uid);
    // The window of the comparison.
    if (readEvent(text, new Date("2026-11-27"))?.exceptions === undefined) continue;
    const status = await side.put(side.idFor(uid), text);
    if (status < 300) return [{ field: "added", wall: null, value: uid, uid, by: "remote" }];
  }
}

async function addHere({ home, target }: Stage, dice: Dice): Promise<Done[]> {
  const start = Date.UTC(2026, 11, dice.whole(1, 28), dice.whole(0, 23));
  const body = {
    title: `Here ${dice.whole(1, 1_000_000)}`,
    startsAt: isoOf(start),
    endsAt: isoOf(start + 3_600_000),
    allDay: dice.chance(0.2),
    recurrenceRule: dice.pick([null, "FREQ=WEEKLY;COUNT=8", "FREQ=DAILY;COUNT=12", "FREQ=MONTHLY;COUNT=6"]),
    syncTargets: [target],
  };
  const { body: made, status } = await home.post("/v1/events", body);
  if (status !== 201 && status !== 200) throw new Error(`POST answered ${status}: ${JSON.stringify(made)}`);
  return [{ field: "added", wall: null, value: made.id, uid: made.id, by: "app" }];
}

type Linked = { readonly uid: string; readonly eventId: string; readonly isRefused: number };

function linksIn({ db, id }: Home): Linked[] {
  const sql =
    "SELECT uid, event_id AS eventId, ifnull(state = 'failed' AND error = 'refused', 0) AS isRefused FROM calendar_link WHERE household_id = ? AND event_id IS NOT NULL ORDER BY id";
  return db.$client.query(sql).all(id) as Linked[];
}

async function editHere(stage: Stage, dice: Dice): Promise<Done[]> {
  const { home, side } = stage;
  if (dice.chance(0.12)) return addHere(stage, dice);
  const links = linksIn(home);
  const link = links.length > 0 ? dice.pick(links) : null;
  const stored = link && findStored(home.work(), link.eventId);
  if (!link || !stored) return [];
  const { uid } = link;
  if (dice.chance(0.08)) {
    await home.delete(`/v1/events/${link.eventId}`);
    return [{ field: "deleted", wall: null, value: true, uid, by: "app" }];
  }
  const { event } = stored;
  const slot = pickSlot(event, dice);
  const ofAll = ["title", "location", "notes", ...(side.own ? ["moved"] : [])];
  const field = dice.pick(slot ? ["title", "location", "notes", "times", "cancelled"] : ofAll);
  const wall = slot?.localMs ?? null;
  const instance = slot && { instanceStartsAt: isoOf(slot.at), editScope: "this" };
  if (instance && field === "cancelled") {
    const at = encodeURIComponent(instance.instanceStartsAt);
    const { status } = await home.delete(`/v1/events/${link.eventId}?scope=this&instanceStartsAt=${at}`);
    return status === 200 ? [{ field, wall, value: true, uid, by: "app" }] : [];
  }
  const input = inputFor(event, slot, field, dice);
  const { status } = await home.patch(`/v1/events/${link.eventId}`, { ...input, ...instance });
  const value = input.startsAt ?? input[field as "title"];
  const isChanged = !Bun.deepEquals(findStored(home.work(), link.eventId)?.event, event);
  return status === 200 && isChanged ? [{ field, wall, value, uid, by: "app" }] : [];
}

async function editThere(side: Side, now: Date, dice: Dice, seed: number): Promise<Done[]> {
  if (dice.chance(0.12)) return addThere(side, seed * 1_000 + dice.whole(100, 900));
  if (side.own) return side.own.edit(dice);
  const all = [...(await side.read())].sort(([one], [other]) => (one < other ? -1 : 1));
  const [id = "", text = ""] = all.length > 0 ? dice.pick(all) : [];
  if (id === "") return [];
  const uid = uidIn(text);
  if (dice.chance(0.08)) {
    await side.delete(id);
    return [{ field: "deleted", wall: null, value: true, uid, by: "remote" }];
  }
  const edited = editText(text, uid, now, dice);
  if (!edited) return [];
  const status = await side.put(id, edited.text);
  return status < 300 ? [{ ...edited.edit, uid, by: "remote" }] : [];
}

/** Returns everything that people see of an event, as text. */
export function shown(event: Event): string {
  const { title, location, notes, allDay, startAt, endAt, recurrenceRule } = event;
  const series = seriesOf(event);
  const exceptions = event.exceptions.flatMap((each) => {
    const { wall, cancelled } = each;
    if (cancelled) return [{ wall, values: [null] }];
    const slot = series?.slotOf(wall);
    const planned = slot ? timesOf(event, slot) : null;
    const own = detailsOf(event, each);
    const values = [own.title, own.location, own.notes, each.times ?? planned];
    return Bun.deepEquals(values, [title, location, notes, planned]) ? [] : [{ wall, values }];
  });
  return JSON.stringify({ title, location, notes, allDay, startAt, endAt, recurrenceRule, exceptions }, null, 1);
}

async function compare({ home, side }: Stage, figures: Figures): Promise<void> {
  const there = new Map<string, string>();
  for (const text of (await side.read()).values()) {
    const uid = uidIn(text);
    if (there.has(uid)) throw new Error(`${uid} is there twice`);
    there.set(uid, text);
  }
  const links = linksIn(home);
  const seen = new Set<string>();
  let exceptions = 0;
  for (const { uid, eventId, isRefused } of links) {
    if (seen.has(uid)) throw new Error(`${uid} is here twice`);
    seen.add(uid);
    figures.refused += isRefused;
    if (isRefused) continue;
    const ours = findStored(home.work(), eventId)?.event;
    const text = there.get(uid);
    if (!ours || text === undefined) throw new Error(`${uid} (${ours?.title}) is only ${ours ? "here" : "there"}`);
    const theirs = readEvent(text, home.clock.now);
    exceptions += ours.exceptions.length;
    const [a, b] = [shown(ours), theirs ? shown(theirs) : "nothing"];
    if (a !== b) throw new Error(`${uid} differs: here\n${a}\nthere\n${b}\n${text}`);
  }
  const linked = new Set(links.map(({ eventId }) => eventId));
  for (const [id, text] of shownIn(home)) {
    if (!linked.has(id)) throw new Error(`${id} is only here: ${text}`);
  }
  for (const [uid, text] of there) {
    if (!seen.has(uid) && readEvent(text, home.clock.now)) {
      const isShown = home.db.$client
        .query("SELECT 1 FROM calendar_link WHERE uid = ? AND object_id IS NULL AND event_id IS NULL")
        .get(uid);
      if (!isShown) throw new Error(`${uid} is only there:\n${text}`);
    }
  }
  figures.events += seen.size;
  figures.exceptions += exceptions;
}

/** An edit that nothing else touched in its round must be on both sides, which are equal. */
async function checkEdits(
  { home }: Stage,
  done: readonly Done[],
  before: ReadonlyMap<string, Linked>,
  figures: Figures,
): Promise<void> {
  // Google gives an event that is sent again another UID.
  const byUid = new Map([...before, ...linksIn(home).map((link) => [link.uid, link] as const)]);
  for (const edit of done) {
    const others = done.filter((each) => each !== edit && each.uid === edit.uid);
    const isTouched = others.some((each) => {
      if (each.field === "deleted" || each.field === "moved") return true;
      const isSamePlace = each.wall === edit.wall || each.wall === null;
      return isSamePlace && (each.field === edit.field || each.field === "cancelled" || edit.field === "cancelled");
    });
    const link = byUid.get(edit.uid);
    const event = link && findStored(home.work(), link.eventId)?.event;
    // Two edits of one place may leave it as it was.
    const fromOther = others
      .filter(({ by }) => by !== edit.by)
      .filter((one, _, all) => all.filter(({ wall, field }) => wall === one.wall && field === one.field).length === 1)
      .map(({ field }) => field);
    const isEditOverDeletion = edit.field === "deleted" && fromOther.length > 0 && !fromOther.includes("deleted");
    if (isEditOverDeletion && !event) throw new Error(`The deletion ${JSON.stringify(edit)} counted before an edit`);
    const isOfAll = edit.field === "deleted" || edit.field === "moved";
    if (isTouched || (isOfAll && others.length > 0)) continue;
    figures.checked++;
    const fail = (found: unknown) => {
      throw new Error(`${JSON.stringify(edit)} is lost: ${JSON.stringify(found)}`);
    };
    if (edit.field === "deleted") {
      if (event) fail(event.title);
      continue;
    }
    if (edit.field === "added") continue;
    if (!event) {
      fail(null);
      continue;
    }
    if (edit.field === "moved") {
      if (event.startAt !== Date.parse(String(edit.value)) && !event.allDay) fail(event.startAt);
      continue;
    }
    const exception = edit.wall === null ? undefined : exceptionAt(event, { localMs: edit.wall, at: 0 });
    if (edit.field === "cancelled") {
      if (exception?.cancelled !== true) fail(exception);
      continue;
    }
    if (edit.field === "times") {
      const slot = seriesOf(event)?.slotOf(edit.wall ?? 0);
      const times = exception?.times ?? (slot ? timesOf(event, slot) : null);
      if (times?.startAt !== Date.parse(String(edit.value)) && times?.allDay !== true) fail(times);
      continue;
    }
    const field = edit.field as "title" | "location" | "notes";
    const own = exception?.own[field];
    const found = own === undefined ? event[field] : own;
    if ((found ?? null) !== (edit.value ?? null)) fail({ own, series: event[field] });
  }
}
