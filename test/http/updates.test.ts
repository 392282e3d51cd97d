/** Tests the version check and the release notes in the settings. */
import { describe, expect, test } from "bun:test";
import { saveCheck, switchUpdateCheck } from "#operations/update/state.store.ts";
import { transact } from "#platform/db/client.ts";
import { findJob } from "#platform/jobs/store.ts";
import { command } from "#platform/program.ts";
import manifest from "../../package.json" with { type: "json" };
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";

const { version } = manifest;
const path = "/app/server/updates";
const off = { isOn: false, checkedAt: null, fault: null, newer: null };
const notOperator = refusal(403, "Only an owner of this server's household can do this");

const alone = (env: Record<string, string> = {}) => household({ server: serverInProcess(env) });
const turn = (home: Home, isOn: boolean, member: { id: string } = home.members.anna) =>
  home.as(member).call("PUT", "/app/server/update-check", { body: { isOn } });
const read = async (home: Home, member: { id: string } = home.members.anna) => (await home.as(member).get(path)).body;
const job = ({ db }: Home) => findJob(db, { kind: "update-check", subjectId: "" });

describe("the check for updates", () => {
  test("The check for updates is off until an owner turns the check on", async () => {
    const home = await alone();
    const before = home.entries().length;
    const facts = { version, kind: "source", backupCommand: command("backup"), canCheck: true };
    expect(await read(home)).toEqual({ ...facts, mayChange: true, ...off });
    expect(job(home)).toBeNull();
    expect((await turn(home, true)).body).toEqual({ ...facts, mayChange: true, ...off, isOn: true });
    expect(job(home)).toMatchObject({ nextAt: home.clock.now.toISOString(), householdId: null });
    expect(await read(home, home.members.ben)).toEqual({ ...facts, mayChange: false, ...off, isOn: true });
    expect((await turn(home, false)).body).toMatchObject(off);
    expect(job(home)).toBeNull();
    expect(home.entries().length).toBe(before);
  });

  test("The check for updates keeps the result until an owner turns the check off", async () => {
    const home = await alone();
    await turn(home, true);
    saveCheck(home.db, { newest: "9.0.0", checkedAt: "2026-11-20T09:00:00.000Z" });
    expect((await turn(home, true)).body.newer.version).toBe("9.0.0");
    await turn(home, false);
    expect((await turn(home, true)).body).toMatchObject({ isOn: true, checkedAt: null, newer: null });
  });

  test("The check for updates shows all adults the newer version and the commands for the installation", async () => {
    const home = await alone();
    await turn(home, true);
    saveCheck(home.db, { newest: "9.0.0", checkedAt: "2026-11-20T09:00:00.000Z" });
    expect(await read(home, home.members.ben)).toMatchObject({
      isOn: true,
      checkedAt: "2026-11-20T09:00:00.000Z",
      newer: {
        version: "9.0.0",
        notesUrl: `${manifest.repository}/releases/tag/v9.0.0`,
        commands: ["git pull", "npm install"],
        imageTag: null,
      },
    });
    for (const newest of [version, "0.0.1"]) {
      saveCheck(home.db, { newest });
      expect((await read(home)).newer).toBeNull();
    }
    saveCheck(home.db, { fault: "no network" });
    expect(await read(home)).toMatchObject({ fault: "no network", checkedAt: "2026-11-20T09:00:00.000Z" });
  });

  test("The check for updates can be turned on and off only by an owner", async () => {
    const home = await alone();
    expect((await turn(home, true, home.members.ben)).body).toEqual(refusal(403, "Only an owner can do this"));
    expect((await turn(home, true, home.members.mia)).status).toBe(403);
    expect((await home.as(home.members.mia).get(path)).status).toBe(403);
    expect((await home.get(path)).status).toBe(403);
    expect((await turn(home, true)).status).toBe(200);
  });

  test("The check for updates cannot be used if the server has several households", async () => {
    const home = await alone();
    await turn(home, true);
    saveCheck(home.db, { newest: "9.0.0", checkedAt: "2026-11-20T09:00:00.000Z" });
    const other = await home.neighbour();
    for (const each of [home, other]) {
      expect(await read(each)).toMatchObject({ mayChange: false, ...off });
      expect((await turn(each, false)).body).toEqual(notOperator);
    }
  });

  test("The check for updates can be changed by the household in OPERATOR_HOUSEHOLD", async () => {
    const home = await alone();
    const other = await home.neighbour();
    const server = serverInProcess({ OPERATOR_HOUSEHOLD: other.id }, { db: home.db });
    const put = async (own: Home) => {
      const { headers } = own.as(own.members.anna);
      const request = { method: "PUT", headers: { ...headers, Host: "localhost", "Content-Type": "application/json" } };
      const response = await server.handle(
        new Request("http://localhost/app/server/update-check", { ...request, body: '{"isOn":true}' }),
      );
      return response.status;
    };
    expect(await put(home)).toBe(403);
    expect(await put(other)).toBe(200);
  });

  test("The check for updates is off in a build without a key to verify releases", async () => {
    const server = serverInProcess();
    transact(server.db, () => switchUpdateCheck(server.db, true, server.clock.now));
    saveCheck(server.db, { newest: "9.0.0", checkedAt: "2026-11-20T09:00:00.000Z" });
    const home = await household({ server: serverInProcess({ UPDATE_KEY: "" }, { db: server.db }) });
    expect(await read(home)).toMatchObject({ canCheck: false, mayChange: false, isOn: false, newer: null });
    expect((await turn(home, true)).body).toEqual(refusal(403, "This build has no key to verify releases"));
  });
});

describe("the release notes", () => {
  const notes = async (home: Home, query = "") => home.as(home.members.ben).get(`/app/server/release-notes${query}`);

  test("The release notes describe the running version, and can be read only by adults", async () => {
    const home = await household();
    const { body } = await notes(home);
    expect(body).toMatchObject({ version, releases: [{ version, groups: [{ name: "Added" }] }] });
    expect(body.releases[0].groups[0].points[0]).toStartWith("Calendar, tasks");
    expect((await home.as(home.members.mia).get("/app/server/release-notes")).status).toBe(403);
  });

  test("The release notes since a given version contain everything after that version", async () => {
    const home = await household();
    expect((await notes(home, "?since=0.0.9")).body.releases.map((each: any) => each.version)).toEqual([version]);
    expect((await notes(home, `?since=${version}`)).body.releases).toEqual([]);
    expect((await notes(home, "?since=99.0.0")).body.releases).toEqual([]);
    for (const since of ["1", "v1.0.0", "1.0.0%0A", `1.0.${"1".repeat(20)}`])
      expect((await notes(home, `?since=${since}`)).status).toBe(400);
  });
});
