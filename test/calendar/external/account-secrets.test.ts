/** Passwords and tokens of accounts are sealed, and shown nowhere. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readExport } from "#operations/backup/export.ts";
import { takeBackup } from "#operations/backup/take.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { createLog } from "#platform/http/log.ts";
import { davClient } from "../../support/calendar/dav.ts";
import { googleEvent } from "../../support/google/account.ts";
import { googleClient } from "../../support/google/google.ts";
import { homeWithGoogle } from "../../support/google/home.ts";
import { newPath } from "../../support/home/folders.ts";
import { household, start } from "../../support/home/home.ts";
import { listeningServer } from "../../support/home/live.ts";

test("Calendar passwords and Google's tokens never occur in responses, backups, logs or the database", async () => {
  const far = await household({ server: listeningServer() });
  const phone = davClient(far, undefined, { name: "Far phone" });
  const dataDir = newPath();
  const logged: string[] = [];
  const log = createLog("info", (text) => logged.push(text), true);
  const db = openDataDir(dataDir, { now: start });
  const settings = { DATA_DIR: dataDir, CALENDAR_ORIGINS: far.server.origin };
  const { google, events, home, anna, setClient, consent, finish } = await homeWithGoogle(settings, { db, log });
  const answers: unknown[] = [];
  const keep = <Answer>(answer: Answer): Answer => {
    answers.push(answer);
    return answer;
  };

  const signIn = { name: "Cloud", url: far.server.origin, username: phone.username };
  const wrong = "planted-wrong-password";
  keep(await anna.post("/app/calendar-accounts", { ...signIn, password: wrong }));
  const cloud = keep(await anna.post("/app/calendar-accounts", { ...signIn, password: phone.password }));
  keep(await setClient({ ...googleClient, clientSecret: "planted-other-secret" }));
  keep(await finish(await consent()));
  keep(await setClient());
  const account = keep(await finish(await consent()));
  expect([cloud.status, account.status]).toEqual([200, 200]);
  const idle = async () => {
    while ((await anna.get("/app/calendar-accounts")).body.accounts.some((each: any) => each.isSyncing)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  for (const { body } of [cloud, account]) {
    const at = `/app/calendar-accounts/${body.id}`;
    const { calendars } = keep(await anna.get(`${at}/calendars`)).body;
    keep(await anna.call("PUT", `${at}/calendars/${calendars[0].key}`, { body: { mode: "both" } }));
    await idle();
  }
  events.insert(googleEvent("judo1"));
  const sync = async () => {
    for (const { body } of [cloud, account]) keep(await anna.post(`/app/calendar-accounts/${body.id}/sync`, undefined));
  };
  await sync();
  google.failNext("list", 500, "backendError", `planted ${google.refreshToken}`);
  await sync();
  keep(await anna.patch(`/app/calendar-accounts/${cloud.body.id}`, { password: wrong }));
  google.isGrantRevoked = true;
  google.expireAccessToken();
  await far.as(far.members.anna).delete(`/app/calendar-apps/${phone.id}`);
  await sync();
  const paths = [
    "/app/calendar-accounts",
    "/app/google/client",
    "/v1/calendars",
    "/v1/events?from=2026-11-01&to=2027-06-01",
  ];
  for (const path of [...paths, "/app/activity", "/v1/activity", "/app/household"]) keep(await anna.get(path));
  const { accounts } = (await anna.get("/app/calendar-accounts")).body;
  expect(accounts.map(({ state }: any) => state)).toEqual(["needs_sign_in", "needs_sign_in"]);
  const { calendars } = (await anna.get("/v1/calendars")).body;
  expect(calendars.length).toBeGreaterThan(1);

  log.flush();
  const { file } = takeBackup({ dataDir, to: null, now: start, appVersion: "1" });
  closeDatabase(db);
  const again = openDataDir(dataDir, { now: start });
  const texts = {
    answers: JSON.stringify(answers),
    export: JSON.stringify(readExport({ db: again, householdId: home.id })),
    backup: Buffer.from(Bun.zstdDecompressSync(readFileSync(file))).toString("latin1"),
    log: logged.join(""),
    database: readdirSync(dataDir)
      .filter((name) => name.startsWith("inglenook.db"))
      .map((name) => readFileSync(join(dataDir, name), "latin1"))
      .join(""),
  };
  closeDatabase(again);
  const { log: lines, ...others } = texts;
  for (const text of Object.values(others)) expect(text).toContain("anna@example.org");
  for (const { body } of [cloud, account]) expect(lines).toContain(`sync account ${body.id}`);
  const names = ["anna@example.org", "Cloud", ...calendars.map(({ name }: any) => name)];
  expect(names.filter((each) => lines.includes(each))).toEqual([]);
  const basic = Buffer.from(`${phone.username}:${phone.password}`).toString("base64");
  const secrets = [phone.password, basic, "planted-", "4/code-", "Bearer ", "calendar.key"];
  for (const [where, text] of Object.entries(texts)) {
    expect({ where, found: secrets.filter((each) => text.includes(each)) }).toEqual({ where, found: [] });
  }
});
