import { wrongParameter } from "../output/tool-error.ts";

export function requireNotBoth(given: Readonly<Record<string, unknown>>, clear: readonly string[] = []): void {
  const both = clear.find((field) => given[field] !== undefined);
  if (both === undefined) return;
  throw wrongParameter(
    "clear",
    `must not contain ${both}, which is given too. Nothing was changed`,
    `Parameter clear: leave ${both} out of it to save the given value, or leave out the parameter ${both} to empty it.`,
  );
}
