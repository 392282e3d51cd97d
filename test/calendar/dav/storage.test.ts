/** A server on a database file keeps texts over a restart and tokens over a restore, and stores no password. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exportCalendar } from "#calendar/feeds/export.ts";
import { readExport } from "#operations/backup/export.ts";
import { restoreBackup } from "#operations/backup/restore.ts";
import { takeBackup } from "#operations/backup/take.ts";
import { moveHousehold } from "#operations/shards/move.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { createLog } from "#platform/http/log.ts";
import { davClient, event, nameIn, responsesIn, tokenIn } from "../../support/calendar/dav.ts";
import { newPath } from "../../support/home/folders.ts";
import { household, serverInProcess, start } from "../../support/home/home.ts";

async function inFolder() {
  const dataDir = newPath();
  const db = openDataDir(dataDir, { now: start });
  const logged: string[] = [];
  const log = createLog("info", (text) => void logged.push(text), false);
  const home = await household({ server: serverInProcess({ DATA_DIR: dataDir }, { db, log }) });
  return { dataDir, db, home, phone: davClient(home), logged, log };
}

test("An app password never occurs in responses, exports, backups, log lines or the database", async () => {
  const { dataDir, db, home, phone, logged, log } = await inFolder();
  await phone.put(phone.at("family", "one.ics"), event("one@phone"));
  await phone.get("/dav/nowhere");
  const anna = home.as(home.members.anna);
  const paths = ["/app/calendar-apps", "/v1/activity", "/v1/calendars", "/app/household"];
  const answers = await Promise.all(paths.map((path) => anna.get(path)));
  log.flush();
  const file = takeBackup({ dataDir, to: null, now: start, appVersion: "1" }).file;
  const exported = JSON.stringify(readExport({ db, householdId: home.id }));
  closeDatabase(db);
  const texts = {
    answers: JSON.stringify(answers),
    export: exported,
    backup: readFileSync(file, "latin1"),
    log: logged.join(""),
    database: readFileSync(join(dataDir, "inglenook.db"), "latin1"),
  };
  expect(texts.log).toContain("PUT /dav/*");
  for (const [where, text] of Object.entries(texts)) {
    const secrets = [phone.password, btoa(`${phone.username}:${phone.password}`)];
    expect({ where, found: secrets.filter((each) => text.includes(each)) }).toEqual({ where, found: [] });
  }
});

test("Calendar objects of other programs are returned byte for byte after a restart", async () => {
  const { dataDir, db, phone } = await inFolder();
  const kept = new Map<string, string>();
  for (const [index, ics] of foreign.entries()) {
    const path = phone.at("family", `${index}.ics`);
    const { status, headers } = await phone.put(path, ics);
    expect({ index, status }).toEqual({ index, status: 201 });
    kept.set(path, ics);
    expect(headers.get("etag")).toBe((await phone.get(path)).headers.get("etag"));
  }
  closeDatabase(db);
  const again = openDataDir(dataDir, { now: start });
  const server = serverInProcess({ DATA_DIR: dataDir }, { db: again });
  for (const [path, ics] of kept) {
    const headers = { Authorization: `Basic ${btoa(`${phone.username}:${phone.password}`)}`, Host: "localhost" };
    const answer = await server.handle(new Request(`http://localhost${path}`, { headers }));
    expect(await answer.text()).toBe(ics);
  }
  closeDatabase(again);
});

/** Events with lines that their programs write and we do not understand. */
const foreign = [
  event(
    "a@apple",
    "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
    "LOCATION:Here",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Here:geo:52.5,13.4",
  ),
  event("b@outlook", "DTSTART;TZID=W. Europe Standard Time:20261201T090000", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY"),
  event("c@google", "ATTENDEE;CN=Ben;PARTSTAT=ACCEPTED:mailto:ben@example.org", "ORGANIZER:mailto:anna@example.org"),
  event(
    "d@thunderbird",
    "X-MOZ-GENERATION:3",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER;VALUE=DURATION:PT15M",
    "END:VALARM",
  ),
  event("e@folded", `DESCRIPTION:${"long ".repeat(10)}\r\n ${"words ".repeat(10)}`),
  event("f@lf", "COMMENT:line feeds").replaceAll("\r\n", "\n"),
  event("g@yearless", "DTSTART;VALUE=DATE:16040229", "RRULE:FREQ=YEARLY"),
  event("h@never", "DTSTART:20261201T090000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
  event("i@mistakes", "DTSTART:20261201T090000Z", "RRULE:FREQ=WEEKLY;INTERVAL=0;COUNT=5;UNTIL=20270101T000000Z"),
  event("j@class", "CLASS:PRIVATE", "CATEGORIES:Work,Ünïcode", "GEO:52.5;13.4"),
];

test("Calendar programs must list everything again after a restore of a backup", async () => {
  const { dataDir, db, home, phone } = await inFolder();
  await phone.put(phone.at("family", "one.ics"), event("one@phone"));
  const token = tokenIn((await phone.sync("family")).body);
  const { file } = takeBackup({ dataDir, to: null, now: start, appVersion: "1" });
  closeDatabase(db);
  const other = newPath();
  mkdirSync(other, { recursive: true });
  restoreBackup({ file, dataDir: other, mayReplace: true, migrates: true, now: start });
  const restored = openDataDir(other, { now: start });
  const server = serverInProcess({ DATA_DIR: other }, { db: restored });
  const headers = { Authorization: `Basic ${btoa(`${phone.username}:${phone.password}`)}`, Host: "localhost" };
  const body = `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop/></D:sync-collection>`;
  const answer = await server.handle(
    new Request(`http://localhost${phone.at("family")}`, { method: "REPORT", headers, body }),
  );
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("valid-sync-token")]);
  expect(home.id).not.toBe("");
  closeDatabase(restored);
});

test("Calendar programs must list everything again after a household was moved away and back", async () => {
  const { dataDir, db, home, phone } = await inFolder();
  const { ben } = home.members;
  await phone.put(phone.at("family", "kept.ics"), event("kept@phone"));
  await phone.put(phone.at("family", "gone.ics"), event("gone@phone"));
  await phone.put(phone.at(ben.id, "gone.ics"), event("ben@phone"));
  const keys = ["family", ben.id];
  const tokens = await Promise.all(keys.map(async (key) => tokenIn((await phone.sync(key)).body)));
  closeDatabase(db);
  const there = newPath();
  const onStep = () => {};
  await moveHousehold({ id: home.id, from: dataDir, to: there, isDry: false, now: start, onStep });
  const serve = (folder: string) => {
    const served = openDataDir(folder, { now: start });
    home.server.handle = serverInProcess({ DATA_DIR: folder }, { db: served }).handle;
    return served;
  };
  const away = serve(there);
  for (const key of keys) expect((await phone.delete(phone.at(key, "gone.ics"))).status).toBe(204);
  closeDatabase(away);
  await moveHousehold({ id: home.id, from: there, to: dataDir, isDry: false, now: start, onStep });
  const back = serve(dataDir);
  for (const [index, key] of keys.entries()) {
    const { status, body } = await phone.sync(key, tokens[index]);
    expect([key, status, body]).toEqual([key, 403, expect.stringContaining("valid-sync-token")]);
  }
  const token = tokenIn((await phone.sync("family")).body);
  expect(responsesIn((await phone.sync("family", token)).body)).toEqual([]);
  await phone.delete(phone.at("family", "kept.ics"));
  const changes = responsesIn((await phone.sync("family", token)).body);
  expect(changes.map(({ href, status }) => [nameIn(href), status])).toEqual([["kept.ics", 404]]);
  closeDatabase(back);
});

describe("objects in an export", () => {
  test("An export contains each calendar object once, including cancelled objects", async () => {
    const { home, phone, db } = await inFolder();
    await phone.put(
      phone.at("family", "a.ics"),
      event("strange@phone", "DTSTART:20261201T090000Z", "RDATE:20261205T090000Z,20261209T100000Z"),
    );
    await phone.put(phone.at("family", "b.ics"), event("gone@phone", "STATUS:CANCELLED"));
    await phone.put(phone.at("family", "c.ics"), event("plain@phone"));
    const text = exportCalendar(home.work());
    expect(
      text
        .match(/^UID:.*$/gm)
        ?.map((line) => line.trim())
        .sort(),
    ).toEqual(["UID:gone@phone", "UID:plain@phone", "UID:strange@phone"]);
    closeDatabase(db);
  });
});
