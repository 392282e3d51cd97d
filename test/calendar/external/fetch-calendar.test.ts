/** No address that a member gives leads into the home, to metadata of clouds, or to this machine. */
import { afterAll, describe, expect, test } from "bun:test";
import { createSubscriptions } from "#calendar/external/subscriptions.ts";
import { systemTimers } from "#lib/timers.ts";
import { readConfig } from "#platform/config.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { createSignals } from "#platform/deps.ts";
import { silentLog } from "#platform/http/log.ts";
import { hostile, resolve } from "../../lists/photos/hostile.ts";
import { calendarOf, comingDays } from "../../support/calendar/host.ts";
import { type Home, household, serverInProcess, start } from "../../support/home/home.ts";
import { localCert, localKey } from "../../support/reminders/tls-localhost.ts";

/** The target of each redirect; nothing may arrive. */
const reached: string[] = [];
const inside = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    reached.push(request.url);
    return new Response(calendarOf(comingDays(1)));
  },
});

/** Stands for a public server. */
const outside = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  tls: { cert: localCert, key: localKey },
  fetch(request) {
    const { searchParams } = new URL(request.url);
    const to = searchParams.get("to");
    if (to !== null) return new Response(null, { status: 302, headers: { Location: to } });
    return new Response(calendarOf(comingDays(2)));
  },
});
afterAll(() => Promise.all([inside.stop(true), outside.stop(true)]));

const outsideOrigin = `https://localhost:${outside.port}`;

async function guarded(origins: readonly string[], lookup = resolve): Promise<Home> {
  const env = { TRUSTED_PROXIES: "127.0.0.1", CALENDAR_ORIGINS: origins.join(",") };
  const parts = { db: openInMemory(), config: readConfig({ ...env, DATA_DIR: "/nonexistent" }), timers: systemTimers };
  const signals = createSignals();
  const network = { lookup, ca: localCert, timeoutMs: 5_000 };
  const subscriptions = createSubscriptions({ ...parts, ...signals, clock: () => start, log: silentLog }, network);
  return household({ server: serverInProcess(env, { db: parts.db, ...signals, subscriptions }) });
}

const body = { name: "x", color: "leaf", memberIds: [], isGeneral: true };

async function doors(home: Home, url: string) {
  const anna = home.as(home.members.anna);
  const answers = [
    await anna.post("/app/subscriptions/preview", { url }),
    await anna.post("/app/subscriptions", { ...body, url }),
  ];
  return answers.map(({ status, body }) => ({ status, error: String(body.error) }));
}

/** Ports from 1024 on are allowed outside; the names resolve to nothing that answers. */
const forms = hostile.filter(({ address }) => !address.includes("public.example:8443"));
const more = [
  ...["webcal://127.0.0.1/a.ics", "WEBCAL://LOCALHOST/a.ics", "webcals://10.0.0.1/a.ics", "webcal:127.0.0.1"],
  ...["webcal://user@public.example/", "webcal://127.0.0.1:8443/", "webcal://home.example:8443/", "webcal://[::1]/a"],
  ...[
    "webcal:///etc/passwd",
    "webcal:file:///etc/passwd",
    "feed://127.0.0.1/",
    "https://127.0.0.1:8443/",
    "https://[::1]:4100/",
  ],
  ...["blob:http://127.0.0.1/1", "view-source:https://127.0.0.1/", "unix:/run/docker.sock", "https+unix://%2Frun/"],
];
const all = [...forms.map(({ address }) => address), ...more];

describe("an address", () => {
  test("The tests cover at least 80 hostile forms of a calendar address", () =>
    expect(all.length).toBeGreaterThanOrEqual(80));

  test("A calendar address that is invalid or leads into the local network is refused", async () => {
    const home = await guarded([]);
    for (const address of all) {
      for (const { status, error } of await doors(home, address)) {
        expect({ address, status }).toEqual({ address, status: address.trim() === "" ? 400 : 422 });
        if (status === 422) expect(error).toStartWith("url: ");
      }
    }
    expect(reached).toEqual([]);
  });

  test.each([
    `http://127.0.0.1:${inside.port}/`,
    `http://localhost:${inside.port}/`,
    `https://127.0.0.1:${inside.port}/`,
    `//127.0.0.1:${inside.port}/`,
    "http://169.254.169.254/latest/meta-data/",
    "https://home.example/",
    "http://[::1]/",
    "file:///etc/passwd",
    "https://user:pw@public.example/",
  ])("A public calendar address that redirects to %s is refused", async (to) => {
    const home = await guarded([outsideOrigin], async (name) => (name === "localhost" ? ["127.0.0.1"] : resolve(name)));
    for (const { status } of await doors(home, `${outsideOrigin}/?to=${encodeURIComponent(to)}`)) {
      expect(status).toBe(422);
    }
    expect(reached).toEqual([]);
  });

  test("A calendar address is resolved once, because a second lookup may lead elsewhere", async () => {
    const turns = [["127.0.0.1"], ["169.254.169.254"], ["127.0.0.1", "169.254.169.254"]];
    const asked: string[] = [];
    const home = await guarded([outsideOrigin], async (name) => {
      asked.push(name);
      return turns.shift() ?? [];
    });
    const preview = () => home.as(home.members.anna).post("/app/subscriptions/preview", { url: `${outsideOrigin}/` });
    expect((await preview()).status).toBe(200);
    expect(asked).toEqual(["localhost"]);
    expect((await preview()).status).toBe(422);
    expect((await preview()).status).toBe(422);
    expect(asked).toHaveLength(3);
  });

  test("The addresses of cloud metadata services stay refused, whatever CALENDAR_ORIGINS says", async () => {
    const home = await guarded(["http://169.254.169.254", "http://[fd00:ec2::254]", "private"]);
    for (const address of ["http://169.254.169.254/", "http://[fd00:ec2::254]/", `http://127.0.0.1:${inside.port}/`]) {
      for (const { status, error } of await doors(home, address)) {
        expect({ status, error }).toEqual({
          status: 422,
          error: "url: leads into your own network; CALENDAR_ORIGINS can allow it",
        });
      }
    }
    expect(reached).toEqual([]);
  });

  test("A calendar address with webcal: is read over https", async () => {
    const home = await guarded([outsideOrigin], async () => ["127.0.0.1"]);
    const answer = await home
      .as(home.members.anna)
      .post("/app/subscriptions/preview", { url: ` webcal://localhost:${outside.port}/a.ics ` });
    expect(answer).toMatchObject({ status: 200, body: { counts: { new: 2 } } });
  });
});
