/** The shape of a verb, and how its arguments are read (contract section 10, Verbs). */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Config, ConfigError, readConfig, type SettingName, settings } from "../config.ts";
import { isStorable, lengthOf } from "../wire.ts";

/** One `--option`. `value` is the placeholder in the help; null for a switch. */
export type Option = { readonly value: string | null; readonly help: string; readonly required?: boolean };

/** What an action gets: its options by name, its switches, the rest of its arguments, and the settings. */
export type Input = {
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The options without a value that were given. */
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
  readonly config: Config;
  /** For what is no setting of the server. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** What a short action says: one document for `--json`, the same as text for people. `isBad`: exit code 1 all the same. */
export type Result = { readonly json: unknown; readonly text: string; readonly isBad?: boolean };

/** One thing that a verb does. */
export type Action = {
  readonly summary: string;
  /** Names of what follows without dashes, all required. */
  readonly positionals?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Defaults of settings that are this action's own. */
  readonly settings?: Partial<Record<SettingName, string>>;
  /** Answers what to print at its end; one that goes on serving shows it at its start instead, and answers null. */
  run(input: Input, show: (result: Result) => void): Promise<Result | null>;
};

/** A verb with one action (under the empty name), or with several named ones: `key create`. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  /** Variables that are read besides the settings, with their meaning. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<string, Action>>;
};

/** Arguments that make no sense: exit code 2. */
export class UsageError extends Error {}

/** The name of a setting as an option: `DATA_DIR` is `--data-dir`. */
export function optionOf(setting: string): string {
  return setting.toLowerCase().replaceAll("_", "-");
}

/**
 * Reads an action's arguments. Every setting may be given as an option too, and then wins over the environment.
 * @throws UsageError for anything unknown, missing or left over; ConfigError for a malformed setting.
 */
export function readInput(action: Action, args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const { values, positionals } = parse(action, args);
  for (const [name, option] of Object.entries(action.options ?? {})) {
    if (option.required && values[name] === undefined) throw new UsageError(`--${name} is required`);
  }
  const expected = action.positionals ?? [];
  if (positionals.length !== expected.length) {
    throw new UsageError(
      positionals.length > expected.length
        ? `unexpected argument: ${positionals[expected.length]}`
        : `missing argument: ${expected[positionals.length]}`,
    );
  }
  const given = Object.fromEntries(
    Object.keys(settings).flatMap((name) => {
      const value = values[optionOf(name)] ?? (env[name] || action.settings?.[name as SettingName]);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
  const options = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const switches = new Set(Object.keys(values).filter((name) => values[name] === true));
  const config = readSettings({ ...env, ...given }, values);
  const input: Input = { options, switches, positionals, config, env };
  return { input, wantsJson: values.json === true };
}

/** @throws UsageError where the setting that can't be understood was given as an option. */
function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, unknown>>,
): Config {
  try {
    return readConfig(env);
  } catch (error) {
    const name = error instanceof ConfigError ? optionOf(error.setting ?? "") : "";
    throw values[name] === undefined || !(error instanceof Error)
      ? error
      : new UsageError(`--${name}: ${error.message}`);
  }
}

/** Text of an option, trimmed: 1 to `most` code points, none of them a control character. @throws UsageError. */
export function readText(option: string, text = "", most: number): string {
  const trimmed = text.trim();
  if (trimmed === "" || lengthOf(trimmed) > most) throw new UsageError(`${option} must be 1 to ${most} characters`);
  if (/\p{Cc}/u.test(trimmed) || !isStorable(trimmed))
    throw new UsageError(`${option} must not contain control characters`);
  return trimmed;
}

function parse(action: Action, args: readonly string[]) {
  const own = Object.entries(action.options ?? {}).map(
    ([name, { value }]) => [name, { type: value === null ? ("boolean" as const) : ("string" as const) }] as const,
  );
  const fromSettings = Object.keys(settings).map((name) => [optionOf(name), { type: "string" as const }] as const);
  const always = { help: { type: "boolean" as const, short: "h" }, json: { type: "boolean" as const } };
  const options: ParseArgsOptionsConfig = { ...always, ...Object.fromEntries([...fromSettings, ...own]) };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ", 1)[0] ?? "") : String(error));
  }
}
