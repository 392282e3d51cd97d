import { firstOf } from "./format.ts";
import { type ParameterNames, ToolError, toParameterPath } from "./tool-error.ts";

const maxErrors = 40;

export function combineErrors([first, ...more]: readonly [ToolError, ...ToolError[]]): ToolError {
  const all = [first.others, ...more.flatMap((each) => [[each], each.others])].flat();
  const byMessage = new Map(all.map((each) => [each.message, each]));
  byMessage.delete(first.message);
  first.others = [...byMessage.values()];
  return first;
}

type Steps<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: () => Results[Index] | Promise<Results[Index]>;
};

/** Runs all steps in order and returns their results. @throws ToolError with the errors of all steps */
export async function runAll<Results extends readonly unknown[]>(...steps: Steps<Results>): Promise<Results> {
  const results: unknown[] = [];
  const errors: ToolError[] = [];
  for (const step of steps) {
    try {
      results.push(await step());
    } catch (error) {
      if (error instanceof ToolError) errors.push(error);
      else if (errors.length === 0) throw error;
      // Errors from the REST API, such as a rate limit, concern the whole call.
      if (!(error instanceof ToolError) || error.status !== null || errors.length === maxErrors) break;
    }
  }
  const [first, ...others] = errors;
  if (first) throw combineErrors([first, ...others]);
  return results as unknown as Results;
}

export function runEach<Item, Result>(
  items: readonly Item[],
  step: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  return runAll<Result[]>(...items.map((item, index) => () => step(item, index)));
}

const maxLines = 10;
const maxPlaces = 5;

/**
 * Formats the errors of a call after the first error: `Also tasks[1].due: “soon” is not a date. Send …` An error of
 * several rows takes only one line.
 */
export function otherErrorLines(
  others: readonly ToolError[],
  names: ParameterNames,
  repairOf: (fault: ToolError) => string | null,
): string[] {
  const faults = others.map((fault) => {
    const { place, ...parts } = partsOf(fault);
    const parameter = toParameterPath(names, place);
    return { ...parts, place: parameter, repair: withoutPlace(repairOf(fault), parameter) };
  });
  const alike = [...Map.groupBy(faults, ({ name, reason }) => `${name} ${reason}`).values()];
  const lines = alike.slice(0, maxLines).map((same) => {
    const places = same.map(({ place }) => place);
    const [{ reason, repair } = { reason: "", repair: null }] = same;
    return `Also ${firstOf(places, maxPlaces)}: ${reason}.${repair === null ? "" : ` ${repair}`}`;
  });
  const left = alike.slice(maxLines).flat().length;
  return left === 0 ? lines : [...lines, `And ${left} more.`];
}

function partsOf({ field, message }: ToolError) {
  const place = field ?? message.slice(0, Math.max(0, message.indexOf(": ")));
  const reason = message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message;
  return { place, name: place.replaceAll(/\[\d+\]/g, "[]"), reason };
}

/**
 * Removes the name of the parameter `place` from the start of a text, because the line already begins with the name.
 */
function withoutPlace(repair: string | null, place: string): string | null {
  const own = `Parameter ${place}: `;
  const text = repair?.startsWith(own) ? repair.slice(own.length) : repair;
  return text === null || text === undefined ? null : text.slice(0, 1).toUpperCase() + text.slice(1);
}
