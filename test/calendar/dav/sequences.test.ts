/**
 * Random changes by the app, by two calendar programs, by undo and by an import; members leave. After each step, what a
 * program learns from any earlier token must lead to what a listing says. SYNC_SEQUENCES sets the number of sequences,
 * SYNC_SEED the first seed. This run is a sample; `bun run prove:caldav-sync` runs 2,000.
 */
import { expect, test } from "bun:test";
import { type Dav, davClient, event, nameIn, responsesIn, tokenIn } from "../../support/calendar/dav.ts";
import { importAll } from "../../support/calendar/imports.ts";
import { type Home, household, serverInProcess } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { diceFrom } from "../../support/random/rules.ts";

const sequences = Number(process.env.SYNC_SEQUENCES ?? 10);
const firstSeed = Number(process.env.SYNC_SEED ?? 1);
const steps = 16;
const server = serverInProcess();

type Dice = ReturnType<typeof diceFrom>;
type Listing = Readonly<Record<string, string>>;
type World = {
  readonly home: Home;
  readonly phones: readonly Dav[];
  readonly dice: Dice;
  keys: string[];
  count: number;
};

const weekly = "RRULE:FREQ=WEEKLY;COUNT=8";
const bodies: readonly string[][] = [
  [],
  ["LOCATION:Here"],
  ["CATEGORIES:Ben"],
  ["CATEGORIES:Ben,Mia"],
  ["X-NOTE:1"],
  [weekly],
  [weekly, "EXDATE:20261208T090000Z"],
  ["RDATE:20261205T090000Z,20270105T090000Z"],
  ["STATUS:CANCELLED"],
];
const times = { startsAt: "2026-12-01T10:00:00+01:00", endsAt: "2026-12-01T11:00:00+01:00" };

const pick = <Item>(dice: Dice, items: readonly Item[]) => items[dice.whole(0, items.length - 1)] as Item;

/** A name and its calendar, of any event. */
async function anyEvent({ phones: [phone], dice, keys }: World) {
  const key = pick(dice, keys);
  const name = pick(dice, Object.keys((await phone?.list(key)) ?? {}));
  return name === undefined ? null : { key, name };
}

const acts: readonly ((world: World) => Promise<unknown>)[] = [
  async ({ home, dice }) => {
    const memberIds = [[], [home.members.ben.id], [home.members.anna.id, home.members.ben.id]][dice.whole(0, 2)];
    return home.post("/v1/events", { title: "App", ...times, memberIds });
  },
  async (world) => {
    const phone = pick(world.dice, world.phones);
    const uid = `${world.count++}@phone`;
    return phone.put(
      phone.at(pick(world.dice, world.keys), `${world.dice.whole(0, 5)}.ics`),
      event(uid, ...pick(world.dice, bodies)),
    );
  },
  async (world) => {
    const found = await anyEvent(world);
    const phone = pick(world.dice, world.phones);
    if (!found) return;
    const { body } = await phone.get(phone.at(found.key, found.name));
    const uid = /^UID:(.*)$/m.exec(body)?.[1]?.trim() ?? "";
    return phone.put(phone.at(found.key, found.name), event(uid, ...pick(world.dice, bodies)));
  },
  async (world) => {
    const found = await anyEvent(world);
    const phone = pick(world.dice, world.phones);
    if (!found) return;
    const to = phone.at(pick(world.dice, world.keys), `${world.dice.whole(0, 5)}.ics`);
    return phone.move(phone.at(found.key, found.name), to, world.dice.whole(0, 1) === 0 ? { Overwrite: "F" } : {});
  },
  async (world) => {
    const found = await anyEvent(world);
    const phone = pick(world.dice, world.phones);
    return found && phone.delete(phone.at(found.key, found.name));
  },
  async ({ home, dice }) => {
    const id = pick(dice, await eventIds(home));
    const { ben, anna } = home.members;
    const change = pick(dice, [
      { title: "Changed" },
      { memberIds: [ben.id], isGeneral: false },
      { memberIds: [anna.id, ben.id] },
      { memberIds: [], isGeneral: true },
      { recurrenceRule: "FREQ=DAILY;COUNT=3" },
    ]);
    return id && home.patch(`/v1/events/${id}`, change);
  },
  async ({ home, dice }) => {
    const id = pick(dice, await eventIds(home));
    return id && home.delete(`/v1/events/${id}`);
  },
  async ({ home, dice }) => undo(home, pick(dice, home.entries().slice(0, 6))?.id),
  async ({ home, dice }) => undo(home, pick(dice, home.entries().slice(0, 3))?.id),
  async ({ home, dice }) => (dice.whole(0, 3) === 0 ? importAll(home) : null),
  async (world) => {
    const { home, dice, keys } = world;
    if (dice.whole(0, 5) > 0 || !keys.includes(home.members.mia.id)) return;
    await home.as(home.members.anna).delete(`/app/members/${home.members.mia.id}`, { body: {} });
    world.keys = keys.filter((key) => key !== home.members.mia.id);
  },
];

async function eventIds(home: Home): Promise<string[]> {
  const { body } = await home.get("/v1/events?from=2026-11-01T00:00:00Z&to=2027-06-01T00:00:00Z&raw=true");
  return body.events.map(({ id }: { id: string }) => id);
}

type Seen = { readonly token: string; readonly listing: Listing };

async function pageAfter(phone: Dav, key: string, token: string) {
  const { status, body } = await phone.sync(key, token, "<D:limit><D:nresults>2</D:nresults></D:limit>");
  if (status === 403) return null; // A member left: texts may be others.
  expect(status).toBe(207);
  return { all: responsesIn(body), next: tokenIn(body) };
}

/** Pages of two, so that tokens within a listing are used too. */
async function syncedTo(phone: Dav, key: string, { token, listing }: Seen): Promise<Seen | null> {
  const known = new Map(Object.entries(listing));
  let from = token;
  for (let isCut = true; isCut; ) {
    const page = await pageAfter(phone, key, from);
    if (!page) return null;
    const { all } = page;
    for (const { href, status: own, props } of all) {
      if (own === 404) known.delete(nameIn(href));
      else if (own === null) known.set(nameIn(href), props.getetag ?? "");
    }
    from = page.next;
    isCut = all.some(({ status: own }) => own === 507);
  }
  return { token: from, listing: Object.fromEntries(known) };
}

async function run(seed: number): Promise<void> {
  const home = await household({ server });
  const phones = [davClient(home), davClient(home, home.members.ben as never, { name: "Ben's laptop" })];
  const [phone] = phones as [Dav];
  const { anna, ben, mia } = home.members;
  const world: World = { home, phones, dice: diceFrom(seed), keys: ["family", anna.id, ben.id, mia.id], count: 0 };
  const seen = new Map<string, Seen[]>(world.keys.map((key) => [key, [{ token: "", listing: {} }]]));
  for (let step = 0; step < steps; step++) {
    await pick(world.dice, acts)(world);
    for (const key of world.keys) {
      const listing = await phone.list(key);
      const known = seen.get(key) ?? [];
      const earlier = pick(world.dice, known);
      const reached = earlier && (await syncedTo(phone, key, earlier));
      if (reached) {
        expect({ seed, step, key, listing: sorted(reached.listing) }).toEqual({
          seed,
          step,
          key,
          listing: sorted(listing),
        });
        known.push(reached);
      } else seen.set(key, [{ token: "", listing: {} }]);
    }
  }
  for (const key of world.keys) {
    const listing = sorted(await phone.list(key));
    for (const each of seen.get(key) ?? []) {
      const reached = await syncedTo(phone, key, each);
      if (reached) expect({ seed, key, listing: sorted(reached.listing) }).toEqual({ seed, key, listing });
    }
    for (const [name, tag] of Object.entries(listing)) {
      const now = (await phone.get(phone.at(key, name))).headers.get("etag");
      expect({ seed, key, name, tag: now }).toEqual({ seed, key, name, tag });
    }
  }
}

function sorted(listing: Listing): Listing {
  return Object.fromEntries(Object.entries(listing).sort(([one], [other]) => (one < other ? -1 : 1)));
}

test("The changes since any CalDAV sync token lead from the old list of objects to the present list", async () => {
  for (let seed = firstSeed; seed < firstSeed + sequences; seed++) await run(seed);
});
