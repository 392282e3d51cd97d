/** The live channel by itself: what is told together, what time brings, and what it costs. */
import { describe, expect, test } from "bun:test";
import { restorable } from "../../src/activity/images.ts";
import type { Entry } from "../../src/activity/record.ts";
import { closeDatabase, openDatabase, transact } from "../../src/db/client.ts";
import { openDataDir } from "../../src/db/migrate.ts";
import type { Call } from "../../src/http/call.ts";
import { LiveChannel } from "../../src/live/channel.ts";
import { kindsOf } from "../../src/live/kinds.ts";
import { addMember } from "../../src/members/store.ts";
import { createTask } from "../../src/tasks/store.ts";
import { day } from "../../src/time.ts";
import { household, serverInProcess, testDeps } from "../support/home.ts";
import { listen, listeningServer } from "../support/live.ts";
import { emptyFolder } from "../support/program.ts";
import { countedDatabase } from "../support/queries.ts";

/** A channel on a household's database, with one app that listens; `write` adds a task as a request would. */
async function home() {
  const own = await household({ server: serverInProcess() });
  const channel = new LiveChannel({ ...testDeps(), db: own.db });
  const heard: any[] = [];
  const wire = { send: (text: string) => heard.push(JSON.parse(text)), close: () => {} };
  const caller = { householdId: own.id, id: own.members.anna.id };
  const join = () => channel.join({ caller, isStillGood: () => true } as unknown as Call);
  const write = (label: string) => {
    const work = own.work();
    const task = transact(own.db, () => createTask(work, { label, memberId: own.members.anna.id }));
    channel.wrote(work);
    return { task, work };
  };
  return { ...own, channel, heard, wire, join, write };
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
  test("tells what was written in one turn in one message", async () => {
    const { join, wire, heard, write, channel, work } = await home();
    const socket = join();
    socket.open(wire as never);
    for (let count = 0; count < 20; count++) write(`Task ${count}`);
    const member = work();
    transact(member.db, () => addMember(member, { name: "Leo", role: "child" }));
    channel.wrote(member);
    expect(heard.length).toBe(1);
    await Bun.sleep(1);
    const [hello, ...told] = heard;
    expect(told).toEqual([
      { type: "changed", revision: hello.revision + 21, kinds: ["task", "member"], activityId: null },
    ]);
    const { work: last } = write("Alone");
    await Bun.sleep(1);
    expect(heard.at(-1)).toMatchObject({ kinds: ["task"], activityId: last.recorded[0]?.id });
    channel.leave(socket);
  });

  test("says that anything may have changed where somebody else has written in between", async () => {
    const { join, wire, heard, write, work, db, channel } = await home();
    const socket = join();
    socket.open(wire as never);
    transact(db, () => addMember(work(), { name: "Leo", role: "child" }));
    write("Ours");
    await Bun.sleep(1);
    expect(heard.at(-1)).toMatchObject({ kinds: ["all"], activityId: null });
    channel.leave(socket);
  });

  test("asks the database nothing while no app is open, and little while nothing happens", async () => {
    const { db, during, meanwhile } = countedDatabase();
    const own = await household({ server: { ...serverInProcess(), db } });
    const channel = new LiveChannel({ ...testDeps(), db });
    const caller = { householdId: own.id, id: own.members.anna.id };
    const work = own.work();
    transact(db, () => createTask(work, { label: "x", memberId: own.members.anna.id }));
    expect(during(() => channel.wrote(work))).toBe(0);
    const socket = channel.join({ caller, isStillGood: () => true } as unknown as Call);
    await Bun.sleep(400);
    const whileOpen = await meanwhile(Bun.sleep(800));
    expect(whileOpen).toBeGreaterThan(0);
    expect(whileOpen).toBeLessThan(10);
    channel.leave(socket);
    expect(await meanwhile(Bun.sleep(600))).toBe(0);
  });

  test("hears within a moment what another process has written to the same file", async () => {
    const dataDir = emptyFolder();
    const db = openDataDir(dataDir, { now: new Date() });
    const own = await household({ server: listeningServer({ db }) });
    const listener = await listen(own.server.origin, { headers: own.as(own.members.anna).headers });
    const other = openDatabase(`${dataDir}/inglenook.db`);
    const work = { ...own.work(), db: other };
    transact(other, () => addMember(work, { name: "Leo", role: "child" }));
    const told = { type: "changed", revision: listener.hello.revision + 1, kinds: ["all"], activityId: null };
    expect(await listener.next()).toEqual(told);
    listener.close();
    await listener.ended;
    closeDatabase(other);
  });

  test("ends a socket whose sign-in runs out while nothing happens", async () => {
    const own = await household({ server: listeningServer() });
    const listener = await listen(own.server.origin, { headers: own.as(own.members.anna).headers });
    own.clock.advance(31 * day);
    expect(await listener.ended).toEqual({ code: 4401, reason: "Not signed in" });
  });

  test("lives on where the database can't be read for a moment, and makes up for it", async () => {
    const { join, wire, heard, write, channel } = await home();
    const socket = channel.join({
      ...{ caller: { householdId: "", id: "" } },
      isStillGood: () => {
        throw new Error("SQLITE_IOERR");
      },
    } as unknown as Call);
    const good = join();
    good.open(wire as never);
    write("x");
    await Bun.sleep(600);
    expect(heard.length).toBe(2);
    channel.leave(socket);
    channel.leave(good);
  });
});

describe("the kinds of a change", () => {
  test("are its subject's and those of all that it touched", () => {
    const kinds = kindsOf(entry({ before: { block: [] }, after: { listSection: [], checkInAnswer: [] } }));
    expect(new Set(kinds)).toEqual(new Set(["task", "block", "section", "check_in"] as const));
  });

  test("name every table that an undo puts back", () => {
    for (const name of Object.keys(restorable)) expect(kindsOf(entry({ after: { [name]: [] } }))).not.toContain("all");
  });

  test("are everything where something unknown was touched, and where a member was removed", () => {
    expect(kindsOf(entry({ after: { somethingNew: [] } }))).toContain("all");
    expect(kindsOf(entry({ action: "deleted", subject: { type: "member", id: "x", label: "x" } }))).toEqual(["all"]);
  });

  test("of a personal list are the list's alone", () => {
    const audience = { listId: "x", viewerId: "y" };
    expect(kindsOf(entry({ audience, after: { block: [], task: [] } }))).toEqual(["list"]);
  });
});
