/**
 * The live channel of the app: who may connect, which messages it sends, and when a socket closes (docs/api.md, Live
 * updates).
 */
import { describe, expect, test } from "bun:test";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import { refusal } from "../support/home/home.ts";
import { askForSocket, type Listener, listen, liveHousehold } from "../support/home/live.ts";
import { withMcpClient } from "../support/mcp/mcp.ts";
import { tablet } from "../support/records/check-ins.ts";

async function home() {
  const own = await liveHousehold();
  const { origin } = own.server;
  const [anna, ben, mia] = [own.as(own.members.anna), own.as(own.members.ben), own.as(own.members.mia)];
  const task = { label: "Bins", memberId: own.members.anna.id };
  /** Opens the app of a signed-in member. */
  const open = (who: { headers: Record<string, string> }) => listen(origin, { headers: who.headers });
  return { ...own, origin, anna, ben, mia, task, open };
}

const changed = (kinds: string[], more: object = {}) => ({
  type: "changed",
  revision: expect.any(Number),
  activityId: expect.any(String),
  ...more,
  kinds,
});

/** Expects this message next, which proves that the listener received nothing before it. */
async function expectNext(listener: Listener, message: object) {
  expect(await listener.next()).toEqual(message);
}

describe("the messages that an open app gets", () => {
  test("An open app first gets the revision and the build over the WebSocket", async () => {
    const { anna, origin } = await home();
    const { hello, socket } = await listen(origin, { headers: anna.headers, protocols: ["other", "inglenook"] });
    expect(hello).toEqual({
      type: "hello",
      revision: expect.any(Number),
      build: expect.any(String),
      epoch: expect.any(String),
    });
    expect(socket.protocol).toBe("inglenook");
    socket.close();
  });

  test("An open app is told of writes by the same member, with the activity entry's id and revision", async () => {
    const { anna, task, open } = await home();
    const listener = await open(anna);
    const first = await anna.post("/v1/tasks", task);
    const told = await listener.next();
    expect(told).toEqual(changed(["task"], { activityId: first.headers.get("X-Activity-Id") }));
    expect(countRevisions(listener.hello.revision, told.revision)).toBe(1);
    await anna.patch(`/v1/tasks/${first.body.id}`, { label: "All bins" });
    expect(countRevisions(told.revision, (await listener.next()).revision)).toBe(1);
    listener.close();
  });

  test("An open app is told which kinds of records other members, API keys, MCP and undo changed", async () => {
    const own = await home();
    const { ben, mia, task, open, key } = own;
    const listener = await open(mia);
    const made = await ben.post("/v1/tasks", task);
    await expectNext(listener, changed(["task"]));
    await own.post("/v1/recipes", { name: "Soup", ingredients: ["Leek"] }, { key: key.key });
    await expectNext(listener, changed(["recipe"]));
    await withMcpClient(own).use("create_tasks", { tasks: [{ label: "From an agent", member: "Anna" }] });
    await expectNext(listener, changed(["task"]));
    const entry = made.headers.get("X-Activity-Id");
    await ben.post(`/v1/activity/${entry}/undo`, undefined);
    await expectNext(listener, changed(["task"], { undoes: entry }));
    const chore = { name: "Cat", memberIds: [task.memberId], startDate: "2020-01-01", recurrenceRule: "FREQ=DAILY" };
    const { body } = await ben.post("/app/chores", chore);
    await expectNext(listener, changed(["chore"]));
    await ben.post(`/app/chores/${body.id}/completions`, { memberId: task.memberId, date: "2020-01-02" });
    await expectNext(listener, changed(["chore"]));
    const sectionId = (await ben.post("/v1/lists/sections", { name: "Home" })).body.id;
    await expectNext(listener, changed(["section"]));
    const listId = (await ben.post("/v1/lists", { name: "Packing", sectionId })).body.id;
    await expectNext(listener, changed(["list"], { lists: [listId] }));
    await ben.post("/app/list-templates", { listId });
    await expectNext(listener, changed(["list_template"]));
    await ben.patch("/app/household", { weekStartsOn: 7 });
    await expectNext(listener, changed(["household"]));
    listener.close();
  });

  test("An open app is asked to read all data again when a member is removed", async () => {
    const { anna, ben, members, open } = await home();
    const listener = await open(ben);
    await anna.delete(`/app/members/${members.mia.id}`);
    await expectNext(listener, changed(["all"]));
    listener.close();
  });

  test("An open app gets no message about another household, a dry run, a read or a refused request", async () => {
    const own = await home();
    const { anna, task, open } = own;
    const other = await own.neighbour();
    const theirs = { label: "Theirs", memberId: other.members.anna.id };
    const listener = await open(anna);
    await other.post("/v1/tasks", theirs);
    const event = { title: "x", startsAt: "2026-12-01T16:00:00Z", endsAt: "2026-12-01T17:00:00Z" };
    expect((await anna.post("/v1/events/batch", { events: [event], dryRun: true })).status).toBe(200);
    expect((await anna.post("/v1/tasks", { ...task, memberId: theirs.memberId })).status).toBe(422);
    expect((await anna.get("/v1/tasks")).status).toBe(200);
    await anna.post("/v1/tasks", task);
    const told = await listener.next();
    expect(told).toEqual(changed(["task"]));
    expect(countRevisions(listener.hello.revision, told.revision)).toBe(1);
    listener.close();
  });

  test("An open app hears of a change in another member's personal list, but gets no details", async () => {
    const { anna, ben, open } = await home();
    const section = (await anna.post("/v1/lists/sections", { name: "Home" })).body.id;
    const list = { name: "Presents", sectionId: section, visibility: "personal" };
    const listener = await open(ben);
    const { body } = await anna.post("/v1/lists", list);
    await expectNext(listener, changed(["list"], { activityId: null }));
    const block = { type: "task", content: "A drum for Ben" };
    const { headers } = await anna.post(`/v1/lists/${body.id}/blocks`, block);
    await expectNext(listener, changed(["list"], { activityId: null }));
    await anna.post(`/v1/activity/${headers.get("X-Activity-Id")}/undo`, undefined);
    await expectNext(listener, changed(["list"], { activityId: null }));
    expect(JSON.stringify(listener.heard)).not.toMatch(/Presents|drum/);
    expect(JSON.stringify(listener.heard)).not.toContain(body.id);
    listener.close();
  });

  test("An open app is told the list that changed, also a personal one of its member", async () => {
    const { anna, open } = await home();
    const section = (await anna.post("/v1/lists/sections", { name: "Home" })).body.id;
    const listener = await open(anna);
    for (const visibility of ["shared", "personal"]) {
      const list = (await anna.post("/v1/lists", { name: "Trip", sectionId: section, visibility })).body.id;
      await expectNext(listener, changed(["list"], { lists: [list] }));
      const added = await anna.post(`/v1/lists/${list}/blocks`, { type: "task", content: "Tent" });
      await expectNext(listener, changed(["block"], { lists: [list] }));
      await anna.patch(`/v1/lists/${list}/blocks/${added.body.id}`, { done: true });
      await expectNext(listener, changed(["block"], { lists: [list] }));
      await anna.delete(`/v1/lists/${list}`);
      await expectNext(listener, changed(["list", "block"], { lists: [list] }));
    }
    listener.close();
  });

  test("The message about an item that moves between a personal and a shared list names no list", async () => {
    const { anna, ben, open } = await home();
    const section = (await anna.post("/v1/lists/sections", { name: "Home" })).body.id;
    const make = async (visibility: string) =>
      (await anna.post("/v1/lists", { name: "Trip", sectionId: section, visibility })).body.id;
    const [shared, secret] = [await make("shared"), await make("personal")];
    const { id } = (await anna.post(`/v1/lists/${shared}/blocks`, { type: "task", content: "Tent" })).body;
    const listener = await open(ben);
    await anna.patch(`/v1/lists/${shared}/blocks/${id}/move`, { targetListId: secret });
    await expectNext(listener, changed(["block"]));
    await anna.patch(`/v1/lists/${secret}/blocks/${id}/move`, { targetListId: shared });
    await expectNext(listener, changed(["block"]));
    const operations = [{ op: "move", blockId: id, targetListId: secret }];
    await anna.post(`/v1/lists/${shared}/blocks/batch`, { operations });
    await expectNext(listener, changed(["list", "block"]));
    await anna.patch(`/v1/lists/${shared}/settings`, { visibility: "personal" });
    await expectNext(listener, changed(["list"], { activityId: null }));
    expect(JSON.stringify(listener.heard)).not.toContain(secret);
    listener.close();
  });

  test("Any message other than a ping closes the WebSocket of an open app", async () => {
    const { anna, open } = await home();
    const polite = await open(anna);
    polite.socket.send("ping");
    await expectNext(polite, { type: "pong" });
    polite.socket.send('{"type":"subscribe"}');
    expect(await polite.ended).toEqual({ code: 1008, reason: "Only ping is understood" });
    const loud = await open(anna);
    loud.socket.send("x".repeat(100_000));
    expect([1006, 1009]).toContain((await loud.ended).code); // 1006: cut before the close frame was read.
  });

  test("An open app gets each change once, also when two hundred apps are connected", async () => {
    const own = await home();
    const { anna, ben, mia, task, open, origin } = own;
    const device = await tablet(own);
    const protocols = ["inglenook", `device.${device.token}`];
    const fifty = Array.from({ length: 50 });
    const sockets = await Promise.all([
      ...[anna, ben, mia].flatMap((who) => fifty.map(() => open(who))),
      ...fifty.map(() => listen(origin, { protocols })),
    ]);
    expect((await askForSocket(origin, anna.headers)).body).toEqual(refusal(429, "Too many live connections"));
    for (let times = 0; times < 3; times++) {
      await anna.post("/v1/tasks", task);
      const told = await Promise.all(sockets.map((socket) => socket.next()));
      expect(new Set(told.map((message) => JSON.stringify(message))).size).toBe(1);
      expect(told[0]).toEqual(changed(["task"]));
    }
    for (const { close } of sockets) close();
    await Promise.all(sockets.map(({ ended }) => ended));
    const again = await open(anna);
    again.close();
  });
});

describe("the permission check of the live channel", () => {
  test("The live channel refuses a page of another origin or without an origin", async () => {
    const { anna, origin } = await home();
    const elsewhere = refusal(403, "Origin does not match");
    const { Cookie } = anna.headers;
    expect((await askForSocket(origin, { Cookie, Origin: "https://evil.example" })).body).toEqual(elsewhere);
    expect((await askForSocket(origin, { Cookie, Origin: "null" })).body).toEqual(elsewhere);
    expect((await askForSocket(origin, { Cookie })).body).toEqual(elsewhere);
  });

  test("The live channel refuses API keys and unknown credentials", async () => {
    const { origin, key } = await home();
    const only = await askForSocket(origin, { Authorization: `Bearer ${key.key}` });
    expect(only.body).toEqual(refusal(403, "Only the app can do this"));
    expect((await askForSocket(origin, {})).body).toEqual(refusal(401, "Not signed in"));
    expect((await askForSocket(origin, { Cookie: "inglenook_session=x", Origin: origin })).status).toBe(401);
    for (const offered of ["inglenook, device.wrong", `inglenook, device.${key.key}`, "inglenook, device."]) {
      expect((await askForSocket(origin, { "Sec-WebSocket-Protocol": offered })).status).toBe(401);
    }
  });

  test("The live channel answers a request without a WebSocket upgrade with status 426", async () => {
    const { anna, origin } = await home();
    const plain = await fetch(`${origin}/app/live`, { headers: anna.headers });
    expect(plain.headers.get("Upgrade")).toBe("websocket");
    expect(await plain.json()).toEqual(refusal(426, "Expected a WebSocket"));
    const incomplete = await askForSocket(origin, { ...anna.headers, "Sec-WebSocket-Key": "" });
    expect(incomplete.body).toEqual(refusal(426, "Expected a WebSocket"));
    const named = await fetch(`${origin}/app/live?token=x`, { headers: anna.headers });
    expect(await named.json()).toEqual(refusal(400, "token: unknown field"));
    const posted = await fetch(`${origin}/app/live`, { method: "POST", headers: anna.headers });
    expect({ status: posted.status, allow: posted.headers.get("Allow") }).toEqual({ status: 405, allow: "GET, HEAD" });
  });

  test("The live channel accepts a tablet's token as a header, a cookie or a subprotocol", async () => {
    const own = await home();
    const { origin, anna, task } = own;
    const { token } = await tablet(own);
    const offered = ["inglenook", `device.${token}`];
    const listeners = await Promise.all([
      listen(origin, { protocols: offered }),
      listen(origin, { protocols: offered, headers: { Origin: "https://anywhere.example" } }),
      listen(origin, { headers: { Authorization: `Device ${token}` } }),
      listen(origin, { headers: { Cookie: `inglenook_device=${token}`, Origin: origin } }),
    ]);
    expect(listeners.map(({ socket }) => socket.protocol)).toEqual(["inglenook", "inglenook", "", ""]);
    await anna.post("/v1/tasks", task);
    for (const listener of listeners) {
      await expectNext(listener, changed(["task"]));
      listener.close();
    }
    const foreign = { Cookie: `inglenook_device=${token}`, Origin: "https://evil.example" };
    expect((await askForSocket(origin, foreign)).body).toEqual(refusal(403, "Origin does not match"));
  });
});

describe("the end of a WebSocket's permission", () => {
  const signedOut = { code: 4401, reason: "Not signed in" };

  test("The end of a session closes only the WebSocket of that session, with the code 4401", async () => {
    const { anna, as, members, open, task } = await home();
    const [here, there] = [await open(anna), await open(as(members.anna))];
    await anna.delete("/app/session");
    expect(await here.ended).toEqual(signedOut);
    const again = as(members.anna);
    await again.post("/v1/tasks", task);
    await expectNext(there, changed(["task"]));
    const { body } = await again.get("/app/sessions");
    for (const { id, current } of body.sessions) if (!current) await again.delete(`/app/sessions/${id}`);
    expect(await there.ended).toEqual(signedOut);
  });

  test("The WebSocket of a device closes with 4401 when the device is revoked", async () => {
    const own = await home();
    const { token } = await tablet(own);
    const listener = await listen(own.origin, { protocols: ["inglenook", `device.${token}`] });
    const { devices } = (await own.anna.get("/app/devices")).body;
    await own.anna.delete(`/app/devices/${devices[0].id}`);
    expect(await listener.ended).toEqual(signedOut);
    expect(listener.heard).toEqual([listener.hello]);
  });

  test("The removal of a member closes the member's WebSocket with 4401", async () => {
    const { anna, mia, members, open } = await home();
    const listener = await open(mia);
    await anna.delete(`/app/members/${members.mia.id}`);
    expect(await listener.ended).toEqual(signedOut);
  });
});
