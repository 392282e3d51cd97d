/** Mail, against a server with faults. The server needs Node; without it the tests print a line. */
import { describe, expect, test } from "bun:test";
import { classifyMailError } from "#notifications/channels/mail.ts";
import { mailChannels, mailServer, node } from "../../support/reminders/mail-server.ts";
import { message } from "../../support/reminders/messages.ts";

const never = new AbortController().signal;
const to = (address: string) => ({ address, offToken: "off-token", code: null });

if (node === null) console.log("Node is not installed: the tests of mail servers are left out");
const servers =
  node === null
    ? null
    : { starttls: await mailServer(), login: await mailServer({ user: "home", password: "p@ss word" }) };

describe.if(servers !== null)("a mail server", () => {
  const { starttls, login } = servers ?? ({} as NonNullable<typeof servers>);
  const url = (port: number, more = "") => `smtp://localhost:${port}${more}`;

  test("A mail server gets a reminder over TLS, as text and HTML, with the headers that mail programs read", async () => {
    const { channels } = mailChannels({ SMTP_URL: url(starttls.port) });
    const sent = message({
      title: "In 10 Min.: Klavier <b> & „Übung“",
      body: "16:00\n<script>alert(1)</script>",
      language: "de",
    });
    const received = starttls.mail();
    expect(await channels.adapters.mail.send(to("anna@home.example"), sent, never)).toEqual({
      kind: "ok",
      status: 250,
    });
    const mail = await received;
    expect([mail.from, mail.to, mail.isSecure]).toEqual(["home@family.org", ["anna@home.example"], true]);
    const [head = ""] = mail.text.split("\r\n\r\n");
    const lines = head.replaceAll(/\r\n\s+/g, " ").split("\r\n");
    expect(lines).toContain("From: Inglenook <home@family.org>");
    expect(lines).toContain("To: anna@home.example");
    expect(lines).toContain(`Message-ID: <${sent.noticeId}.${sent.channelId}@family.org>`);
    expect(lines).toContain("Auto-Submitted: auto-generated");
    expect(lines).toContain("List-Unsubscribe: <https://home.family.org/app/mail/off/off-token>");
    expect(lines).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(lines).toContain("Date: Fri, 27 Nov 2026 09:00:00 +0000");
    const whole = decodeParts(mail.text);
    expect(whole).toContain("In Inglenook öffnen:\nhttps://home.family.org/calendar?event=1");
    expect(whole).toContain("https://home.family.org/mail-off/off-token");
    expect(whole).toContain("<p>16:00<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
    expect(whole).toContain('<html lang="de">');
    await channels.close();
  });

  test("A mail server gets a repeated notice with the same Message-ID as before", async () => {
    const { channels } = mailChannels({ SMTP_URL: url(starttls.port) });
    const sent = message();
    const ids: string[] = [];
    for (const each of [sent, sent, message()]) {
      const received = starttls.mail();
      await channels.adapters.mail.send(to("anna@home.example"), each, never);
      ids.push(/^Message-ID:\s+(<.*>)/m.exec((await received).text)?.[1] ?? "");
    }
    expect(ids[1]).toBe(ids[0] ?? "");
    expect(ids[2]).not.toBe(ids[0] ?? "");
    await channels.close();
  });

  test.each([
    ["421@home.example", { kind: "retry", status: 421, reason: "the service answered 421", afterMs: null }],
    ["450@home.example", { kind: "retry", status: 450, reason: "the service answered 450", afterMs: null }],
    ["550@home.example", { kind: "refused", status: 550, reason: "the mail server refuses the address" }],
    ["553@home.example", { kind: "refused", status: 553, reason: "the mail server refuses the address" }],
    ["large@home.example", { kind: "refused", status: 552, reason: "the mail server refuses the mail" }],
    ["cut@home.example", { kind: "retry", status: null, reason: "the service could not be reached", afterMs: null }],
  ] as const)(
    "The outcome of a mail to the address %s follows the mail server's answer: %j",
    async (address, expected) => {
      const { channels } = mailChannels({ SMTP_URL: url(starttls.port) });
      expect(await channels.adapters.mail.send(to(address), message(), never)).toEqual(expected);
      await channels.close();
    },
  );

  test("A mail is tried again if the mail server does not answer, or if Inglenook stops while sending", async () => {
    const slow = mailChannels({ SMTP_URL: url(starttls.port) }, { timeoutMs: 300 });
    const late = { kind: "retry", status: null, reason: "the service did not answer in time", afterMs: null } as const;
    expect(await slow.channels.adapters.mail.send(to("slow@home.example"), message(), never)).toEqual(late);
    await slow.channels.close();
    const { channels } = mailChannels({ SMTP_URL: url(starttls.port) });
    const stop = new AbortController();
    const stopped = channels.adapters.mail.send(to("slow@home.example"), message(), stop.signal);
    stop.abort();
    expect(await stopped).toMatchObject({ kind: "retry", reason: "the server is stopping" });
    await channels.close();
  });

  test("A mail server that refuses the sender's address counts as unavailable for all channels", async () => {
    const { channels } = mailChannels({ SMTP_URL: url(starttls.port), MAIL_FROM: "forbidden@family.org" });
    expect(await channels.adapters.mail.send(to("anna@home.example"), message(), never)).toEqual({
      kind: "down",
      status: 553,
      reason: "the mail server refuses the sender (MAIL_FROM)",
    });
    await channels.close();
  });

  test("A mail server gets the user and password, and counts as unavailable if it refuses the password", async () => {
    const right = mailChannels({ SMTP_URL: `smtp://home:p%40ss%20word@localhost:${login.port}` });
    const received = login.mail();
    expect((await right.channels.adapters.mail.send(to("anna@home.example"), message(), never)).kind).toBe("ok");
    await received;
    await right.channels.close();
    const refused = {
      kind: "down",
      status: 535,
      reason: "the mail server refuses the user or the password (SMTP_URL)",
    } as const;
    const wrong = mailChannels({ SMTP_URL: `smtp://home:canary@localhost:${login.port}` });
    expect(await wrong.channels.adapters.mail.send(to("anna@home.example"), message(), never)).toEqual(refused);
    await wrong.channels.close();
  });

  test("A mail server without a secure connection counts as unavailable by default", async () => {
    const plain = await mailServer({ hasTls: false });
    const notSecure = { kind: "down", reason: "the connection to the mail server is not secure (SMTP_URL)" } as const;
    const strict = mailChannels({ SMTP_URL: url(plain.port) });
    expect(await strict.channels.adapters.mail.send(to("anna@home.example"), message(), never)).toMatchObject(
      notSecure,
    );
    await strict.channels.close();
    const trusting = mailChannels({ SMTP_URL: url(plain.port, "?tls=off") });
    const received = plain.mail();
    expect((await trusting.channels.adapters.mail.send(to("anna@home.example"), message(), never)).kind).toBe("ok");
    expect((await received).isSecure).toBe(false);
    await trusting.channels.close();
    const unknown = mailChannels({ SMTP_URL: url(starttls.port) }, { ca: undefined });
    expect(await unknown.channels.adapters.mail.send(to("anna@home.example"), message(), never)).toMatchObject(
      notSecure,
    );
    await unknown.channels.close();
  });

  test("A mail server with an smtps address gets TLS from the first byte", async () => {
    const secure = await mailServer({ secure: true });
    const { channels } = mailChannels({ SMTP_URL: `smtps://localhost:${secure.port}` });
    const received = secure.mail();
    expect((await channels.adapters.mail.send(to("anna@home.example"), message(), never)).kind).toBe("ok");
    expect((await received).isSecure).toBe(true);
    const closed = secure.closed();
    await channels.close();
    await closed; // The pool keeps no connection.
    expect(await channels.adapters.mail.send(to("anna@home.example"), message(), never)).toMatchObject({
      kind: "down",
    });
  });

  test("A mail server gets at most 30 mails a minute, and 10 of these are reserved for reminders", async () => {
    const { channels, clock } = mailChannels({ SMTP_URL: url(starttls.port) });
    const send = async (urgency: "low" | "high") =>
      (await channels.adapters.mail.send(to("900@home.example"), message({ urgency }), never)).kind;
    const sent: string[] = [];
    for (let count = 0; count < 22; count++) sent.push(await send("low"));
    expect(sent).toEqual([...Array(20).fill("ok"), "retry", "retry"]);
    for (let count = 0; count < 10; count++) expect(await send("high")).toBe("ok");
    expect(await channels.adapters.mail.send(to("900@home.example"), message(), never)).toEqual({
      kind: "retry",
      status: null,
      reason: "more than 30 mails in a minute",
      afterMs: 2_000,
    });
    clock.advance(2_000);
    expect(await send("high")).toBe("ok");
    await channels.close();
  });
});

test("A mail to a mail server that does not exist is tried again", async () => {
  const { channels } = mailChannels({ SMTP_URL: "smtp://127.0.0.1:9" });
  expect(await channels.adapters.mail.send(to("anna@home.example"), message(), never)).toEqual({
    kind: "retry",
    status: null,
    reason: "the service could not be reached",
    afterMs: null,
  });
});

test.each([
  [{ code: "EAUTH", responseCode: 454 }, "down"],
  [{ responseCode: 530, command: "MAIL FROM" }, "down"],
  [{ responseCode: 554, command: "CONN" }, "down"],
  [{ responseCode: 554, command: "DATA" }, "refused"],
  [{ code: "ETIMEDOUT", command: "CONN" }, "retry"],
  [{ code: "ESOCKET", cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } }, "down"],
  [{ code: "ESOCKET", cause: { code: "ECONNREFUSED" } }, "retry"],
  [{ code: "EENVELOPE" }, "refused"],
  [{ message: "anything" }, "retry"],
  [null, "retry"],
])("The error %p of a mail server is classified as %s", (fault, kind) => {
  expect(classifyMailError(fault).kind).toBe(kind as "retry");
});

/** The decoded text of all parts. */
function decodeParts(text: string): string {
  return text
    .split(/\r\n--[^\r]+\r\n/)
    .map((part) => {
      const [head = "", ...body] = part.split("\r\n\r\n");
      const encoded = body.join("\r\n\r\n");
      if (/base64/i.test(head)) return Buffer.from(encoded, "base64").toString("utf8");
      if (!/quoted-printable/i.test(head)) return encoded.replaceAll("\r\n", "\n");
      const bytes = encoded
        .replaceAll(/=\r\n/g, "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
    })
    .join("\n");
}
