/** The bridge as a program: between this process's standard input and output. */
import { bridge } from "./bridge.ts";
import { readSettings } from "./settings.ts";

/**
 * Forwards until standard input ends, SIGTERM, Ctrl-C, or until nobody reads standard output any more.
 * @throws SettingsError for an environment that says not enough; nothing has been read or written then.
 */
export async function runBridge(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const settings = readSettings(env);
  const { stdin, stdout, stderr } = process;
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  stdout.on("error", end);
  await bridge({
    settings,
    input: stdin,
    write: (line) => new Promise((resolve) => stdout.write(`${line}\n`, () => resolve())),
    log: (line) => stderr.write(`inglenook: ${line.replace(/\s+/g, " ")}\n`),
    signal: ending.signal,
  });
  stdin.destroy();
}
