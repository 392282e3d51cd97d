import { settings } from "#platform/config.ts";
import { command } from "#platform/program.ts";
import { version } from "#platform/version.ts";
import { type Command, type Option, optionOf } from "./command.ts";

const shared: Readonly<Record<string, Option>> = {
  json: { value: null, help: "print one JSON document in place of text" },
  help: { value: null, help: "show this" },
};

export function overview(commands: readonly Command[]): string {
  return `Inglenook ${version}: the household organiser that a family runs at home.

Usage: ${command("[verb] [options]")}

Verbs (serve, if none is given):
${columns(commands.map(({ name, summary }) => [name, summary]))}
  ${command("<verb> --help")} shows more; --version prints the version.

Settings, from the environment or as options (PORT=8080 or --port 8080), all optional:
${columns(settingRows())}`;
}

export function helpOf(verb: Command): string {
  const usages = Object.entries(verb.actions).map(([name, action]) => {
    const words = [verb.name, name, ...(action.positionals ?? []).map((each) => each.toUpperCase())];
    return `  ${command([...words.filter(Boolean), ...Object.entries(action.options ?? {}).map(usageOf)].join(" "))}
      ${action.summary}`;
  });
  const options = Object.assign({}, ...Object.values(verb.actions).map((action) => action.options), shared);
  return `${verb.name}: ${verb.summary}

Usage:
${usages.join("\n")}

Options:
${columns(Object.entries(options as typeof shared).map(([name, option]) => [flagOf(name, option), option.help]))}${environmentOf(verb)}
Every setting is an option too; ${command("--help")} lists them.
`;
}

function environmentOf({ environment }: Command): string {
  return environment ? `\nFrom the environment:\n${columns(Object.entries(environment))}` : "";
}

function settingRows(): [string, string][] {
  return Object.entries(settings).map(([name, { default: fallback, help }]) => [
    `${name} (--${optionOf(name)})`,
    fallback === "" ? help : `${help} [${fallback}]`,
  ]);
}

function usageOf([name, option]: [string, Option]): string {
  return option.required ? flagOf(name, option) : `[${flagOf(name, option)}]`;
}

function flagOf(name: string, { value }: Option): string {
  return value === null ? `--${name}` : `--${name} ${value}`;
}

function columns(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
