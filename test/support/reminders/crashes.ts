/**
 * Kills a real server again and again while it decides on reminders and sends them. Checks afterwards that none was
 * lost, that none was decided twice, and that a delivery arrived at most once more for each crash at which its outcome
 * was unknown.
 */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createHousehold } from "#accounts/households/store.ts";
import type { Member } from "#accounts/members/model.ts";
import { addMember } from "#accounts/members/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { day, minute, second } from "#lib/time.ts";
import type { StoredChannel } from "#notifications/channels/config.ts";
import { readVapidKeys } from "#notifications/channels/push.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { channel, reminderClock } from "#platform/db/tables.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { bareEnvironment, emptyFolder } from "../home/program.ts";
import { type Dice, diceFrom } from "../random/rules.ts";
import { type Crash, unexplainedCopies } from "./copies.ts";
import { type Arrival, type SinkKind, type Sinks, startSinks } from "./sinks.ts";

/** Number of reminders for each member. More than 30 notices of one member in ten minutes would be merged into one. */
const perMember = 10;
const perHousehold = 10;
/**
 * Number of reminders of each member that come from single events. The others come from an event for the whole
 * household, from a series, and from an event with two reminders.
 */
const singles = perMember - 4;

export type Plan = {
  readonly reminders: number;
  readonly kills: number;
  /** Milliseconds from filling the database until the first reminder is due. */
  readonly leadMs: number;
  readonly windowMs: number;
  /**
   * Longest time in milliseconds that a server runs until it is killed. On a busy machine, a start alone takes seconds.
   */
  readonly longestLifeMs: number;
  readonly command: readonly string[];
  readonly seed: number;
  readonly log?: (line: string) => void;
};

/** Reminder that must arrive through its channels. It is computed without the server's code. */
type Expected = { readonly title: string; readonly channels: readonly string[] };

type PlannedReminders = {
  readonly expected: ReadonlyMap<string, Expected>;
  readonly kinds: ReadonlyMap<string, SinkKind>;
};

/** Crash of the server. Its deliveries are written as `notice channel`. */
type KilledServer = Crash & { readonly killPoint: KillPoint };

const killPoints = ["any time", "before an answer", "after an answer"] as const;
type KillPoint = (typeof killPoints)[number];

export type Outcome = {
  readonly expected: number;
  readonly decided: number;
  readonly decidedTwice: number;
  readonly unexpected: readonly string[];
  readonly lost: readonly string[];
  /** Number of expected deliveries that arrived at least once. */
  readonly arrived: number;
  readonly copies: number;
  /** Deliveries that arrived more often than the crashes allow. */
  readonly unexplained: readonly string[];
  /** Number of responses that this process gave too late, because the machine was busy. */
  readonly lateAnswers: number;
  readonly copiesOfOtherIds: number;
  readonly mostInDoubt: number;
  readonly crashes: readonly KilledServer[];
  readonly maybeSent: number;
  readonly unfinished: number;
};

export async function runCrashes(plan: Plan): Promise<Outcome> {
  const dice = diceFrom(plan.seed);
  const folder = emptyFolder();
  const state = { lateAnswers: 0, onArrival: () => {}, onAnswer: () => {} };
  const sinks = startSinks(async () => {
    state.onArrival();
    const at = performance.now();
    await Bun.sleep(dice.whole(0, 30));
    if (performance.now() - at > second) state.lateAnswers++;
    setImmediate(() => state.onAnswer());
    return undefined;
  });
  try {
    const planned = createHouseholds(folder, plan, dice, sinks);
    const crashes: KilledServer[] = [];
    while (crashes.length < plan.kills) {
      const killPoint = killPoints[crashes.length % killPoints.length] ?? "any time";
      const server = serve(plan, folder, sinks);
      await killAt(server, killPoint, plan, dice, state);
      await sinks.drain();
      const sending = rowsInDoubt(folder);
      crashes.push({ sending, killPoint });
      const every = Math.max(1, Math.floor(plan.kills / 10));
      if (crashes.length % every === 0) plan.log?.(`… ${crashes.length} kills, ${sinks.arrivals.length} messages`);
    }
    const server = serve(plan, folder, sinks);
    await untilSent(folder, planned.expected);
    server.kill("SIGTERM");
    await server.exited;
    return { ...compareOutcome(folder, planned, crashes, sinks), lateAnswers: state.lateAnswers };
  } finally {
    await sinks.stop();
  }
}

function serve({ command }: Plan, folder: string, sinks: Sinks) {
  const env = { ...bareEnvironment, DATA_DIR: folder, LOG_LEVEL: "error", NIGHTLY_BACKUP: "off", ...sinks.env };
  return Bun.spawn([...command, "serve"], { env, stdout: "ignore", stderr: "inherit" });
}

type Hooks = { onArrival: () => void; onAnswer: () => void };

/** Kills the server at a chosen point, and resolves when its process has ended. */
async function killAt(
  server: ReturnType<typeof serve>,
  killPoint: KillPoint,
  { longestLifeMs, reminders, kills }: Plan,
  dice: Dice,
  hooks: Hooks,
): Promise<void> {
  let isOver = false;
  let left = dice.whole(1, Math.ceil((2 * reminders) / kills));
  const countDown = () => {
    left--;
    if (left > 0 || isOver) return;
    isOver = true;
    server.kill("SIGKILL");
  };
  if (killPoint === "before an answer") hooks.onArrival = countDown;
  if (killPoint === "after an answer") hooks.onAnswer = countDown;
  const deadline = performance.now() + dice.whole(0, longestLifeMs);
  const last = killPoint === "any time" ? deadline : performance.now() + longestLifeMs;
  while (!isOver && performance.now() < last) await Bun.sleep(2);
  server.kill("SIGKILL");
  await server.exited;
  hooks.onArrival = () => {};
  hooks.onAnswer = () => {};
}

/**
 * Returns the deliveries that are marked as being sent. Reads a copy of the database, because opening the database
 * itself would change the state that the crash left.
 */
function rowsInDoubt(folder: string): ReadonlySet<string> {
  const copy = join(folder, "copy");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of ["inglenook.db", "inglenook.db-wal"]) {
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name));
  }
  const db = new Database(join(copy, "inglenook.db"));
  try {
    return new Set(rowsOf(db, "SELECT notice_id || ' ' || channel_id AS row FROM delivery WHERE state = 'sending'"));
  } finally {
    db.close();
  }
}

function rowsOf(db: Database, sql: string): string[] {
  return (db.query(sql).all() as { row: string }[]).map(({ row }) => row);
}

/** Waits until all notifications have been sent. Reads the database while the last server runs. */
async function untilSent(folder: string, expected: ReadonlyMap<string, Expected>): Promise<void> {
  const db = new Database(join(folder, "inglenook.db"), { readonly: true });
  const count = (sql: string) => (db.query(sql).get() as { n: number }).n;
  const deadline = performance.now() + 30 * minute;
  try {
    while (performance.now() < deadline) {
      const decided = count("SELECT count(*) AS n FROM notice WHERE kind = 'event'");
      const open = count("SELECT count(*) AS n FROM delivery WHERE state IN ('queued', 'sending')");
      if (decided >= expected.size && open === 0) return;
      await Bun.sleep(50);
    }
  } finally {
    db.close();
  }
}

/** Reads the stored notices and deliveries, and compares them with what was planned and what arrived. */
function compareOutcome(
  folder: string,
  { expected, kinds }: PlannedReminders,
  crashes: readonly KilledServer[],
  sinks: Sinks,
): Omit<Outcome, "lateAnswers"> {
  const db = new Database(join(folder, "inglenook.db"), { readonly: true });
  const notices = db
    .query(
      `SELECT id, household_id || ' ' || member_id || ' ' || subject_id || ' ' || slot || ' ' || minutes || ' ' || due_at
         AS key FROM notice WHERE kind = 'event'`,
    )
    .all() as { id: string; key: string }[];
  const count = (sql: string) => (db.query(sql).get() as { n: number }).n;
  const ids = new Map(notices.map(({ id, key }) => [key, id]));
  const decided = new Set(notices.map(({ id }) => id));
  const arrivals = Map.groupBy(sinks.arrivals, (each) => rowOf(each, sinks));
  const lost = [...expected].flatMap(([key, { channels, title }]) => {
    const id = ids.get(key);
    return channels.flatMap((channelId) => {
      const copies = arrivals.get(`${id} ${channelId}`) ?? [];
      const isRight = copies.length > 0 && copies.every((each) => readable(each, sinks).includes(title));
      return isRight ? [] : [`${key} by ${kinds.get(channelId)}`];
    });
  });
  const counts = new Map([...arrivals].map(([row, all]) => [row, all.length]));
  try {
    return {
      expected: expected.size,
      decided: ids.size,
      decidedTwice: notices.length - ids.size,
      unexpected: [...ids.keys()].filter((key) => !expected.has(key)),
      lost,
      arrived: arrivals.size,
      copies: sinks.arrivals.length - arrivals.size,
      unexplained: unexplainedCopies(counts, crashes),
      copiesOfOtherIds: [...arrivals.keys()].filter((row) => !decided.has(row.split(" ")[0] ?? "")).length,
      mostInDoubt: Math.max(0, ...crashes.map(({ sending }) => sending.size)),
      crashes,
      maybeSent: count("SELECT count(*) AS n FROM delivery WHERE maybe_sent = 1"),
      unfinished: count("SELECT count(*) AS n FROM delivery WHERE state <> 'sent'"),
    };
  } finally {
    db.close();
  }
}

const texts = new WeakMap<Arrival, string>();

function readable(arrival: Arrival, sinks: Sinks): string {
  const text = texts.get(arrival) ?? sinks.textOf(arrival);
  texts.set(arrival, text);
  return text;
}

/** Returns the delivery to which an arrived message belongs. The address of each channel is its id. */
function rowOf(arrival: Arrival, sinks: Sinks): string {
  const text = readable(arrival, sinks);
  const ids: Record<SinkKind, RegExp> = {
    push: /"tag":"([^"]+)"/,
    ntfy: /"sequence_id":"([^"]+)"/,
    apprise: /\/notice\/([0-9a-f-]+)/,
    mail: /Message-ID:\s+<([0-9a-f-]+)\./i,
  };
  return `${ids[arrival.kind].exec(text)?.[1]} ${arrival.address.split("@")[0]}`;
}

/**
 * Creates the server's database in `folder`, with households, members, channels and events. Returns the reminders that
 * must arrive.
 */
function createHouseholds(folder: string, plan: Plan, dice: Dice, sinks: Sinks): PlannedReminders {
  const ownFolder = emptyFolder();
  const db = openDataDir(ownFolder, { now: new Date() });
  const serverKey = readVapidKeys(db).publicKey;
  const expected = new Map<string, Expected>();
  const kinds = new Map<string, SinkKind>();
  const now = new Date();
  const dueAt = () => Math.ceil((now.getTime() + plan.leadMs + dice.whole(0, plan.windowMs)) / second) * second;
  const hasTwice = plan.windowMs > 5 * minute;
  const minutes = () => dice.whole(5, 25);
  const households = Math.ceil(plan.reminders / perMember / perHousehold);
  for (let index = 0; index < households; index++) {
    transact(db, () => {
      const home = createHousehold(db, { name: `Home ${index}`, timeZone: "Europe/Berlin", plan: "api" }, now);
      const work = systemWork(db, home, now);
      // The server must know the household already: for a new one, it does not catch up on missed reminders.
      db.insert(reminderClock).values({ householdId: home.id, settledTo: now.toISOString() }).run();
      const members = Array.from({ length: perHousehold }, (_, each) =>
        addMember(work, { name: `Member ${each}`, role: each === 0 ? "owner" : "adult" }),
      );
      const channels = new Map(members.map(({ id }) => [id, channelsFor(work, id, dice, sinks, serverKey)]));
      for (const all of channels.values()) for (const { id, kind } of all) kinds.set(id, kind);
      const expect = (told: readonly Member[], event: { id: string; title: string }, at: number, before: number) => {
        const slot = new Date(at).toISOString();
        const due = new Date(at - before * minute).toISOString();
        for (const { id } of told) {
          const ways = (channels.get(id) ?? []).map((each) => each.id);
          const key = [home.id, id, event.id, slot, before, due].join(" ");
          expected.set(key, { title: event.title, channels: ways });
        }
      };
      const add = (
        maker: Member,
        told: readonly Member[],
        at: number,
        list: readonly number[],
        change: object = {},
      ) => {
        const title = `Thing ${dice.whole(0, 999_999)} of ${maker.name}`;
        const times = { startsAt: new Date(at).toISOString(), endsAt: new Date(at + 45 * minute).toISOString() };
        const memberIds = told === members ? [] : told.map(({ id }) => id);
        const given = { title, ...times, memberIds, reminderMinutesList: [...list], ...change };
        return createEvent(asMember(work, maker), given);
      };
      for (const member of members) {
        for (let each = 0; each < (hasTwice ? singles : singles + 2); each++) {
          const before = minutes();
          const at = dueAt() + before * minute;
          expect([member], add(member, [member], at, [before]), at, before);
        }
        if (hasTwice) {
          const at = Math.max(dueAt(), now.getTime() + 2 * minute) + 29 * minute;
          const twice = add(member, [member], at, [30, 29]);
          for (const before of [30, 29]) expect([member], twice, at, before);
        }
        const before = minutes();
        const slot = dueAt() + before * minute;
        const series = add(member, [member], slot - 3 * day, [before], { recurrenceRule: "FREQ=DAILY" });
        expect([member], series, slot, before);
      }
      const before = minutes();
      const at = dueAt() + before * minute;
      expect(members, add(members[0]!, members, at, [before]), at, before);
    });
  }
  closeDatabase(db);
  // SQLite keeps a closed database open until its statements are collected as garbage. While this process has the
  // server's files open, a server that starts after a crash reads the old index of the log (`-shm`). It then ignores a
  // commit that the crash interrupted, although the copy that `rowsInDoubt` reads contains it. So these are other files.
  copyFileSync(join(ownFolder, "inglenook.db"), join(folder, "inglenook.db"));
  return { expected, kinds };
}

/** Adds the channels of a member: most members have one, some have two. */
function channelsFor(
  { db, householdId, now }: Work,
  memberId: string,
  dice: Dice,
  sinks: Sinks,
  serverKey: string,
): { id: string; kind: SinkKind }[] {
  const first: SinkKind = dice.pick(["push", "push", "push", "push", "ntfy", "apprise"]);
  const kinds: SinkKind[] = dice.chance(1 / 100) ? ["mail"] : dice.chance(1 / 7) ? ["push", "ntfy"] : [first];
  return kinds.map((kind) => {
    const id = crypto.randomUUID();
    addChannel(db, { householdId, memberId, id, kind }, sinks.configOf(kind, addressOf(kind, id), serverKey), now);
    return { id, kind };
  });
}

function addressOf(kind: SinkKind, id: string): string {
  return kind === "mail" ? `${id}@family.org` : id;
}

type NewChannel = Pick<typeof channel.$inferInsert, "householdId" | "memberId" | "id" | "kind">;

/** Adds a channel that is verified and turned on. */
function addChannel(db: Db, row: NewChannel, config: StoredChannel["config"], now: Date): void {
  const createdAt = now.toISOString();
  db.insert(channel)
    .values({ ...row, label: row.kind, config: JSON.stringify(config), verifiedAt: createdAt, createdAt })
    .run();
}
