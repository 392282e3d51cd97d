/** Thunderbird without a window and with a profile of its own, driven by Mozilla's Marionette protocol. */
import { rmSync, writeFileSync } from "node:fs";
import { emptyFolder } from "../../../../support/home/program.ts";
import { debianPath, missing } from "../programs.ts";
import { type Inside, inside } from "./inside.ts";

/**
 * Returns why Thunderbird 128 or newer is missing; null if it is there. Earlier versions lack ES modules of the
 * calendar.
 */
export async function thunderbirdMissing(): Promise<string | null> {
  const needed = missing({ thunderbird: "thunderbird" });
  if (needed !== null) return needed;
  const child = Bun.spawn(["thunderbird", "--version"], { env: { PATH: debianPath, HOME: emptyFolder() } });
  const text = await new Response(child.stdout).text();
  const version = Number(/Thunderbird (\d+)/.exec(text)?.[1] ?? 0);
  return version >= 128 ? null : `Thunderbird 128 or newer; this is “${text.trim()}”`;
}

/** Nothing but the server under test may be asked. */
const preferences = {
  "marionette.port": 0,
  "calendar.timezone.useSystemTimezone": false,
  "calendar.timezone.local": "Europe/Berlin",
  "app.update.enabled": false,
  "app.update.auto": false,
  "app.normandy.enabled": false,
  "app.donation.eoy.version.viewed": 999,
  "browser.region.network.url": "",
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "datareporting.healthreport.uploadEnabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "datareporting.policy.dataSubmissionPolicyBypassNotification": true,
  "extensions.blocklist.enabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "extensions.update.enabled": false,
  "mail.chat.enabled": false,
  "mail.inappnotifications.enabled": false,
  "mail.instrumentation.postUrl": "",
  "mail.provider.enabled": false,
  "mail.rights.version": 1,
  "mail.spotlight.firstRunDone": true,
  "mail.winsearch.firstRunDone": true,
  "mailnews.auto_config_url": "",
  "mailnews.start_page.enabled": false,
  "mailnews.start_page.url": "",
  "media.gmp-manager.updateEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "security.OCSP.enabled": 0,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.server": "",
  "toolkit.telemetry.unified": false,
};

const startMs = 60_000;
const commandMs = 60_000;

export type Thunderbird = Awaited<ReturnType<typeof startThunderbird>>;

export async function startThunderbird() {
  const profile = emptyFolder();
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(`${profile}/user.js`, lines.join(""));
  let running = await startWith(profile);
  return {
    /** Calls a function of `inside`. Its arguments and its result are JSON. */
    do: <Name extends keyof Inside>(name: Name, ...args: Parameters<Inside[Name]>) =>
      running.run(`return inside.${name}(...${JSON.stringify(args)});`) as Promise<Awaited<ReturnType<Inside[Name]>>>,
    /** Quits as its menu does, and starts with the same profile. */
    async restart(): Promise<void> {
      await running.quit();
      running = await startWith(profile);
    },
    end: () => running.end(),
  };
}

async function startWith(profile: string) {
  const portFile = `${profile}/MarionetteActivePort`;
  rmSync(portFile, { force: true });
  const flags = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"];
  const log = `${profile}/log`;
  const child = Bun.spawn(["thunderbird", ...flags, "--profile", profile], {
    env: { PATH: debianPath, HOME: profile, LANG: "C.UTF-8" },
    stdout: Bun.file(log),
    stderr: Bun.file(log),
  });
  const end = async () => {
    child.kill();
    await child.exited;
  };
  try {
    const marionette = await connect(await portIn(portFile, child, log));
    await marionette.run(`globalThis.inside = (${inside})();`);
    return {
      run: marionette.run,
      quit: async () => {
        await marionette.quit();
        await child.exited;
      },
      end: () => {
        marionette.close();
        return end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Thunderbird chooses a free port and writes it down. */
async function portIn(portFile: string, child: Bun.Subprocess, log: string): Promise<number> {
  const end = performance.now() + startMs;
  for (;;) {
    const text = await readIfThere(portFile);
    if (text !== "") return Number(text);
    if (child.exitCode !== null || performance.now() > end) {
      // Without a screen, GTK fills the log.
      const lines = (await readIfThere(log)).split("\n").filter((line) => line !== "" && !/glib|Gtk-/.test(line));
      throw new Error(`Thunderbird did not start:\n${lines.slice(-20).join("\n")}`);
    }
    await Bun.sleep(50);
  }
}

async function readIfThere(path: string): Promise<string> {
  const file = Bun.file(path);
  return (await file.exists()) ? file.text() : "";
}

/**
 * Runs scripts in Thunderbird itself, one at a time. Packets are `length:[0,id,name,parameters]`
 * and `length:[1,id,error,result]` (firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
 */
async function connect(port: number) {
  const greeting = Promise.withResolvers<any>();
  let waiting = greeting;
  let rest = Buffer.alloc(0);

  function take(chunk: Uint8Array): void {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const colon = rest.indexOf(":");
      if (colon < 0) return;
      const end = colon + 1 + Number(rest.subarray(0, colon).toString());
      if (rest.length < end) return;
      const packet = JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end);
      if (!Array.isArray(packet)) greeting.resolve(packet);
      else if (packet[2]) waiting.reject(new Error(`${packet[2].message}\n${packet[2].stacktrace}`));
      else waiting.resolve(packet[3]);
    }
  }

  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, chunk) => take(chunk),
      close: () => waiting.reject(new Error("Thunderbird has closed the connection")),
    },
  });
  await greeting.promise;
  let lastId = 0;

  async function send(name: string, parameters: object): Promise<any> {
    waiting = Promise.withResolvers();
    const { promise, reject } = waiting;
    AbortSignal.timeout(commandMs).onabort = () => reject(new Error(`Thunderbird did not finish ${name}`));
    const text = Buffer.from(JSON.stringify([0, ++lastId, name, parameters]));
    socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
    return promise;
  }

  await send("WebDriver:NewSession", {});
  await send("Marionette:SetContext", { value: "chrome" });
  await send("WebDriver:SetTimeouts", { script: commandMs });
  return {
    /** A sandbox with a name keeps what a script leaves in it. */
    async run(script: string): Promise<unknown> {
      const parameters = { script, args: [], sandbox: "proof", newSandbox: false };
      return (await send("WebDriver:ExecuteScript", parameters)).value;
    },
    quit: () => send("Marionette:Quit", { flags: ["eForceQuit"] }),
    close: () => socket.end(),
  };
}
