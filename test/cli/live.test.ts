/** Open apps of a server in its own process: changes by other verbs, the log, and shutdown. */
import { expect, test } from "bun:test";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import { listen } from "../support/home/live.ts";
import { run, start } from "../support/home/program.ts";

const password = "a long one that nobody guesses";

/** Starts a server with Anna signed in. `open` opens her app. */
async function home() {
  const server = await start(["serve"]);
  const here = { cwd: server.cwd };
  await run(["household", "create", "--name", "Home", "--time-zone", "UTC", "--owner", "Anna"], here);
  await run(["member", "set-password", "--member", "Anna"], { ...here, stdin: password });
  const signedIn = await fetch(`${server.url}/app/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: server.url },
    body: JSON.stringify({ login: "Anna", password }),
  });
  const [Cookie = ""] = signedIn.headers.get("Set-Cookie")?.split(";") ?? [];
  const open = () => listen(server.url, { headers: { Cookie, Origin: server.url } });
  const { household } = (await signedIn.json()) as { household: { id: string } };
  return {
    server,
    open,
    verb: (...args: string[]) => run(args, { ...here, stdin: password }),
    Cookie,
    householdId: household.id,
  };
}

test("An open app is told about changes that a command makes while the server runs", async () => {
  const { server, open, verb } = await home();
  const listener = await open();
  expect((await verb("member", "add", "--name", "Mia", "--role", "child")).code).toBe(0);
  const told = await listener.next();
  expect(told).toEqual({ type: "changed", revision: expect.any(Number), kinds: ["all"], activityId: null });
  expect(countRevisions(listener.hello.revision, told.revision)).toBe(1);
  await server.stop();
});

test("An open app is told that a command set a member's password", async () => {
  const { server, open, verb, Cookie } = await home();
  await verb("member", "add", "--name", "Mia", "--role", "adult");
  const canSignIn = async () => {
    const answer = await fetch(`${server.url}/app/members`, { headers: { Cookie } });
    const { members } = (await answer.json()) as { members: { name: string; canSignIn: boolean }[] };
    return members.map((each) => [each.name, each.canSignIn]);
  };
  const shown = [await canSignIn(), await canSignIn()];
  expect(shown[1]).toEqual([
    ["Anna", true],
    ["Mia", false],
  ]);
  const listener = await open();
  expect((await verb("member", "set-password", "--member", "Mia")).code).toBe(0);
  const told = await listener.next();
  expect(told.type).toBe("changed");
  expect(countRevisions(listener.hello.revision, told.revision)).toBe(1);
  expect(await canSignIn()).toEqual([
    ["Anna", true],
    ["Mia", true],
  ]);
  await server.stop();
});

test("A command that deletes a household disconnects the household's open apps", async () => {
  const { server, open, verb, householdId } = await home();
  const listener = await open();
  expect((await verb("household", "delete", householdId, "--yes")).code).toBe(0);
  expect((await listener.ended).code).toBe(4401);
  await server.stop();
});

test("SIGTERM closes the connections of open apps without delay", async () => {
  const { server, open, Cookie } = await home();
  const listeners = await Promise.all(Array.from({ length: 20 }, open));
  const { code, ms, err } = await server.stop();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(5_000);
  expect(await Promise.all(listeners.map(async ({ ended }) => (await ended).code))).toEqual(Array(20).fill(1001));
  expect(err).toContain('"route":"/app/live","status":101');
  expect(err).not.toContain(Cookie.split("=")[1] ?? "?");
  expect(err).not.toContain('"level":"error"');
});
