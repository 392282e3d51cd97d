import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { settings } from "#platform/config.ts";
import manifest from "../../package.json" with { type: "json" };
import { emptyFolder, householdFolder, run, start, typed } from "../support/home/program.ts";

async function home() {
  const cwd = await householdFolder();
  const verb = (line: string, env = {}) =>
    run(
      line.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', "")),
      { cwd, env },
    );
  return { cwd, verb };
}

const verbs = [
  ...["serve", "demo", "household", "member", "key", "plan"],
  ...["backup", "restore", "export", "doctor", "healthcheck", "openapi", "bridge"],
];

describe("inglenook", () => {
  test("The option --version prints only the version", async () => {
    expect(await run(["--version"])).toMatchObject({ code: 0, out: `${manifest.version}\n`, err: "" });
  });

  test("The options --version --json print the version as a JSON document", async () => {
    expect((await run(["--version", "--json"])).json()).toEqual({ version: manifest.version });
  });

  test("The option --help lists every command, and every setting with the default", async () => {
    const { out, code } = await run(["--help"]);
    expect(code).toBe(0);
    for (const verb of verbs) {
      expect(out).toMatch(new RegExp(`^  ${verb} `, "m"));
    }
    for (const name of Object.keys(settings)) expect(out).toContain(name);
  });

  test.each(verbs.map((verb) => [verb]))(
    "The command “%s --help” prints how the command is used, and starts nothing",
    async (verb) => {
      const cwd = emptyFolder();
      const { out, code, err } = await run([verb, "--help"], { cwd });
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(`inglenook ${verb}`);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test.each([
    [["fly"], "unknown verb: fly"],
    [["--version", "now"], "unexpected argument: now"],
    [["--colour"], "--colour"],
    [["serve", "--colour", "red"], "--colour"],
    [["serve", "now"], "unexpected argument: now"],
    [["key"], "key needs one of: create, list, revoke"],
    [["key", "make"], "key needs one of: create, list, revoke"],
    [["key", "create", "--name", "x"], "--scopes is required"],
    [["key", "revoke"], "missing argument: id"],
    [["restore"], "missing argument: file"],
    [["restore", "a.tar", "b.tar"], "unexpected argument: b.tar"],
    [["serve", "--port", "abc"], "--port: PORT=abc: must be a whole number from 0 to 65535"],
    [
      ["household", "create", "--name", "a\nb", "--time-zone", "UTC", "--owner", "y"],
      "--name must not contain control characters",
    ],
    [
      ["household", "create", "--name", "x".repeat(201), "--time-zone", "UTC", "--owner", "y"],
      "--name must be 1 to 200 characters",
    ],
    [["plan", "set", "--plan", "gold"], "--plan must be one of none, base, api"],
    [["plan", "set", "--plan", "api", "--ends", "tomorrow"], "--ends must be a date-time with an offset"],
    [
      ["household", "create", "--name", "x", "--time-zone", "Mars/Olympus", "--owner", "y"],
      "there is no zone Mars/Olympus",
    ],
  ])("The command line %j is refused in one line with exit code 2, and nothing is created", async (args, message) => {
    const cwd = emptyFolder();
    const { code, err, out } = await run(args, { cwd });
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err.split("\n")[0]).toStartWith("inglenook: ");
    expect(err).toContain(message);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each([
    [{ PORT: "abc" }, "PORT=abc: must be a whole number from 0 to 65535"],
    [{ PORT: "65536" }, "PORT=65536: must be a whole number from 0 to 65535"],
    [{ DEFAULT_PLAN: "gold" }, "DEFAULT_PLAN=gold: must be one of none, base, api"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL=loud: must be one of silent, error, info"],
    [{ BASE_URL: "home.example" }, "BASE_URL=home.example: must be http:// or https:// with a host and no path"],
    [{ CORS_ORIGINS: "https://a.example/path" }, "CORS_ORIGINS=https://a.example/path: must be origins"],
    [{ TRUSTED_PROXIES: "proxy" }, "TRUSTED_PROXIES=proxy: must be IP addresses"],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES=10.0.0.0/33: 10.0.0.0/33: the prefix must be 0 to 32"],
  ])(
    "The server does not start with the setting %j, and says why in one line with exit code 1",
    async (env, message) => {
      const cwd = emptyFolder();
      const { code, err, out } = await run(["serve"], { cwd, env: env as Record<string, string> });
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toBe(`inglenook: ${err.slice(11).trimEnd()}\n`);
      expect(err).toContain(message);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );
});

test("A command warns about an environment variable with almost the name of a setting", async () => {
  const { verb } = await home();
  const { code, err, out } = await verb("household list --json", { DATA_DIRS: "/srv" });
  expect({ code, households: JSON.parse(out).households.length }).toEqual({ code: 0, households: 1 });
  expect(JSON.parse(err)).toMatchObject({ level: "warning", message: expect.stringContaining("DATA_DIR?") });
  expect((await verb("household list --json", { DATA_DIRS: "/srv", LOG_LEVEL: "silent" })).err).toBe("");
});

describe("key", () => {
  test("The command “key create” shows the API key once, and “key revoke” disables the key", async () => {
    const { verb } = await home();
    const made = (await verb("key create --name Robot --scopes tasks.write,tasks.read --json")).json();
    expect(made).toMatchObject({
      name: "Robot",
      scopes: ["tasks.read", "tasks.write"],
      status: "active",
      expiresAt: null,
    });
    expect(made.key).toMatch(/^fam_live_[0-9A-Za-z]{36}$/);
    expect(made.createdBy).toEqual({ kind: "system", id: null, name: "Inglenook", agentName: null });
    const listed = await verb("key list --json");
    expect(listed.json().apiKeys).toMatchObject([{ id: made.id, prefix: made.key.slice(9, 17), lastUsedAt: null }]);
    expect(listed.out).not.toContain(made.key);
    expect((await verb(`key revoke ${made.id} --json`)).json()).toEqual({ id: made.id, deleted: true });
    expect((await verb("key list")).out).toContain("revoked");
    expect((await verb(`key revoke ${made.id}`)).code).toBe(0);
  });

  test("The command “key create” prints only the API key to standard output", async () => {
    const { verb } = await home();
    expect((await verb("key create --name x --scopes all")).out).toMatch(/^fam_live_\w{36}\n$/);
  });

  test("The command “key create” accepts scopes, an expiry and a member", async () => {
    const { verb } = await home();
    const made = (
      await verb("key create --name x --scopes read --expires 2190-01-01T00:00:00+01:00 --member anna --json")
    ).json();
    expect(new Set(made.scopes.map((scope: string) => scope.split(".")[1]))).toEqual(new Set(["read"]));
    expect(made.expiresAt).toBe("2189-12-31T23:00:00.000Z");
    expect(made.createdBy).toMatchObject({ kind: "member", name: "Anna" });
    expect((await verb("key create --name x --scopes all --json")).json().scopes.length).toBe(12);
  });

  test.each([
    ["key create --name x --scopes tasks.fly", 2, "unknown scope tasks.fly"],
    ["key create --name x --scopes all --expires tomorrow", 2, "--expires must be a date-time"],
    ["key create --name x --scopes all --expires 2020-01-01T00:00:00Z", 1, "expiresAt: must lie in the future"],
    ["key create --name x --scopes all --member Zoe", 2, "--member must name one of: Anna"],
    ["key create --name x --scopes all --household Elsewhere", 2, "--household must name one of: Test"],
    ['key create --name " " --scopes all', 2, "--name must be 1 to 100 characters"],
    ["key revoke 01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", 1, "API key not found"],
  ])("The command line “%s” fails with exit code %i", async (line, code, message) => {
    const { verb } = await home();
    const answer = await verb(line);
    expect(answer.code).toBe(code);
    expect(answer.err).toContain(message);
    expect((await verb("key list --json")).json().apiKeys).toEqual([]);
  });

  test("The command “key” says what to do if no household or several households exist", async () => {
    const cwd = emptyFolder();
    expect((await run(["key", "list"], { cwd })).err).toContain(await typed("household create"));
    const { verb } = await home();
    await verb("household create --name Other --time-zone UTC --owner Zoe");
    expect((await verb("key list")).err).toContain("--household must name one of: Test (");
    expect((await verb("key list --household other")).code).toBe(0);
  });
});

describe("plan", () => {
  test("The command “plan set” replaces a household's plan, and “plan show” prints the plan", async () => {
    const { verb } = await home();
    expect((await verb("plan show --json")).json()).toEqual({ plan: "api", planEndsAt: null, trialEndsAt: null });
    const set = await verb("plan set --plan base --ends 2190-01-01T00:00:00Z --trial-ends 2190-02-01T00:00:00Z --json");
    const all = { plan: "base", planEndsAt: "2190-01-01T00:00:00.000Z", trialEndsAt: "2190-02-01T00:00:00.000Z" };
    expect(set.json()).toEqual(all);
    expect((await verb("plan show --json")).json()).toEqual(all);
    expect((await verb("plan set --plan none")).out).toBe("none, without end\n");
    expect((await verb("plan show --json")).json()).toEqual({ plan: "none", planEndsAt: null, trialEndsAt: null });
    expect((await verb("key create --name x --scopes all")).err).toBe("inglenook: upgrade_required\n");
  });

  test("A new household gets the plan that the setting DEFAULT_PLAN names", async () => {
    const cwd = emptyFolder();
    const args = ["household", "create", "--name", "x", "--time-zone", "UTC", "--owner", "y"];
    await run(args, { cwd, env: { DEFAULT_PLAN: "none" } });
    expect((await run(["plan", "show", "--json"], { cwd })).json().plan).toBe("none");
  });
});

describe("household", () => {
  test("The command “household create” prints a sign-in link, and “household delete” needs --yes", async () => {
    const { verb, cwd } = await home();
    const { households } = (await verb("household list --json")).json();
    expect(households).toMatchObject([{ id: expect.any(String), name: "Test", timeZone: "Europe/Berlin" }]);
    expect(existsSync(join(cwd, "data/inglenook.db"))).toBe(true);
    const made = (
      await verb("household create --name Other --time-zone UTC --owner Zoe --email zoe@home.example --json", {
        PORT: "4123",
      })
    ).json();
    expect(made).toMatchObject({
      household: { name: "Other", timeZone: "UTC" },
      owner: { name: "Zoe", role: "owner" },
    });
    expect(made.link).toMatch(/^http:\/\/localhost:4123\/join#[\w-]{43}$/);
    const { id } = made.household;
    expect((await verb(`household delete ${id}`)).err).toContain("add --yes");
    expect((await verb("household list --json")).json().households.length).toBe(2);
    expect((await verb(`household delete ${id} --yes --json`)).json()).toEqual({ id, deleted: true });
    expect((await verb("household list --json")).json().households.length).toBe(1);
    expect((await verb(`household delete ${id} --yes`)).err).toBe("inglenook: Household not found\n");
  });
});

describe("member", () => {
  test("The command “member add” adds a member, and “member set-password” lets the member sign in", async () => {
    const { verb, cwd } = await home();
    const leo = (await verb("member add --name Leo --role child --color sky --avatar 🐸 --json")).json();
    expect(leo).toMatchObject({ name: "Leo", role: "child", color: "sky", avatar: "🐸" });
    expect((await verb("member add --name Ben --json")).json().role).toBe("adult");
    const { members } = (await verb("member list --json")).json();
    expect(members.map(({ name }: { name: string }) => name)).toEqual(["Anna", "Leo", "Ben"]);
    const set = await run(["member", "set-password", "--member", "anna"], { cwd, stdin: "correct horse battery\n" });
    expect(set).toMatchObject({ code: 0, out: "The password is set.\n" });
    const server = await start(["serve"], { cwd });
    const signIn = (password: string) =>
      fetch(`${server.url}/app/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ login: "Anna", password }),
      });
    expect((await signIn("correct horse battery")).status).toBe(200);
    expect((await signIn("correct horse battery\n")).status).toBe(401);
    await server.stop();
  });

  test.each([
    ["member add --name Anna", 1, "name: must not be another member's name"],
    ["member add --name Leo --role owner", 2, "--role must be one of adult, child, guest"],
    ["member add --name Leo --color red", 2, "--color must be one of coral"],
    ["member add --name Leo --email nobody", 2, "--email must be an email address"],
    ["member set-password --member anna", 2, "the password must be 8 to 200 characters"],
    ["member set-password --member zoe", 2, "the password must be 8 to 200 characters"],
  ])("The command line “%s” fails with exit code %i and adds no member", async (line, code, message) => {
    const { verb } = await home();
    const answer = await verb(line);
    expect(answer.code).toBe(code);
    expect(answer.err).toContain(message);
    expect((await verb("member list --json")).json().members.length).toBe(1);
  });
});

describe("openapi", () => {
  test("The command “openapi” prints the API description without touching any data", async () => {
    const cwd = emptyFolder();
    const { json, code } = await run(["openapi"], { cwd });
    expect(code).toBe(0);
    expect(json()).toMatchObject({ openapi: "3.0.3" });
    expect(readdirSync(cwd)).toEqual([]);
  });
});
