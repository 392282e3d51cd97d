import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { wallTime } from "#web/time/wall.ts";
import type { Instance } from "./source.ts";

const dayMs = 86_400_000;
/**
 * The app searches for a moved instance up to this many milliseconds before and after its old start. Eight days are
 * enough in the usual case: somebody moves a weekly series to another weekday, at most a week away, and to another time
 * of the day.
 */
const reachMs = 8 * dayMs;

/**
 * Sends a change of an instance. If the server finds no instance at the old start, somebody may have moved the
 * instance. The change is then sent once more, for the moved instance nearest to the old start. That instance may
 * belong to another series by now, because a change of later instances splits them off into a series of their own.
 */
export async function followingInstance<Answer>(
  api: Operations,
  event: Instance,
  act: (event: Instance) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act(event);
  } catch (error) {
    const isGone = error instanceof Failure && error.code === "not_found" && error.field === "instanceStartsAt";
    if (!isGone) throw error;
    const found = await findMoved(api, event);
    if (!found) throw error;
    return act(found);
  }
}

async function findMoved(api: Operations, event: Instance): Promise<Instance | null> {
  const at = Date.parse(event.startsAt);
  const [from, to] = [at - reachMs, at + reachMs].map((ms) => new Date(ms).toISOString());
  const { events } = await read(api.v1.events.get({ query: { from: from ?? "", to: to ?? "" } }));
  const recurring = events.flatMap((each) => ("recurring" in each && each.recurring ? [each] : []));
  const moved = recurring.filter((each) => !isRegularNeighbour(each, event));
  const own = moved.filter(({ id }) => id === event.id);
  const candidates = own.length > 0 ? own : moved.filter(({ title, createdBy }) => isTwin({ title, createdBy }, event));
  const distance = ({ startsAt }: Instance) => Math.abs(Date.parse(startsAt) - at);
  return candidates.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/**
 * Whether `one` is another instance of the series of `event`, and starts at a time of the recurrence rule. Such an
 * instance was not moved, so it cannot be `event` after a move. If the app finds only such instances, somebody has
 * deleted `event`.
 */
function isRegularNeighbour(one: Instance, event: Instance): boolean {
  const rule = ruleOf(event);
  const [candidate, original] = [one, event].map(({ startsAt, timeZone }) => wallTime(startsAt, timeZone));
  if (!candidate || !original || ruleOf(one) !== rule || candidate.time !== original.time) return false;
  const days = Math.round((Date.parse(candidate.day) - Date.parse(original.day)) / dayMs);
  return days !== 0 && (days % 7 === 0 || !rule.includes("FREQ=WEEKLY") || rule.includes("BYDAY"));
}

/** Returns the recurrence rule without `UNTIL` and `COUNT`. */
function ruleOf({ recurrenceRule }: Instance): string {
  const parts = (recurrenceRule ?? "").split(";");
  return parts.filter((part) => !/^(UNTIL|COUNT)=/.test(part)).join(";");
}

function isTwin(one: Pick<Instance, "title" | "createdBy">, other: Instance): boolean {
  return one.title === other.title && one.createdBy.id === other.createdBy.id;
}
