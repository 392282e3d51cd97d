import { wrongParameter } from "../output/tool-error.ts";

/**
 * Refuses an input that both sets and clears a field. `path` is the path of the object, either empty or like
 * `tasks[3].`.
 * @throws ToolError
 */
export function requireNotBoth(
  given: Readonly<Record<string, unknown>>,
  clear: readonly string[] = [],
  path = "",
): void {
  const both = clear.find((field) => given[field] !== undefined);
  if (both === undefined) return;
  throw wrongParameter(
    `${path}clear`,
    `must not contain ${both}, which is given too. Nothing was changed`,
    `Parameter ${path}clear: leave ${both} out of it to save the given value, or leave out the parameter ${both} to empty it.`,
  );
}
