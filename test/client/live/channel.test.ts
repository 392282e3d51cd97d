/** Tests the live channel: which writes share a message, when sockets expire, and the cost of a write. */
import { describe, expect, test } from "bun:test";
import { addMember } from "#accounts/members/store.ts";
import { setPassword } from "#accounts/sign-in/store.ts";
import { LiveChannel } from "#client/live/channel.ts";
import { kindsOf } from "#client/live/kinds.ts";
import { day } from "#lib/time.ts";
import type { Entry } from "#platform/activity/record.ts";
import { hashPassword } from "#platform/auth/passwords.ts";
import { writeInHousehold } from "#platform/db/change-counter.ts";
import { closeDatabase, openDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import { restorableTables } from "#platform/traits.ts";
import { createTask } from "#routines/tasks/store.ts";
import { virtualTables } from "#server/traits.ts";
import { household, serverInProcess, start, testDeps } from "../../support/home/home.ts";
import { listen, listeningServer } from "../../support/home/live.ts";
import { emptyFolder } from "../../support/home/program.ts";
import { countedDatabase } from "../../support/home/queries.ts";
import { TestTimers } from "../../support/home/timers.ts";

/** Interval at which the channel polls for writes of other processes. */
const lookMs = 100;

/** A channel for a household's database with one listening app. `write` adds a task as a request does. */
async function home() {
  const own = await household({ server: serverInProcess() });
  const timers = new TestTimers();
  const channel = new LiveChannel({ ...testDeps(), db: own.db, timers });
  const heard: any[] = [];
  const wire = { send: (text: string) => heard.push(JSON.parse(text)), close: () => {} };
  const caller = { householdId: own.id, id: own.members.anna.id, kind: "member" as const };
  const join = (isStillGood = () => true) => channel.join(caller, isStillGood);
  const write = (label: string) => {
    const work = own.work();
    const task = transact(own.db, () => createTask(work, { label, memberId: own.members.anna.id }));
    channel.onCommit(work);
    return { task, work };
  };
  return { ...own, timers, channel, heard, wire, join, write };
}

/** Runs the event loop until the condition holds. Only the test's own timeout limits it. */
async function until(holds: () => boolean) {
  while (!holds()) await turns(1);
}

/** Runs this many turns of the event loop. */
async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const entry = (more: object): Entry => ({
  action: "updated",
  subject: { type: "task", id: "x", label: "Secret" },
  summary: "Secret",
  changes: null,
  before: null,
  after: null,
  ...more,
});

describe("the channel", () => {
  test("The live channel reports all writes of one turn of the event loop in one message", async () => {
    const { join, wire, heard, write, channel, work } = await home();
    const socket = join();
    socket.open(wire);
    for (let count = 0; count < 20; count++) write(`Task ${count}`);
    const member = work();
    transact(member.db, () => addMember(member, { name: "Leo", role: "child" }));
    channel.onCommit(member);
    expect(heard.length).toBe(1);
    await turns(1);
    const [hello, ...told] = heard;
    const revision = expect.any(Number);
    expect(told).toEqual([{ type: "changed", revision, kinds: ["task", "member"], activityId: null }]);
    expect(countRevisions(hello.revision, told[0].revision)).toBe(21);
    const { work: last } = write("Alone");
    await turns(1);
    expect(heard.at(-1)).toMatchObject({ kinds: ["task"], activityId: last.recorded[0]?.id });
    channel.leave(socket);
  });

  test("The live channel reports all kinds of records as changed after a write of another process", async () => {
    const { join, wire, heard, write, work, db, channel } = await home();
    const socket = join();
    socket.open(wire);
    transact(db, () => addMember(work(), { name: "Leo", role: "child" }));
    write("Ours");
    await turns(1);
    expect(heard.at(-1)).toMatchObject({ kinds: ["all"], activityId: null });
    channel.leave(socket);
  });

  test("The live channel runs no database query while no app is open", async () => {
    const { db, during, meanwhile } = countedDatabase();
    const timers = new TestTimers();
    const own = await household({ server: listeningServer({ db, timers }) });
    const look = async (times: number) => {
      for (let count = 0; count < times; count++) {
        await turns(2);
        timers.advance(lookMs);
      }
      await turns(2);
    };
    const idle = new LiveChannel({ ...testDeps(), db, timers });
    const work = own.work();
    transact(db, () => createTask(work, { label: "x", memberId: own.members.anna.id }));
    expect(during(() => idle.onCommit(work))).toBe(0);
    expect(timers.size).toBe(0);
    const listener = await listen(own.server.origin, { headers: own.as(own.members.anna).headers });
    await look(1); // The first poll checks every household.
    expect(await meanwhile(() => look(8))).toBe(8);
    listener.close();
    await until(() => timers.size === 0);
    expect(await meanwhile(() => look(8))).toBe(0);
  });

  test("The live channel soon reports the writes of another process to the same database", async () => {
    const dataDir = emptyFolder();
    const db = openDataDir(dataDir, { now: start });
    const own = await household({ server: listeningServer({ db }) });
    const listener = await listen(own.server.origin, { headers: own.as(own.members.anna).headers });
    const other = openDatabase(`${dataDir}/inglenook.db`);
    const work = { ...own.work(), db: other };
    transact(other, () => addMember(work, { name: "Leo", role: "child" }));
    const told = await listener.next();
    expect(told).toEqual({ type: "changed", revision: expect.any(Number), kinds: ["all"], activityId: null });
    expect(countRevisions(listener.hello.revision, told.revision)).toBe(1);
    listener.close();
    await listener.ended;
    closeDatabase(other);
  });

  test("The live channel closes a socket when its sign-in expires, even while nothing changes", async () => {
    const timers = new TestTimers();
    const own = await household({ server: listeningServer({ timers }) });
    const listener = await listen(own.server.origin, { headers: own.as(own.members.anna).headers });
    own.clock.advance(31 * day);
    timers.advance(lookMs);
    expect(await listener.ended).toEqual({ code: 4401, reason: "Not signed in" });
  });

  test("The live channel sends a change later if a database read failed right after the change", async () => {
    const { join, wire, heard, write, channel, timers } = await home();
    let isBroken = false;
    const fail = () => {
      throw new Error("SQLITE_IOERR");
    };
    const elsewhere = channel.join({ householdId: "", id: "", kind: "member" }, fail);
    const socket = join(() => (isBroken ? fail() : true));
    socket.open(wire);
    isBroken = true;
    write("x");
    await turns(2);
    expect(heard.map(({ type }) => type)).toEqual(["hello"]);
    isBroken = false;
    for (let looks = 0; looks < 3; looks++) {
      timers.advance(lookMs);
      await turns(2);
    }
    expect(heard.map(({ type }) => type)).toEqual(["hello", "changed"]);
    channel.leave(socket);
    channel.leave(elsewhere);
  });
});

/** A channel with many open apps. `visits` counts the credential checks of each household. */
async function street({ homes, each }: { homes: number; each: number }) {
  const own = await household({ server: serverInProcess() });
  const timers = new TestTimers();
  const channel = new LiveChannel({ ...testDeps(), db: own.db, timers });
  const all = await Promise.all(Array.from({ length: homes }, () => own.neighbour()));
  const visits = new Map(all.map(({ id }) => [id, 0]));
  let isEnded = false;
  let perTurn = 0;
  let most = 0;
  const closed: string[] = [];
  const sockets = all.flatMap(({ id, members }) =>
    Array.from({ length: each }, () => {
      const isStillGood = () => {
        visits.set(id, (visits.get(id) ?? 0) + 1);
        if (++perTurn === 1) {
          setImmediate(() => {
            most = Math.max(most, perTurn);
            perTurn = 0;
          });
        }
        return !isEnded;
      };
      const caller = { householdId: id, id: `${members.anna.id}`, kind: "member" as const };
      const socket = channel.join(caller, isStillGood);
      socket.open({ send: () => 0, close: () => closed.push(id) });
      return socket;
    }),
  );
  const write = (home: (typeof all)[number]) => {
    const work = home.work();
    transact(own.db, () => createTask(work, { label: "x", memberId: home.members.anna.id }));
    return work;
  };
  return {
    all,
    visits,
    closed,
    channel,
    db: own.db,
    /** Writes as a request does. */
    write: (home: (typeof all)[number]) => channel.onCommit(writeInHousehold(own.db, home.id, () => write(home))),
    /** Writes without a record of the household. */
    writeUnseen: (home: (typeof all)[number]) => write(home),
    /** Makes the channel poll once for writes of other processes. */
    look: () => timers.advance(lookMs),
    most: () => most,
    forget: () => {
      for (const { id } of all) visits.set(id, 0);
      most = 0;
    },
    endAll: () => {
      isEnded = true;
    },
    leave: () => {
      for (const socket of sockets) channel.leave(socket);
    },
  };
}

describe("the cost of a write", () => {
  test("The live channel checks after a write only the sockets of the household that was changed", async () => {
    const { all, visits, write, look, forget, leave } = await street({ homes: 20, each: 2 });
    const [writer, another] = all;
    look();
    await until(() => all.every(({ id }) => (visits.get(id) ?? 0) >= 4)); // All sockets are open, and the first round is over.
    forget();
    if (!writer || !another) throw new Error("Nobody lives here");
    for (let count = 0; count < 3; count++) {
      write(writer);
      await turns(2);
    }
    for (let looks = 0; looks < 4; looks++) {
      look();
      await turns(2);
    }
    expect(visits.get(writer.id)).toBe(6);
    expect([...visits.values()].reduce((sum, each) => sum + each)).toBe(6);
    leave();
  });

  test("The live channel checks 200 sockets in each turn of the event loop after another process's write", async () => {
    const { all, visits, writeUnseen, look, forget, most, leave } = await street({ homes: 60, each: 25 });
    look();
    await until(() => all.every(({ id }) => (visits.get(id) ?? 0) >= 50));
    await turns(2);
    forget();
    const [writer] = all;
    if (writer) writeUnseen(writer);
    look();
    await until(() => all.every(({ id }) => visits.get(id) === 25));
    await turns(2);
    expect(most()).toBe(200);
    leave();
  });

  test("The live channel reports a write to the changed household at once, even during a check of all sockets", async () => {
    const { all, visits, write, writeUnseen, look, forget, leave } = await street({ homes: 60, each: 25 });
    look();
    await until(() => all.every(({ id }) => (visits.get(id) ?? 0) >= 50));
    await turns(2);
    forget();
    const last = all.at(-1);
    const [first] = all;
    if (!last || !first) throw new Error("Nobody lives here");
    writeUnseen(first);
    look();
    await until(() => (visits.get(first.id) ?? 0) > 0);
    write(last);
    await turns(2);
    expect(visits.get(last.id)).toBe(25);
    expect([...visits.values()].filter((count) => count === 0).length).toBeGreaterThan(20);
    leave();
  });
});

describe("expired credentials", () => {
  test("The live channel closes sockets at once when credentials end, even without an activity entry", async () => {
    const { all, closed, channel, endAll, leave } = await street({ homes: 2, each: 3 });
    const [one] = all;
    if (!one) throw new Error("Nobody lives here");
    endAll();
    channel.onCommit(one.work());
    await turns(2);
    expect(closed).toEqual([one.id, one.id, one.id]);
    leave();
  });

  test("The live channel closes a socket that opens with ended credentials, and sends nothing to the socket", async () => {
    const { channel, all, endAll, leave } = await street({ homes: 1, each: 1 });
    const [one] = all;
    const heard: string[] = [];
    const codes: number[] = [];
    let isGood = true;
    if (!one) throw new Error("Nobody lives here");
    const caller = { householdId: one.id, id: "x", kind: "member" as const };
    const socket = channel.join(caller, () => isGood);
    isGood = false;
    socket.open({ send: (text: string) => heard.push(text), close: (code: number) => codes.push(code) });
    expect({ heard, codes }).toEqual({ heard: [], codes: [4401] });
    endAll();
    channel.leave(socket);
    leave();
  });

  test.each([
    ["changes the password elsewhere", "POST /app/password"],
    ["loses the sign-in", "DELETE /app/members/{id}/sign-in"],
  ])("The live channel closes the sockets of a member who %s (%s)", async (_how, route) => {
    const own = await household({ server: listeningServer() });
    const { anna, ben } = own.members;
    const password = "a long one that nobody guesses";
    const hash = await hashPassword(password);
    for (const { id } of [anna, ben]) transact(own.db, () => setPassword(own.work(), id, hash));
    const [here, elsewhere] = [own.as(ben), own.as(ben)];
    const bystander = await listen(own.server.origin, { headers: own.as(anna).headers });
    const listener = await listen(own.server.origin, { headers: here.headers });
    const answer = route.startsWith("POST")
      ? await elsewhere.post("/app/password", { current: password, new: `${password}, changed` })
      : await own.as(anna).delete(`/app/members/${ben.id}/sign-in`);
    expect(answer.status).toBe(200);
    expect(await listener.ended).toEqual({ code: 4401, reason: "Not signed in" });
    expect(await bystander.next()).toMatchObject({ type: "changed" });
    bystander.close();
  });

  test("The live channel closes the sockets of a member if another process changed the member's password", async () => {
    const dataDir = emptyFolder();
    const own = await household({ server: listeningServer({ db: openDataDir(dataDir, { now: start }) }) });
    const listener = await listen(own.server.origin, { headers: own.as(own.members.ben).headers });
    const other = openDatabase(`${dataDir}/inglenook.db`);
    transact(other, () => setPassword({ ...own.work(), db: other }, own.members.ben.id, "$argon2id$unused"));
    expect((await listener.ended).code).toBe(4401);
    closeDatabase(other);
  });
});

describe("the kinds of a change", () => {
  test("Open apps receive the kinds of the changed record and of all other records in the change", () => {
    const kinds = kindsOf(entry({ before: { block: [] }, after: { listSection: [], checkInAnswer: [] } }));
    expect(new Set(kinds)).toEqual(new Set(["task", "block", "section", "check_in"] as const));
  });

  test("A change of a table that undo can restore is reported to open apps with the kinds of the table only", () => {
    for (const name of [...restorableTables(), ...Object.keys(virtualTables)])
      expect(kindsOf(entry({ after: { [name]: [] } }))).not.toContain("all");
  });

  test("The removal of a member, or of a record of unknown kind, is reported as a change of all kinds", () => {
    expect(kindsOf(entry({ after: { somethingNew: [] } }))).toContain("all");
    expect(kindsOf(entry({ action: "deleted", subject: { type: "member", id: "x", label: "x" } }))).toEqual(["all"]);
  });

  test("A change of a personal list is reported to open apps only with the kind “list”", () => {
    const audience = { listId: "x", viewerId: "y" };
    expect(kindsOf(entry({ audience, after: { block: [], task: [] } }))).toEqual(["list"]);
  });
});
