import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { messageOf } from "#lib/errors.ts";
import { isInstant, toUtc } from "#lib/time.ts";
import { isStorable, lengthOf } from "#lib/wire.ts";
import { type Config, readConfig, type SettingName, settings } from "#platform/config.ts";
import { ConfigError } from "#platform/setting-values.ts";

/** An option of a command. `value` is the placeholder for its value in the help text; null for a switch. */
export type Option = { readonly value: string | null; readonly help: string; readonly required?: boolean };

export type Input = {
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
  readonly config: Config;
  readonly settings: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Output of a command: `json` for programs, `text` for people. The program exits with code 1 if `isBad` is true. */
export type Result = { readonly json: unknown; readonly text: string; readonly isBad?: boolean };

export type Action = {
  readonly summary: string;
  readonly positionals?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly settings?: Partial<Record<SettingName, string>>;
  /** Runs the action and returns its output. An action that runs a server returns null and calls `show` instead. */
  run(input: Input, show: (result: Result) => void): Promise<Result | null>;
};

/** A command with its actions by name. The name is empty for a command with only one action. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the command keeps running as root. Other commands change to the user who owns the data folder. */
  readonly keepsRoot?: boolean;
  readonly actions: Readonly<Record<string, Action>>;
};

export class UsageError extends Error {}

export function optionOf(setting: string): string {
  return setting.toLowerCase().replaceAll("_", "-");
}

/** Reads the arguments of an action. @throws UsageError for an invalid option; ConfigError for an invalid setting */
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
  const input: Input = { options, switches, positionals, config, settings: given, env };
  return { input, wantsJson: values.json === true };
}

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

/** Returns the trimmed text of an option. @throws UsageError unless it has 1 to `maxLength` code points */
export function readText(option: string, text = "", maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed === "" || lengthOf(trimmed) > maxLength)
    throw new UsageError(`${option} must be 1 to ${maxLength} characters`);
  if (/\p{Cc}/u.test(trimmed) || !isStorable(trimmed))
    throw new UsageError(`${option} must not contain control characters`);
  return trimmed;
}

export function readChoice<Choice extends string>(option: string, choices: readonly Choice[], text?: string) {
  const choice = choices.find((each) => each === text);
  if (text !== undefined && !choice) throw new UsageError(`${option} must be one of ${choices.join(", ")}`);
  return choice ?? null;
}

/** Returns the instant of an option in UTC, or null if the option is not given. @throws UsageError */
export function readInstant(option: string, text?: string): string | null {
  if (text === undefined) return null;
  if (isInstant(text)) return toUtc(text);
  throw new UsageError(`${option} must be a date-time with an offset, such as 2027-01-01T00:00:00Z`);
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
    throw new UsageError(messageOf(error).split(". ", 1)[0]);
  }
}
