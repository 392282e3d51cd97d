/**
 * `bun run prove:mail`: Debian's Postfix takes a reminder over TLS into a Maildir, and Python's `email` reads it back. Needs
 * root, because Postfix does; otherwise it prints a line.
 */
import { expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailChannels } from "../../support/reminders/mail-server.ts";
import { message } from "../../support/reminders/messages.ts";
import { localCert, localKey } from "../../support/reminders/tls-localhost.ts";

const path = `${process.env.PATH}:/usr/sbin:/sbin`;
const postfix = Bun.which("postfix", { PATH: path });
const canRun = postfix !== null && Bun.which("python3") !== null && process.getuid?.() === 0;
if (!canRun) console.log("Postfix, Python or root is missing: the proof of mail is left out");

const nobody = 65_534;

/** Starts Postfix in a folder of its own, for mail to `home.example`. */
async function startPostfix() {
  const folder = mkdtempSync(join(tmpdir(), "inglenook-postfix-"));
  chmodSync(folder, 0o755);
  const [conf, queue, data, boxes] = ["conf", "queue", "data", "boxes"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of [conf, queue, data, boxes]) mkdirSync(each);
  chownSync(boxes, nobody, nobody);
  Bun.spawnSync(["chown", "postfix", data]);
  const port = await freePort();
  writeFileSync(join(conf, "cert.pem"), localCert);
  writeFileSync(join(conf, "key.pem"), localKey, { mode: 0o600 });
  copyFileSync("/etc/postfix/master.cf.proto", join(conf, "master.cf"));
  const settings = {
    compatibility_level: "3.6",
    queue_directory: queue,
    data_directory: data,
    myhostname: "localhost",
    mydestination: "",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    maillog_file: join(folder, "log"),
    maillog_file_prefixes: tmpdir(),
    alias_maps: "",
    smtpd_tls_cert_file: join(conf, "cert.pem"),
    smtpd_tls_key_file: join(conf, "key.pem"),
    smtpd_tls_security_level: "encrypt",
    virtual_mailbox_domains: "home.example",
    virtual_mailbox_base: boxes,
    virtual_mailbox_maps: "static:anna/",
    virtual_minimum_uid: "100",
    virtual_uid_maps: `static:${nobody}`,
    virtual_gid_maps: `static:${nobody}`,
  };
  const text = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(conf, "main.cf"), text.join(""));
  const run = (...args: string[]) => Bun.spawnSync(args, { env: { ...process.env, PATH: path }, stderr: "pipe" });
  run("postconf", "-c", conf, "-MX", "smtp/inet");
  run("postconf", "-c", conf, "-Me", `127.0.0.1:${port}/inet=127.0.0.1:${port} inet n - n - - smtpd`);
  const started = run("postfix", "-c", conf, "start");
  if (started.exitCode !== 0) throw new Error(started.stderr.toString());
  const stop = () => {
    run("postfix", "-c", conf, "stop");
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, inbox: join(boxes, "anna", "new"), stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const readBack = `
import email, email.policy, json, sys
with open(sys.argv[1], "rb") as file: mail = email.message_from_binary_file(file, policy=email.policy.default)
parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
print(json.dumps({"headers": {name.lower(): str(value).strip() for name, value in mail.items()}, "parts": parts, "defects": [str(each) for each in mail.defects]}))
`;

test.if(canRun)(
  "The mail server Postfix accepts a reminder over TLS, and a mail parser reads the original text",
  async () => {
    const { port, inbox, stop } = await startPostfix();
    try {
      const { channels } = mailChannels({ SMTP_URL: `smtp://localhost:${port}` });
      const sent = message({
        title: "In 10 Min.: Übung „Klavier“ 🎹",
        body: "16:00, Musikschule\n.\nFrom here",
        language: "de",
      });
      const channel = { address: "anna@home.example", offToken: "off-token", code: null };
      const never = new AbortController().signal;
      const outcome = await channels.adapters.mail.send(channel, sent, never);
      expect(outcome).toEqual({ kind: "ok", status: 250 });
      await channels.close();
      let files: string[] = [];
      for (let tries = 0; tries < 200 && files.length === 0; tries++) {
        await Bun.sleep(50);
        files = readdirSync(join(inbox, ".."), { recursive: true })
          .map(String)
          .filter((name) => name.startsWith("new/"));
      }
      const [file = ""] = files;
      const python = Bun.spawnSync(["python3", "-c", readBack, join(inbox, "..", file)]);
      const { headers, parts, defects } = JSON.parse(python.stdout.toString());
      expect(defects).toEqual([]);
      expect(headers).toMatchObject({
        subject: sent.title,
        from: "Inglenook <home@family.org>",
        to: "anna@home.example",
        "message-id": `<${sent.noticeId}.${sent.channelId}@family.org>`,
        "auto-submitted": "auto-generated",
        "list-unsubscribe": "<https://home.family.org/app/mail/off/off-token>",
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      });
      expect(parts["text/plain"]).toContain(
        `${sent.title}\n\n16:00, Musikschule\n.\nFrom here\n\nIn Inglenook öffnen:\n`,
      );
      expect(parts["text/html"]).toContain("<p>16:00, Musikschule<br>.<br>From here</p>");
    } finally {
      stop();
    }
  },
);
