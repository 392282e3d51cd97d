/**
 * The second half of `bun run bench:caldav`: a calendar of OBJECTS series (52) of 0.95 MB with 2,000 overrides each, which is nearly full. Another household reads its
 * tasks every 2 ms beside each heavy request; the memory is the peak above the idle server (Linux). At last, an account of another server follows the calendar. Each server runs in its own process, on a database file.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAppPassword } from "#calendar/app-passwords/store.ts";
import { heavySeries } from "../support/calendar/heavy-objects.ts";
import { memoryOf, portOf, startOurs } from "./figures.ts";
import { caller, connect, fillTwo, probe } from "./two-households.ts";

const count = Number(process.env.OBJECTS ?? 52);
const bytes = 950_000;
const overrides = 2_000;
const unlimited = { DAV_RATE_LIMIT_PER_MINUTE: "1000000000", DAV_RATE_LIMIT_BURST: "1000000000" };

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const [own, other] = fillTwo(folder, ({ work, memberId, session }) => {
  const app = createAppPassword(work, memberId, { name: "Bench", access: "write", calendars: null });
  return { session, memberId, app };
});
const server = startOurs(folder, { ...unlimited, NIGHTLY_BACKUP: "off" });
let near: ReturnType<typeof startOurs> | null = null;

try {
  const origin = `http://localhost:${await portOf(server.stdout)}`;
  const cookie = (session: string) => ({ Cookie: `inglenook_session=${session}`, Origin: origin });
  const read = async () => void (await (await fetch(`${origin}/v1/tasks`, { headers: cookie(other.session) })).text());
  const home = `/dav/${own.memberId}/cal/family/`;
  const authorization = `Basic ${btoa(`${own.app.username}:${own.app.password}`)}`;
  const dav = async (method: string, name = "", body: string | null = null, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + home + name, { method, body, headers: { authorization, ...headers } });
    for await (const _ of response.body ?? []);
    return response.status;
  };
  const put = (name: string, text: string) => dav("PUT", name, text, { "Content-Type": "text/calendar" });
  const textOf = (uid: string) => heavySeries({ uid, overrides, bytes });
  for (let warm = 0; warm < 200; warm++) await read();
  await probe("quiet", read, () => Bun.sleep(1_000));
  for (let index = 0; index < count - 8; index++) await put(`${index}.ics`, textOf(`${index}`));

  const measure = async (name: string, ask: () => Promise<unknown>, { pid } = server, readBeside = read) => {
    await Bun.sleep(1_500);
    const idle = memoryOf(pid);
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    await probe(name, readBeside, ask);
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000;
    console.log(`  peak ${Math.round(peak - idle)} MB above ${Math.round(idle)} MB`);
  };
  const together = Array.from({ length: 8 }, (_, index) => textOf(`together-${index}`));
  await measure("8 PUTs together", () =>
    Promise.all(together.map((text, index) => put(`together-${index}.ics`, text))),
  );
  const excluded = heavySeries({ uid: "excluded", excluded: 52_000 });
  await measure("PUT of 52,000 EXDATE", () => put("excluded.ics", excluded));
  await measure("MOVE", () => dav("MOVE", "0.ics", null, { Destination: `${home}moved.ics` }));
  await measure("DELETE", () => dav("DELETE", "1.ics"));
  const names = `xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"`;
  const weeks = `<C:time-range start="20261101T000000Z" end="20261213T000000Z"/>`;
  const data = "<D:prop><D:getetag/><C:calendar-data/></D:prop>";
  const filter = `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${weeks}</C:comp-filter></C:comp-filter></C:filter>`;
  const sync = `<D:sync-collection ${names}><D:sync-token/><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>`;
  await measure("sync-collection, first", () => dav("REPORT", "", sync));
  await measure("calendar-query", () =>
    dav("REPORT", "", `<C:calendar-query ${names}>${data}${filter}</C:calendar-query>`),
  );
  const hrefs = Array.from({ length: count }, (_, index) => `<D:href>${home}${index}.ics</D:href>`).join("");
  await measure("multiget of all", () =>
    dav("REPORT", "", `<C:calendar-multiget ${names}>${data}${hrefs}</C:calendar-multiget>`),
  );
  await measure("free-busy", () => dav("REPORT", "", `<C:free-busy-query ${names}>${weeks}</C:free-busy-query>`));
  const app = async (path: string, init: RequestInit = {}) =>
    (await fetch(origin + path, { ...init, headers: { ...cookie(own.session), ...init.headers } })).json();
  const input = { method: "POST", body: JSON.stringify({ name: "Bench", parts: ["events"] }) };
  const feed = await app("/app/calendar-feeds", { ...input, headers: { "Content-Type": "application/json" } });
  const path = new URL((feed as { url: string }).url).pathname;
  await measure("feed, first", async () => (await fetch(origin + path)).text());
  const form = new FormData();
  form.set("file", new File([textOf("imported")], "large.ics", { type: "text/calendar" }));
  await measure("import preview", () => app("/app/calendar-imports", { method: "POST", body: form }));
  await measure("agenda of 14 days", () => app("/v1/agenda?days=14"));
  await measure("events of a month", () => app("/v1/events?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z"));
  await measure("search", () => app("/v1/search?query=changed"));
  const nearFolder = mkdtempSync(join(folder, "near-"));
  const [nearOwn, nearOther] = fillTwo(nearFolder, ({ session }) => session);
  near = startOurs(nearFolder, { ...unlimited, NIGHTLY_BACKUP: "off", CALENDAR_ORIGINS: origin });
  const nearOrigin = `http://localhost:${await portOf(near.stdout)}`;
  const call = caller(nearOrigin, nearOwn);
  const callOther = caller(nearOrigin, nearOther);
  const readNear = async () => void (await callOther("GET", "/v1/tasks"));
  for (let warm = 0; warm < 200; warm++) await readNear();
  const { username, password } = own.app;
  const far = { memberId: own.memberId, app: { username, password } };
  await measure("first run of an account", () => connect(call, origin, far, "Cloud"), near, readNear);
} finally {
  near?.kill("SIGKILL");
  await near?.exited;
  server.kill("SIGKILL");
  await server.exited;
  rmSync(folder, { recursive: true });
}
process.exit(0);
