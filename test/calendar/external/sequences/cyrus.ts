/** Cyrus IMAP with CalDAV, as Debian packages it. It runs as the user `cyrus`, so only root can start it. */
import { mkdirSync } from "node:fs";
import { emptyFolder } from "../../../support/home/program.ts";
import type { Login } from "../../dav/clients/dav-side.ts";
import { missing, runWell, serveWith } from "../../dav/clients/programs.ts";

const programs = "/usr/lib/cyrus/bin";
const administrator: Login = { username: "cyrus", password: "secret" };

export function cyrusMissing(): string | null {
  const toInstall = missing({
    cyrmaster: "cyrus-imapd",
    [`${programs}/httpd`]: "cyrus-caldav",
    saslpasswd2: "sasl2-bin libsasl2-modules-db",
  });
  return toInstall ?? (process.getuid?.() === 0 ? null : "it must be started as root");
}

/** Returns the address of the user's calendars. */
export async function startCyrus({ username, password }: Login): Promise<string> {
  const folder = emptyFolder();
  for (const name of ["db", "socket", "log", "msg", "proc", "quota", "user", "lock", "mail"]) {
    mkdirSync(`${folder}/${name}`);
  }
  const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const imapPort = free.port;
  free.stop(true);
  const config = `${folder}/imapd.conf`;
  await Bun.write(config, settings(folder));
  for (const { username: name, password: secret } of [administrator, { username, password }]) {
    const command = ["saslpasswd2", "-c", "-p", "-f", `${folder}/sasldb2`, "-u", "localhost", name];
    await runWell(command, { stdin: secret, env: { PATH: "/usr/bin:/bin:/usr/sbin" } });
  }
  await runWell(["chmod", "755", folder], {});
  const { origin } = await serveWith(
    (port) => {
      const services = [
        `START {\n  recover cmd="${programs}/ctl_cyrusdb -C ${config} -r"\n}`,
        "SERVICES {",
        `  imap cmd="${programs}/imapd -C ${config}" listen="127.0.0.1:${imapPort}" prefork=0`,
        `  http cmd="${programs}/httpd -C ${config}" listen="127.0.0.1:${port}" prefork=1`,
        "}\nEVENTS {\n}\n",
      ].join("\n");
      const script = [
        `printf '%s' '${services}' > ${folder}/cyrus.conf`,
        `chown -R cyrus:mail ${folder}`,
        // -D: it keeps its output.
        `exec /usr/sbin/cyrmaster -C ${config} -M ${folder}/cyrus.conf -p ${folder}/master.pid -D`,
      ];
      return ["sh", "-c", script.join(" && ")];
    },
    { cwd: folder },
  );
  await addMailbox(imapPort, username);
  return `${origin}/dav/calendars/user/${username}/`;
}

function settings(folder: string): string {
  return [
    `configdirectory: ${folder}`,
    `proc_path: ${folder}/proc`,
    `mboxname_lockpath: ${folder}/lock`,
    "defaultpartition: default",
    `partition-default: ${folder}/mail`,
    "unixhierarchysep: yes",
    "virtdomains: off",
    `admins: ${administrator.username}`,
    "allowplaintext: yes",
    "httpmodules: caldav",
    "caldav_allowscheduling: off",
    "sasl_pwcheck_method: auxprop",
    "sasl_auxprop_plugin: sasldb",
    `sasl_sasldb_path: ${folder}/sasldb2`,
    "sasl_mech_list: PLAIN",
    "servername: localhost",
    `lmtpsocket: ${folder}/socket/lmtp`,
    `idlesocket: ${folder}/socket/idle`,
    `notifysocket: ${folder}/socket/notify`,
    "",
  ].join("\n");
}

/** Adds a mailbox, because a user without one has no calendars. */
async function addMailbox(port: number, username: string): Promise<void> {
  const commands = [
    `a LOGIN ${administrator.username} ${administrator.password}`,
    `b CREATE user/${username}`,
    "c LOGOUT",
  ];
  let heard = "";
  await new Promise<void>((resolve, reject) => {
    Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data(socket, chunk) {
          heard += chunk;
          if (!/(^\* OK|^[abc] (OK|NO|BAD)).*\r\n$/m.test(String(chunk))) return;
          const next = commands.shift();
          if (next !== undefined) socket.write(`${next}\r\n`);
        },
        close: () => resolve(),
        error: (_, error) => reject(error),
      },
    }).catch(reject);
  });
  if (!/^b OK/m.test(heard)) throw new Error(`Cyrus did not make the mailbox: ${heard}`);
}
