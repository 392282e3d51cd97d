/** Runs the commands of the command line. Exit codes: 0 success, 1 failure, 2 wrong arguments. */

import { codeOf, messageOf } from "#lib/errors.ts";
import { dropRoot } from "#operations/host/acting-user.ts";
import { misspeltSettings } from "#platform/config.ts";
import { explainStorageError } from "#platform/db/explain-error.ts";
import { createLog } from "#platform/http/log.ts";
import { setImageLibraryDir } from "#platform/images/library.ts";
import { command } from "#platform/program.ts";
import { version } from "#platform/version.ts";
import { type Action, type Command, type Input, type Result, readInput, UsageError } from "./command.ts";
import { helpOf, overview } from "./help.ts";
import { backup } from "./verbs/backup.ts";
import { bridge } from "./verbs/bridge.ts";
import { demo } from "./verbs/demo.ts";
import { doctor } from "./verbs/doctor.ts";
import { exportVerb } from "./verbs/export.ts";
import { healthcheck } from "./verbs/healthcheck.ts";
import { household } from "./verbs/household.ts";
import { key } from "./verbs/key.ts";
import { licences } from "./verbs/licences.ts";
import { member } from "./verbs/member.ts";
import { notify } from "./verbs/notify.ts";
import { openapi } from "./verbs/openapi.ts";
import { plan } from "./verbs/plan.ts";
import { restore } from "./verbs/restore.ts";
import { serve } from "./verbs/serve.ts";
import { service } from "./verbs/service.ts";
import { update } from "./verbs/update.ts";
import "../traits.ts";

const commands: readonly Command[] = [
  serve,
  demo,
  household,
  member,
  key,
  plan,
  backup,
  restore,
  exportVerb,
  doctor,
  notify,
  healthcheck,
  service,
  update,
  openapi,
  licences,
  bridge,
];

export async function main(args: readonly string[]): Promise<number> {
  process.stdout.on("error", exitOnBrokenPipe);
  try {
    return await run(args);
  } catch (error) {
    const message = messageOf(error);
    const isMisused = error instanceof UsageError;
    const hint = isMisused ? ` (${command("--help")} shows how to use it)` : "";
    process.stderr.write(`inglenook: ${message.split("\n", 1)[0]}${hint}\n`);
    return isMisused ? 2 : 1;
  }
}

async function run(args: readonly string[]): Promise<number> {
  const [first = ""] = args;
  if (first === "--version") return printVersion(args.slice(1));
  if (first === "--help" || first === "-h") return print(overview(commands));
  const isBare = first === "" || first.startsWith("-");
  const command = isBare ? serve : commands.find(({ name }) => name === first);
  if (!command) throw new UsageError(`unknown verb: ${first}`);
  const rest = isBare ? args : args.slice(1);
  if (rest.includes("--help") || rest.includes("-h")) return print(helpOf(command));
  const { action, actionArgs } = findAction(command, rest);
  const { input, wantsJson } = readInput(action, actionArgs, process.env);
  if (!command.keepsRoot) dropRoot(input.config);
  setImageLibraryDir(input.config.imageLibraryDir);
  warnOfMisspelt(input);
  const show = ({ json, text }: Result) => print(wantsJson ? JSON.stringify(json, null, 2) : text);
  const result = await action.run(input, show).catch((error: unknown) => {
    throw explainStorageError(error, input.config.dataDir);
  });
  if (!result) return 0;
  show(result);
  return result.isBad ? 1 : 0;
}

function warnOfMisspelt({ config, env }: Input): void {
  const log = createLog(config.logLevel, (text) => process.stderr.write(text), !process.stderr.isTTY);
  for (const warning of misspeltSettings(env)) log.warn(warning);
  log.flush();
}

function printVersion([option, ...others]: readonly string[]): number {
  const unexpected = option === "--json" ? others[0] : option;
  if (unexpected !== undefined) throw new UsageError(`unexpected argument: ${unexpected}`);
  return print(option === "--json" ? JSON.stringify({ version }) : version);
}

function findAction(
  { name, actions }: Command,
  args: readonly string[],
): { action: Action; actionArgs: readonly string[] } {
  const only = actions[""];
  if (only) return { action: only, actionArgs: args };
  const [word = "", ...rest] = args;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action) return { action, actionArgs: rest };
  throw new UsageError(`${name} needs one of: ${Object.keys(actions).join(", ")}`);
}

/** Exits if the program that reads the output has closed the pipe, as in `inglenook licences | head`. */
function exitOnBrokenPipe(error: Error): void {
  if (codeOf(error) !== "EPIPE") throw error;
  process.exit(0);
}

function print(text: string): number {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return 0;
}
