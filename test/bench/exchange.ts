/**
 * `bun run bench:exchange`: imports a calendar of EVENTS events (1,920, and 77 moved instances) while another household reads its tasks every 2 ms, and
 * reads a feed of as many objects, first rendered and then kept. The server runs in its own process, on a database file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile, portOf, startOurs } from "./figures.ts";
import { calendarOf, fillTwo, probe } from "./two-households.ts";

const count = Number(process.env.EVENTS ?? 1_920);

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const [own, other] = fillTwo(folder, ({ session }) => session);
const server = startOurs(folder);

try {
  const origin = `http://localhost:${await portOf(server.stdout)}`;
  const headersOf = (token: string) => ({ Cookie: `inglenook_session=${token}`, Origin: origin });
  const ask = async (path: string, init: RequestInit = {}, token = own) => {
    const response = await fetch(`${origin}${path}`, { ...init, headers: { ...headersOf(token), ...init.headers } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const json = { "Content-Type": "application/json" };
  const read = async () => void (await (await ask("/v1/tasks", {}, other)).text());
  for (let warm = 0; warm < 200; warm++) await read();

  await probe("quiet", read, () => Bun.sleep(1_000));
  const form = new FormData();
  form.set("file", new File([calendarOf(count)], "large.ics", { type: "text/calendar" }));
  let id = "";
  await probe("preview", read, async () => {
    id = ((await (await ask("/app/calendar-imports", { method: "POST", body: form })).json()) as { id: string }).id;
  });
  const body = JSON.stringify({ memberIds: [], isGeneral: true, known: "skip" });
  let activityId = "";
  await probe("import", read, async () => {
    const answer = await (await ask(`/app/calendar-imports/${id}`, { method: "POST", body, headers: json })).json();
    activityId = (answer as { activityId: string }).activityId;
  });
  const input = JSON.stringify({ name: "Bench", parts: ["events"] });
  const made = await (await ask("/app/calendar-feeds", { method: "POST", body: input, headers: json })).json();
  const path = new URL((made as { url: string }).url).pathname;
  let bytes = 0;
  await probe("feed, first", read, async () => {
    bytes = (await (await fetch(`${origin}${path}`)).arrayBuffer()).byteLength;
  });
  const kept: number[] = [];
  for (let at = 0; at < 50; at++) {
    const start = performance.now();
    await (await fetch(`${origin}${path}`, { headers: { "Accept-Encoding": "gzip" } })).arrayBuffer();
    kept.push(performance.now() - start);
  }
  console.log(`feed, kept: p50 ${percentile(kept, 0.5).toFixed(2)} ms, ${Math.round(bytes / 1_000)} kB`);
  await probe("undo", read, () => ask(`/v1/activity/${activityId}/undo`, { method: "POST" }));
} finally {
  server.kill("SIGKILL");
  await server.exited;
  rmSync(folder, { recursive: true });
}
process.exit(0);
