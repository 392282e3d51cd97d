/** What is left of the subject of a change once that is undone. */
import { quoted } from "../lines.ts";
import { ToolError } from "../refusal.ts";
import type { Context } from "../tool.ts";

type Subject = { readonly type: string; readonly id: string };
type Event = { readonly id: string; readonly title: string; readonly updatedAt: string };

/** Where a change of nothing answers a subject to a key that may not read. */
const places: Readonly<Record<string, string>> = {
  event: "/v1/events/",
  task: "/v1/tasks/",
  recipe: "/v1/recipes/",
  check_in: "/v1/check-ins/",
};

/** A split series that is not among the first 4,000 events is not named: no answer works out more than 5,000 instances. */
const mostPages = 2;

/** True where a subject is known to be no more. Of what only a reader can look up, nothing is known. */
export async function isGone({ rest }: Context, { type, id }: Subject): Promise<boolean> {
  const place = places[type];
  if (place === undefined) return false;
  try {
    await rest("PATCH", `${place}${encodeURIComponent(id)}`, {});
    return false;
  } catch (error) {
    if (error instanceof ToolError) return error.status === 404;
    throw error;
  }
}

/** The event that an undo put back at `instant`; null where there is none, several, or the key may not read. */
export async function eventPutBack({ rest, present }: Context, instant: string): Promise<Event | null> {
  const { now } = await present();
  const from = Temporal.PlainDate.from(now.date).subtract({ days: 375 });
  const query = new URLSearchParams({
    raw: "true",
    from: `${from}T00:00:00Z`,
    to: `${from.add({ days: 750 })}T00:00:00Z`,
  });
  const found: Event[] = [];
  try {
    for (let page = 0; page < mostPages; page++) {
      const { body } = await rest<{ events: Event[]; nextCursor: string | null }>("GET", `/v1/events?${query}`);
      found.push(...body.events.filter(({ updatedAt }) => updatedAt === instant));
      if (body.nextCursor === null) return found.length === 1 ? (found[0] ?? null) : null;
      query.set("cursor", body.nextCursor);
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
  return null;
}

/** The subject for a person: `event id … is gone, “Piano” is back: id …`. */
export function subjectLine({ type, id }: Subject, gone: boolean, back: Event | null): string {
  if (!gone) return `${type} id ${id}`;
  const isBack = back === null ? "" : `, ${quoted(back.title)} is back as it was: id ${back.id}`;
  return `${type} id ${id} is gone${isBack}`;
}
