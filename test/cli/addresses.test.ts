import { describe, expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, householdFolder, run, start } from "../support/home/program.ts";

const certificates = join(import.meta.dir, "../fixtures/certificates");
const [TLS_CERT, TLS_KEY] = [join(certificates, "home.crt"), join(certificates, "home.key")];
/** Requests skip the check of the certificate, which is for other names than that of the test. */
const tls = { rejectUnauthorized: false };

describe("serve", () => {
  test("A server that listens only on this computer prints how to let phones connect", async () => {
    const server = await start(["serve"], { cwd: await householdFolder() });
    expect(server.out).toContain("Only this computer can open it. For phones and tablets, start it with HOST=0.0.0.0.");
    await server.stop();
  });

  test("The server prints the addresses of BASE_URL and the setup link for a phone", async () => {
    const env = { BASE_URL: "http://localhost:4100,https://home.example,http://192.168.1.5:4100" };
    const server = await start(["serve"], { env });
    const [, token] = /localhost:4100\/setup#([\w-]{43})\n/.exec(server.out) ?? [];
    expect(server.out).toStartWith(
      "Inglenook is at http://localhost:4100\nPhones and tablets in the same network open:\n\n" +
        "  https://home.example\n  http://192.168.1.5:4100\n",
    );
    expect(server.out).toContain(`On a phone or tablet:\n\n  https://home.example/setup#${token}\n`);
    await server.stop();
  });

  test("A server on all interfaces prints the addresses with the port, without localhost", async () => {
    const server = await start(["serve", "--host", "0.0.0.0", "--json"], { cwd: await householdFolder() });
    const { addresses, url } = JSON.parse(server.out);
    const { port } = new URL(url);
    for (const address of addresses) expect(new URL(address).port).toBe(port);
    expect(addresses).not.toContain(url);
    await server.stop();
  });
});

describe("TLS_CERT and TLS_KEY", () => {
  test("A server with TLS_CERT and TLS_KEY serves https with secure cookies", async () => {
    const env = { TLS_CERT, TLS_KEY };
    const server = await start(["serve"], { env });
    expect(server.url).toMatch(/^https:\/\/localhost:\d+$/);
    const token = /setup#([\w-]{43})/.exec(server.out)?.[1];
    const body = { token, householdName: "Home", timeZone: "UTC", memberName: "Anna", password: "correct horse" };
    const made = await fetch(`${server.url}/app/setup`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: server.url },
      body: JSON.stringify(body),
      tls,
    });
    expect(made.status).toBe(200);
    expect(made.headers.get("set-cookie")).toMatch(/^__Host-inglenook_session=.*; Secure$/);
    const card = await fetch(`${server.url}/mcp/server-card`, { tls }).then((answer) => answer.json());
    expect(card).toMatchObject({ remotes: [{ url: `${server.url}/mcp` }] });
    const { port } = new URL(server.url);
    const check = await run(["healthcheck"], { cwd: server.cwd, env: { ...env, PORT: port } });
    expect(check).toMatchObject({ code: 0, out: "ok\n" });
    const doctor = await run(["doctor"], { cwd: server.cwd, env });
    expect(doctor.out).toContain(`ok     certificate: ${TLS_CERT} is good until `);
    expect((await server.stop()).code).toBe(0);
  });

  test("A server with an unusable certificate or key does not start, and says why", async () => {
    const cwd = emptyFolder();
    copyFileSync(join(certificates, "renewed.key"), join(cwd, "other.key"));
    writeFileSync(join(cwd, "empty.pem"), "");
    const refused: [Record<string, string>, string][] = [
      [{ TLS_CERT }, "TLS_CERT needs TLS_KEY too"],
      [{ TLS_KEY }, "TLS_KEY needs TLS_CERT too"],
      [
        { TLS_CERT: "no.crt", TLS_KEY },
        "TLS_CERT=no.crt cannot be read (ENOENT: no such file or directory, open 'no.crt')",
      ],
      [{ TLS_CERT, TLS_KEY: "empty.pem" }, "TLS_KEY=empty.pem has no key in PEM without a password"],
      [{ TLS_CERT: "empty.pem", TLS_KEY }, "TLS_CERT=empty.pem has no certificate in PEM"],
      [{ TLS_CERT, TLS_KEY: "other.key" }, `TLS_KEY=other.key is not the key of TLS_CERT=${TLS_CERT}`],
    ];
    for (const [env, message] of refused) {
      const { code, err } = await run(["serve"], { cwd, env });
      expect({ code, err }).toEqual({ code: 1, err: `inglenook: ${message}\n` });
    }
    const doctor = await run(["doctor"], { cwd, env: { TLS_CERT, TLS_KEY: "other.key" } });
    expect(doctor.out).toContain("WRONG  certificate: TLS_KEY=other.key is not the key of");
    expect(doctor.code).toBe(1);
  });
});
