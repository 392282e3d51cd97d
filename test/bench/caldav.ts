/**
 * `bun run bench:caldav`: a calendar program lists and reads EVENTS objects (1,920 of an imported file; a fifth are series) while another household reads its tasks every
 * 2 ms. The server runs in its own process, on a database file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAppPassword } from "#calendar/app-passwords/store.ts";
import { percentile, portOf, startOurs } from "./figures.ts";
import { calendarOf, fillTwo, probe } from "./two-households.ts";

const count = Number(process.env.EVENTS ?? 1_920);
const hrefsPerMultiget = 10;

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const [own, other] = fillTwo(folder, ({ work, memberId, session }) => {
  const app = createAppPassword(work, memberId, { name: "Bench", access: "write", calendars: null });
  return { session, memberId, app };
});
const server = startOurs(folder);

try {
  const origin = `http://localhost:${await portOf(server.stdout)}`;
  const cookie = (session: string) => ({ Cookie: `inglenook_session=${session}`, Origin: origin });
  const read = async () => void (await (await fetch(`${origin}/v1/tasks`, { headers: cookie(other.session) })).text());
  const home = `/dav/${own.memberId}/cal/family/`;
  const authorization = `Basic ${btoa(`${own.app.username}:${own.app.password}`)}`;
  const dav = async (method: string, body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + home, { method, body, headers: { authorization, ...headers } });
    if (response.status !== 207) throw new Error(`${method}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  for (let warm = 0; warm < 200; warm++) await read();
  await fillCalendar(origin, cookie(own.session));

  const names = `xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"`;
  const list = () =>
    dav("PROPFIND", `<D:propfind ${names}><D:prop><D:getetag/><D:resourcetype/></D:prop></D:propfind>`, { Depth: "1" });
  let listing = "";
  await probe("PROPFIND, first", read, async () => {
    listing = await list();
  });
  await probe("PROPFIND, again", read, list);
  console.log(
    `PROPFIND: p50 ${percentile(await timesOf(15, list), 0.5).toFixed(1)} ms, ${Math.round(listing.length / 1_000)} kB`,
  );

  const sync = (token: string) =>
    dav(
      "REPORT",
      `<D:sync-collection ${names}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>`,
    );
  const tokenIn = (text: string) => /<D:sync-token>([^<]*)/.exec(text)?.[1] ?? "";
  let token = "";
  for (let answer = await sync(""); ; answer = await sync(token)) {
    token = tokenIn(answer);
    if (!answer.includes(" 507 ")) break;
  }
  const unchanged = await timesOf(50, () => sync(token));
  console.log(`sync-collection, unchanged: p50 ${percentile(unchanged, 0.5).toFixed(2)} ms`);

  const hrefs = [...listing.matchAll(/<D:href>([^<]+\.ics)<\/D:href>/g)].map(([, href]) => href ?? "");
  await probe(`${hrefs.length / hrefsPerMultiget} multigets`, read, async () => {
    for (let at = 0; at < hrefs.length; at += hrefsPerMultiget) {
      const some = hrefs.slice(at, at + hrefsPerMultiget).map((href) => `<D:href>${href}</D:href>`);
      await dav(
        "REPORT",
        `<C:calendar-multiget ${names}><D:prop><D:getetag/><C:calendar-data/></D:prop>${some.join("")}</C:calendar-multiget>`,
      );
    }
  });
  await probe("calendar-query, 6 weeks", read, () =>
    dav(
      "REPORT",
      `<C:calendar-query ${names}><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="20261101T000000Z" end="20261213T000000Z"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
    ),
  );
} finally {
  server.kill("SIGKILL");
  await server.exited;
  rmSync(folder, { recursive: true });
}
process.exit(0);

async function fillCalendar(origin: string, headers: Record<string, string>): Promise<void> {
  const form = new FormData();
  form.set("file", new File([calendarOf(count)], "large.ics", { type: "text/calendar" }));
  const { id } = (await (
    await fetch(`${origin}/app/calendar-imports`, { method: "POST", body: form, headers })
  ).json()) as { id: string };
  const body = JSON.stringify({ memberIds: [], isGeneral: true, known: "skip" });
  const json = { ...headers, "Content-Type": "application/json" };
  const done = await fetch(`${origin}/app/calendar-imports/${id}`, { method: "POST", body, headers: json });
  if (!done.ok) throw new Error(await done.text());
}

async function timesOf(rounds: number, run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times;
}
