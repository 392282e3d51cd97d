/** `notify test` and `doctor --network` reach real services, here on this machine. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { afterEachTest } from "../support/home/clean-up.ts";
import { emptyFolder, householdFolder, run } from "../support/home/program.ts";
import { mailServer, node } from "../support/reminders/mail-server.ts";

/** An ntfy server that takes every message, or refuses all. */
function ntfyServer(status = 200) {
  const bodies: { title: string }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      bodies.push((await request.json()) as { title: string });
      return new Response("{}", { status });
    },
  });
  afterEachTest(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, bodies };
}

/** Adds a proven channel of Anna's. */
function addChannel(cwd: string, kind: "ntfy" | "mail", config: object): void {
  const db = new Database(join(cwd, "data/inglenook.db"));
  db.run(
    `INSERT INTO channel (household_id, id, member_id, kind, label, config, verified_at, created_at)
     SELECT household_id, ?1, id, ?1, ?2, ?3, '2026-11-27', '2026-11-27' FROM member`,
    [kind, `Anna's ${kind}`, JSON.stringify(config)],
  );
  db.close();
}

function okAt(cwd: string): string | null {
  const db = new Database(join(cwd, "data/inglenook.db"));
  const row = db.query("SELECT ok_at FROM channel WHERE id = 'ntfy'").get() as { ok_at: string | null };
  db.close();
  return row.ok_at;
}

const ofAnna = ["notify", "test", "--member", "Anna"];

describe("notify test", () => {
  test("The command “notify test” sends through every channel of a member, and prints each result", async () => {
    const cwd = await householdFolder();
    const { url, bodies } = ntfyServer();
    const env = { NTFY_URLS: url };
    addChannel(cwd, "ntfy", { server: url, topic: "home", token: null });
    expect(await run(ofAnna, { cwd, env })).toMatchObject({ code: 0, err: "", out: "“Anna's ntfy” (ntfy): sent\n" });
    expect(bodies).toMatchObject([{ title: "This is a test" }]);
    expect(okAt(cwd)).not.toBeNull();

    addChannel(cwd, "mail", { address: "anna@home.example", offToken: "x", code: null });
    const { code, json } = await run([...ofAnna, "--json"], { cwd, env });
    expect({ code, json: json() }).toEqual({
      code: 1,
      json: {
        member: "Anna",
        channels: [
          {
            ...{ id: "mail", kind: "mail", label: "Anna's mail", outcome: "down" },
            reason: "mail is not set up on this server (SMTP_URL)",
          },
          { id: "ntfy", kind: "ntfy", label: "Anna's ntfy", outcome: "sent", reason: null },
        ],
      },
    });
  });

  test("The command “notify test” says if a service refused the message, or if DELIVERY is off", async () => {
    const cwd = await householdFolder();
    const { url, bodies } = ntfyServer(403);
    addChannel(cwd, "ntfy", { server: url, topic: "home", token: null });
    const refused = await run(ofAnna, { cwd, env: { NTFY_URLS: url } });
    expect(refused).toMatchObject({
      code: 1,
      out: "“Anna's ntfy” (ntfy): refused: the ntfy server wants an access token for this topic\n",
    });
    const off = await run(ofAnna, { cwd, env: { NTFY_URLS: url, DELIVERY: "off" } });
    expect(off).toMatchObject({
      code: 1,
      out: "“Anna's ntfy” (ntfy): down: this server sends no reminders (DELIVERY=off)\n",
    });
    expect([bodies.length, okAt(cwd)]).toEqual([1, null]);
  });

  test("The command “notify test” needs an existing member, and fails if the member has no channel", async () => {
    const cwd = await householdFolder();
    expect(await run(ofAnna, { cwd })).toMatchObject({
      code: 1,
      out: "Anna has no channels. Settings → Notifications adds them.\n",
    });
    const nobody = await run(["notify", "test", "--member", "Zoe"], { cwd });
    expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining("--member must name one of: Anna") });
    expect(await run(["notify", "test"], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--member is required"),
    });
    expect(await run(ofAnna, { cwd: emptyFolder() })).toMatchObject({ code: 1 });
  });
});

describe("doctor --network", () => {
  test.if(node !== null)("The command “doctor --network” signs in to the mail server", async () => {
    const cwd = await householdFolder();
    const { port } = await mailServer({ hasTls: false, user: "home", password: "secret" });
    const mailOf = async (address: string) => {
      const { json, out } = await run(["doctor", "--network", "--json"], { cwd, env: { SMTP_URL: address } });
      expect(out).not.toContain("secret");
      return json().findings.find(({ check }: { check: string }) => check === "mail server");
    };
    expect(await mailOf(`smtp://home:secret@localhost:${port}?tls=off`)).toMatchObject({ level: "ok" });
    expect(await mailOf(`smtp://home:wrong@localhost:${port}?tls=off`)).toMatchObject({
      level: "wrong",
      says: "the mail server refuses the user or the password (SMTP_URL)",
    });
    expect(await mailOf("smtp://localhost:9?tls=off")).toMatchObject({
      level: "wrong",
      says: "the service could not be reached",
    });
  });
});
