/** Codes and invitations by mail. The mail server needs Node; without it the tests print a line. */
import { describe, expect, test } from "bun:test";
import { systemTimers } from "#lib/timers.ts";
import { createChannels } from "#notifications/channels/adapters.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { household, refusal, serverInProcess, testDeps } from "../../support/home/home.ts";
import { mailServer, node } from "../../support/reminders/mail-server.ts";
import { localCert } from "../../support/reminders/tls-localhost.ts";

if (node === null) console.log("Node is not installed: the tests of codes and invitations by mail are left out");
const smtp = node === null ? null : await mailServer();

async function homeWithMail() {
  const env = { SMTP_URL: `smtp://localhost:${smtp?.port}`, MAIL_FROM: "home@family.org" };
  const db = openInMemory();
  const { config, clock } = testDeps(env);
  const channels = createChannels({ db, config, clock, timers: systemTimers }, { ca: localCert });
  const home = await household({ server: serverInProcess(env, { db, channels }) });
  return { home, anna: home.as(home.members.anna) };
}

const textOf = (mail: { text: string }) => mail.text.replaceAll(/=\r\n/g, "").replaceAll("=3D", "=");

describe.if(smtp !== null)("a code for a mail address", () => {
  test("A code is mailed to a new address for notifications, and the code confirms the address", async () => {
    const { home, anna } = await homeWithMail();
    const received = smtp?.mail("anna@elsewhere.example");
    const { status, body } = await anna.post("/app/notifications/channels", {
      kind: "mail",
      address: "anna@elsewhere.example",
    });
    expect([status, body.state, body.label]).toEqual([200, "unverified", "anna@elsewhere.example"]);
    const mail = await received;
    const [, code = ""] = /^Subject: Your code is (\d{6})\r$/m.exec(mail?.text ?? "") ?? [];
    expect(mail?.text).not.toContain("List-Unsubscribe");
    const path = `/app/notifications/channels/${body.id}`;
    const stored = home.db.$client.query("SELECT config FROM channel WHERE id = ?").get(body.id) as { config: string };
    expect(stored.config).not.toContain(code);
    expect((await anna.post(`${path}/verify`, { code })).body.state).toBe("on");
    expect((await anna.post(`${path}/code`, undefined)).body).toEqual({
      outcome: "refused",
      reason: "the address is already confirmed",
    });
    const test = smtp?.mail("anna@elsewhere.example");
    expect((await anna.post(`${path}/test`, undefined)).body).toEqual({ outcome: "sent", reason: null });
    const text = textOf((await test) ?? { text: "" });
    expect(text).toContain("Subject: This is a test");
    // The link in it turns exactly this channel off.
    const [, token = ""] = /\/app\/mail\/off\/([\w.-]+)>/.exec(text.replaceAll(/\r\n\s+/g, " ")) ?? [];
    expect((await home.call("POST", `/app/mail/off/${token}`, { key: null })).status).toBe(200);
    expect((await anna.patch(path, {})).body).toMatchObject({
      state: "off",
      reason: "turned off by the link in a mail",
    });
  });

  test("A code for a mail address can be sent again, and the first code is then invalid", async () => {
    const { anna } = await homeWithMail();
    const codeOf = async (mail: Promise<{ text: string }> | undefined) =>
      /^Subject: Your code is (\d{6})\r$/m.exec((await mail)?.text ?? "")?.[1];
    const first = smtp?.mail("again@elsewhere.example");
    const { body } = await anna.post("/app/notifications/channels", {
      kind: "mail",
      address: "again@elsewhere.example",
    });
    const path = `/app/notifications/channels/${body.id}`;
    const former = await codeOf(first);
    const second = smtp?.mail("again@elsewhere.example");
    expect((await anna.post(`${path}/code`, undefined)).body).toEqual({ outcome: "sent", reason: null });
    const code = await codeOf(second);
    if (former !== code) {
      const wrong = await anna.post(`${path}/verify`, { code: former });
      expect(wrong.body).toEqual(refusal(422, "code: is not right"));
    }
    expect((await anna.post(`${path}/verify`, { code })).body.state).toBe("on");
  });

  test("A mail address that the mail server refuses does not become a channel", async () => {
    const { home, anna } = await homeWithMail();
    const answer = await anna.post("/app/notifications/channels", { kind: "mail", address: "550@elsewhere.example" });
    expect(answer.body).toEqual(refusal(502, "The mail was not sent: the mail server refuses the address"));
    expect(home.db.$client.query("SELECT * FROM channel").all()).toEqual([]);
  });
});

describe.if(smtp !== null)("a mailed invitation", () => {
  test("An invitation is mailed to the member's email or to another address, and the mailed link works", async () => {
    const { home, anna } = await homeWithMail();
    const { ben } = home.members;
    const path = `/app/members/${ben.id}/invitation/mail`;
    expect((await anna.post(path, {})).body).toEqual(
      refusal(422, "address: must be given, because the member has no email"),
    );
    await anna.patch(`/app/members/${ben.id}`, { email: "ben@elsewhere.example" });
    const received = smtp?.mail("ben@elsewhere.example");
    const { body } = await anna.post(path, {});
    expect(body).toMatchObject({ address: "ben@elsewhere.example", outcome: "sent", reason: null });
    const text = textOf((await received) ?? { text: "" });
    expect(text).toContain("Subject: Your invitation to Test");
    expect(text).toContain(body.link);
    const token = body.link.split("#")[1];
    const joined = await home.call("POST", `/app/invitations/${token}`, {
      key: null,
      body: { password: "correct horse battery" },
    });
    expect(joined.body.member.name).toBe("Ben");
    expect(JSON.stringify(home.entries())).not.toContain("elsewhere.example");
  });

  test("An invitation that could not be mailed is still returned, with the reason", async () => {
    const { home, anna } = await homeWithMail();
    const path = `/app/members/${home.members.ben.id}/invitation/mail`;
    const { body } = await anna.post(path, { address: "550@elsewhere.example" });
    expect(body).toMatchObject({ outcome: "refused", reason: "the mail server refuses the address" });
    expect(body.link).toContain("/join#");
  });
});

test("Mail addresses for notifications and mailed invitations are refused if no mail server is set up", async () => {
  const home = await household({ server: serverInProcess({ SMTP_URL: "" }) });
  const anna = home.as(home.members.anna);
  const missing = refusal(422, "Mail is not set up on this server (SMTP_URL)");
  const added = await anna.post("/app/notifications/channels", { kind: "mail", address: "anna@home.example" });
  expect(added.body).toEqual(missing);
  const entries = home.entries().length;
  const path = `/app/members/${home.members.ben.id}/invitation/mail`;
  expect((await anna.post(path, { address: "ben@home.example" })).body).toEqual(missing);
  expect(home.entries().length).toBe(entries);
});
