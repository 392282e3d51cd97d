import { bridge } from "./bridge.ts";
import { readSettings } from "./settings.ts";

/** Runs the bridge until stdin ends, stdout closes, or SIGTERM or SIGINT arrives. @throws SettingsError */
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
