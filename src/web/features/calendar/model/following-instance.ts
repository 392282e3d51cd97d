/** Changes of an instance that somebody else has moved meanwhile: it is looked for, and the change tried once more. */
import { api, read } from "../../../sync/api/client.ts";
import { Failure } from "../../../sync/api/failures.ts";
import { wallTime } from "../../../time/wall.ts";
import type { Instance } from "./source.ts";

const dayMs = 86_400_000;
/** As far as an instance of a weekly series can be moved with all of it. */
const reachMs = 8 * dayMs;

/**
 * Does something to an instance. Where its series no longer has it, the calendar is read again, and it is done to what is there
 * in its stead: the nearest instance of the same series, or of the one that has been split off it.
 */
export async function followingInstance<Answer>(
  event: Instance,
  act: (event: Instance) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act(event);
  } catch (error) {
    const isGone = error instanceof Failure && error.code === "not_found" && error.field === "instanceStartsAt";
    if (!isGone) throw error;
    const found = await lookFor(event);
    if (!found) throw error;
    return act(found);
  }
}

async function lookFor(event: Instance): Promise<Instance | null> {
  const at = Date.parse(event.startsAt);
  const [from, to] = [at - reachMs, at + reachMs].map((ms) => new Date(ms).toISOString());
  const { events } = await read(api.v1.events.get({ query: { from: from ?? "", to: to ?? "" } }));
  const alike = events.flatMap((each) => ("recurring" in each && each.recurring ? [each] : []));
  const moved = alike.filter((each) => !isAnother(each, event));
  const own = moved.filter(({ id }) => id === event.id);
  const candidates = own.length > 0 ? own : moved.filter(({ title, createdBy }) => isTwin({ title, createdBy }, event));
  const distance = ({ startsAt }: Instance) => Math.abs(Date.parse(startsAt) - at);
  return candidates.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** True for one that stood beside `event` all along, by the same rule: `event` itself is deleted then, not moved to there. */
function isAnother(one: Instance, event: Instance): boolean {
  const rule = ruleOf(event);
  const [there, here] = [one, event].map(({ startsAt, timeZone }) => wallTime(startsAt, timeZone));
  if (!there || !here || ruleOf(one) !== rule || there.time !== here.time) return false;
  const days = Math.round((Date.parse(there.day) - Date.parse(here.day)) / dayMs);
  return days !== 0 && (days % 7 === 0 || !rule.includes("FREQ=WEEKLY") || rule.includes("BYDAY"));
}

/** How a series repeats; where it ends is another matter. */
function ruleOf({ recurrenceRule }: Instance): string {
  const parts = (recurrenceRule ?? "").split(";");
  return parts.filter((part) => !/^(UNTIL|COUNT)=/.test(part)).join(";");
}

function isTwin(one: Pick<Instance, "title" | "createdBy">, other: Instance): boolean {
  return one.title === other.title && one.createdBy.id === other.createdBy.id;
}
