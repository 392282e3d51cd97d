import { describe, expect, test } from "bun:test";
import { hour, minute } from "#lib/time.ts";
import { markOk, scheduleJob } from "#platform/jobs/store.ts";
import { Counter, Histogram, Metrics } from "#platform/metrics.ts";
import { newPath, put } from "../support/home/folders.ts";
import { household, refusal, serverInProcess, testDeps } from "../support/home/home.ts";
import { addChannel, addDelivery } from "../support/reminders/notices.ts";

const token = "a token for the metrics";
const bearer = (value: string) => ({ key: null, headers: { Authorization: `Bearer ${value}` } });

async function home(env: Record<string, string> = { METRICS_TOKEN: token }) {
  const metrics = new Metrics(true);
  const dataDir = newPath();
  const own = await household({ server: serverInProcess({ DATA_DIR: dataDir, ...env }, { metrics }) });
  const read = async () => {
    const { status, body, headers } = await own.get("/metrics", bearer(token));
    expect({ status, type: headers.get("Content-Type") }).toEqual({
      status: 200,
      type: "text/plain; version=0.0.4; charset=utf-8",
    });
    return body as string;
  };
  const lines = async (name: string) => (await read()).split("\n").filter((line) => line.startsWith(name));
  return { ...own, metrics, dataDir, read, lines };
}

describe("GET /metrics", () => {
  test("GET /metrics exists only if METRICS_TOKEN is set, and requires that token", async () => {
    const { get, call, key, as, members } = await home();
    expect((await get("/metrics", bearer(token))).status).toBe(200);
    expect((await get("/metrics", bearer(` ${token} `))).status).toBe(200);
    const notFound = refusal(404, "Not found");
    for (const other of ["", "a", token.slice(1), `${token}x`, key.key]) {
      expect((await get("/metrics", bearer(other))).body).toEqual(notFound);
    }
    expect((await get("/metrics", { key: null })).body).toEqual(notFound);
    expect((await as(members.anna).get("/metrics")).body).toEqual(notFound);
    expect((await get(`/metrics?token=${token}`, { key: null })).body).toEqual(notFound);
    expect((await call("POST", "/metrics", bearer(token))).status).toBe(405);
    const off = await home({});
    for (const each of ["", token, "null"]) expect((await off.get("/metrics", bearer(each))).body).toEqual(notFound);
    expect((await off.call("POST", "/metrics", bearer(token))).body).toEqual(notFound);
  });

  test("GET /metrics is not in the API's OpenAPI document", async () => {
    const { get } = await home();
    expect(Object.keys((await get("/openapi.json", { key: null })).body.paths)).not.toContain("/metrics");
  });

  test("GET /metrics counts requests by route pattern and status, and never shows a requested address", async () => {
    const own = await home();
    await own.get("/v1/tasks");
    await own.get("/v1/tasks");
    await own.get(`/v1/tasks/${crypto.randomUUID()}`);
    for (let n = 0; n < 20; n++) await own.get(`/nothing-${n}`, { key: null });
    const counts = (await own.lines("inglenook_http_request_seconds_count")).sort();
    expect(counts).toEqual([
      'inglenook_http_request_seconds_count{route="-",status="404"} 20',
      'inglenook_http_request_seconds_count{route="/v1/tasks",status="200"} 2',
      'inglenook_http_request_seconds_count{route="/v1/tasks/:id",status="404"} 1',
    ]);
    const buckets = await own.lines('inglenook_http_request_seconds_bucket{route="/v1/tasks",');
    expect(buckets.at(-1)).toBe('inglenook_http_request_seconds_bucket{route="/v1/tasks",status="200",le="+Inf"} 2');
  });

  test("GET /metrics shows the current state of the queue, jobs, files and memory", async () => {
    const own = await home();
    const { db, clock, dataDir } = own;
    put(dataDir, "inglenook.db", "x".repeat(5_000));
    put(dataDir, "inglenook.db-wal", "x".repeat(70));
    put(dataDir, "backups/nightly-2026-11-27T080000.000Z.tar", "");
    const phone = addChannel(own, { kind: "push" });
    addDelivery(own, { channelId: phone, createdAt: new Date(clock.now.getTime() - minute) });
    addDelivery(own, { channelId: phone, state: "sent" });
    scheduleJob(db, { kind: "backup", subjectId: "" }, null, clock.now);
    markOk(db, { kind: "backup", subjectId: "" }, new Date(clock.now.getTime() - hour), clock.now);
    const shown = (await own.read()).split("\n").filter((line) => /^[^#].* \S+$/.test(line) && !line.includes("http"));
    expect(shown.slice(0, -1)).toEqual([
      "inglenook_reminders_dropped_total 0",
      'inglenook_delivery_queue{channel="push"} 1',
      'inglenook_delivery_queue{channel="mail"} 0',
      'inglenook_delivery_queue{channel="ntfy"} 0',
      'inglenook_delivery_queue{channel="apprise"} 0',
      "inglenook_delivery_oldest_seconds 60",
      'inglenook_job_last_success_seconds{kind="backup"} 3600',
      'inglenook_job_failures{kind="backup"} 0',
      "inglenook_live_sockets 0",
      "inglenook_db_bytes 5000",
      "inglenook_wal_bytes 70",
      "inglenook_backup_age_seconds 3600",
    ]);
    expect(Number(shown.at(-1)?.replace("process_resident_memory_bytes ", ""))).toBeGreaterThan(10e6);
  });

  test("GET /metrics counts the reminders that became due and the notifications that were sent", async () => {
    const own = await home();
    own.metrics.lateness.observe(0.2);
    own.metrics.lateness.observe(3_600);
    own.metrics.reminders.inc("event");
    own.metrics.reminders.inc("event");
    own.metrics.remindersDropped.add(3);
    own.metrics.deliveries.inc("push", "ok");
    expect(await own.lines("inglenook_reminders")).toEqual([
      'inglenook_reminders_total{kind="event"} 2',
      "inglenook_reminders_dropped_total 3",
    ]);
    expect(await own.lines("inglenook_deliveries")).toEqual([
      'inglenook_deliveries_total{channel="push",outcome="ok"} 1',
    ]);
    expect(await own.lines("inglenook_reminder_lateness_seconds")).toEqual([
      ...['le="0.1"} 0', 'le="0.25"} 1', 'le="0.5"} 1', 'le="1"} 1', 'le="2.5"} 1', 'le="10"} 1', 'le="60"} 1'].map(
        (rest) => `inglenook_reminder_lateness_seconds_bucket{${rest}`,
      ),
      'inglenook_reminder_lateness_seconds_bucket{le="300"} 1',
      'inglenook_reminder_lateness_seconds_bucket{le="900"} 1',
      'inglenook_reminder_lateness_seconds_bucket{le="+Inf"} 2',
      "inglenook_reminder_lateness_seconds_sum 3600.2",
      "inglenook_reminder_lateness_seconds_count 2",
    ]);
  });

  test("GET /metrics names no household, member, task or API key", async () => {
    const own = await home();
    await own.post("/v1/tasks", { label: "Canary", memberId: own.members.anna.id });
    addDelivery(own, { channelId: addChannel(own, { label: "Canary" }) });
    const text = await own.read();
    for (const secret of ["Canary", "Anna", own.id, own.members.anna.id, own.key.prefix, token]) {
      expect(text).not.toContain(secret);
    }
  });

  const promtool = Bun.which("promtool");
  if (promtool === null) console.log("promtool is not installed: its check of /metrics is left out");
  test.if(promtool !== null)("GET /metrics passes the check of the Prometheus tool “promtool”", async () => {
    const own = await home();
    const { db, clock } = own;
    await own.get("/v1/tasks");
    own.metrics.lateness.observe(1);
    own.metrics.reminders.inc("task");
    own.metrics.deliveries.inc("mail", "retry");
    put(own.dataDir, "inglenook.db", "x");
    put(own.dataDir, "inglenook.db-wal", "x");
    put(own.dataDir, "backups/nightly-2026-11-27T080000.000Z.tar", "");
    scheduleJob(db, { kind: "backup", subjectId: "" }, null, clock.now);
    markOk(db, { kind: "backup", subjectId: "" }, clock.now, clock.now);
    const child = Bun.spawn([promtool ?? "", "check", "metrics"], {
      stdin: new Blob([await own.read()]),
      stdout: "pipe",
      stderr: "pipe",
    });
    const said = (await Promise.all([child.stdout.text(), child.stderr.text()])).join("");
    expect({ code: await child.exited, said }).toEqual({ code: 0, said: "" });
  });
});

describe("the registry of metrics", () => {
  test("Nothing is counted for the metrics while the metrics are turned off", () => {
    const metrics = new Metrics(false);
    metrics.reminders.inc("event");
    metrics.lateness.observe(1);
    metrics.requests.observe(1, "/v1/tasks", 200);
    expect(`${metrics}`.split("\n").filter((line) => /^[^#]/.test(line))).toEqual([
      "inglenook_reminders_dropped_total 0",
    ]);
    expect(testDeps().metrics.isOn).toBe(false);
  });

  test("The metrics escape special characters in labels, and keep at most 2,000 combinations of labels", () => {
    const counter = new Counter<[string]>(true, "x_total", "help", ["label"]);
    counter.inc('a"b\\c\nd');
    expect(`${counter}`).toEndWith('x_total{label="a\\"b\\\\c\\nd"} 1\n');
    const histogram = new Histogram<[string]>(true, "y_seconds", "help", [1], ["label"]);
    for (let n = 0; n < 3_000; n++) {
      counter.inc(`${n}`);
      histogram.observe(n, `${n}`);
    }
    expect(`${counter}`.split("\n").length).toBe(2 + 2_000 + 1);
    expect(`${histogram}`.split("\n").length).toBe(2 + 4 * 2_000 + 1);
  });
});
