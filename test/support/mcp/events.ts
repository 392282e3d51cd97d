/** Events that MCP tools create, for tests. */
import { type mcpHome, whole } from "./mcp.ts";

/** Test household with an MCP client. */
export type Mcp = Awaited<ReturnType<typeof mcpHome>>;

/** Id that no member has. */
export const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

/** Returns the events from November 2026 to January 2027, read over REST, as `Title 2026-12-01T15:00` in UTC. */
export async function storedEvents({ get }: Pick<Mcp, "get">): Promise<string[]> {
  const { body } = await get("/v1/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z");
  return body.events.map(({ title, startsAt }: any) => `${title} ${startsAt.slice(0, 16)}`);
}

/** Returns the event with a short id that a tool has returned, read over REST. */
export async function storedEvent({ get, db }: Pick<Mcp, "get" | "db">, short: string): Promise<any> {
  const ids = db.$client.query("SELECT id FROM event").all() as { id: string }[];
  return (await get(`/v1/events/${whole(ids, short)}`)).body;
}

/** Adds piano lessons, every Tuesday at four for an hour from 1 December 2026. Returns the id of the series. */
export async function piano({ use }: Pick<Mcp, "use">, more: object = {}): Promise<string> {
  const lessons = { title: "Piano", starts: "2026-12-01T16:00", members: ["Mia"], repeat: "FREQ=WEEKLY;COUNT=4" };
  return (await use("create_event", { ...lessons, ...more })).data.id;
}

/** Starts of the lessons of {@link piano}, in UTC. */
export const lessons = ["2026-12-01T15:00", "2026-12-08T15:00", "2026-12-15T15:00", "2026-12-22T15:00"] as const;

/** Returns piano lessons with these starts, in the form of {@link storedEvents}. */
export const pianos = (...starts: string[]) => starts.map((start) => `Piano ${start}`);

/** Input that names the second lesson, as tools name an instance of a series. */
export const second = { instanceStart: "2026-12-08T16:00" };

/** Undoes an entry of the activity feed. Returns the status of the response. */
export async function undo({ as, members, entries }: Mcp, activityId: string): Promise<number> {
  return (await as(members.anna).post(`/v1/activity/${whole(entries(), activityId)}/undo`, undefined)).status;
}
