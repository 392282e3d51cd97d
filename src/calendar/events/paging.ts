import { Type } from "@sinclair/typebox";
import { decodeCursor, encodeCursor } from "#lib/cursor.ts";
import { invalid, invalidCursor, unprocessable } from "#lib/errors.ts";
import { dateIn, day } from "#lib/time.ts";
import { nullable, oneOf, Uuid } from "#lib/wire.ts";
import { toInstant } from "#lib/zone.ts";
import type { Work } from "#platform/work.ts";
import { calendarStart, type TimeRange } from "./event.ts";
import type { Direction, ListPosition } from "./expansion.ts";
import type { EventQuery } from "./model.ts";

export type Plan = {
  readonly mode: "range" | "raw" | "agenda";
  /** Start of the range. For an agenda, the instant at which the agenda begins. */
  readonly from: number;
  /** Exclusive end of the range. For an agenda, an instant after all events. */
  readonly to: number;
  readonly direction: Direction;
  readonly memberId: string | null;
  readonly after: ListPosition | null;
  readonly limit: number;
};

/** Exclusive end of all calendars: one day after the last date, because all-day events start at local midnight. */
export const calendarEnd = Date.UTC(2200, 0, 2);

const maxRangeMs = 750 * day;
const agendaLimit = 50;
const rangeLimit = 2_000;

type Requester = Pick<Work, "householdId" | "timeZone" | "now">;

/**
 * Reads the range, filters and page of a query from parameters. Reads a continued query from the cursor instead.
 * @throws ApiError 400, 422
 */
export function planOf(query: EventQuery, requester: Requester): Plan {
  const decoded = query.cursor === undefined ? null : decode(query.cursor, requester.householdId);
  const isAgenda = query.anchor !== undefined || query.direction !== undefined || decoded?.mode === "agenda";
  const extra = isAgenda && (["from", "to", "raw"] as const).find((field) => query[field]);
  if (extra) throw invalid(extra, "must not be given together with anchor, direction or an agenda's cursor");
  if (decoded) return continued(decoded, query);
  const memberId = query.memberId ?? null;
  if (isAgenda) {
    const from = query.anchor === undefined ? requester.now.getTime() : Date.parse(query.anchor);
    const { direction = "forward", limit = agendaLimit } = query;
    return { mode: "agenda", from, to: calendarEnd, direction, memberId, after: null, limit };
  }
  const { raw = false, limit = rangeLimit } = query;
  const range = rangeOf(query, requester);
  return { mode: raw ? "raw" : "range", ...range, direction: "forward", memberId, after: null, limit };
}

/** Returns the requested range, by default three months from the first day of the current month. */
function rangeOf(query: EventQuery, { timeZone, now }: Requester): TimeRange {
  const from = query.from === undefined ? monthStart(timeZone, now.getTime(), 0) : Date.parse(query.from);
  const to = query.to === undefined ? monthStart(timeZone, from, 3) : Date.parse(query.to);
  if (to <= from) throw unprocessable("to", "must lie after from");
  if (to - from > maxRangeMs) throw unprocessable("to", "must lie at most 750 days after from");
  return { from, to };
}

function monthStart(timeZone: string, instant: number, monthsLater: number): number {
  const [year = 0, month = 1] = dateIn(timeZone, new Date(instant)).split("-").map(Number);
  return toInstant(timeZone, Date.UTC(year, month - 1 + monthsLater, 1));
}

function continued(decoded: Plan, query: EventQuery): Plan {
  const isSame = (given: string | undefined, at: number) => given === undefined || Date.parse(given) === at;
  const holds =
    isSame(query.from ?? query.anchor, decoded.from) &&
    isSame(query.to, decoded.to) &&
    (query.memberId === undefined || query.memberId === decoded.memberId) &&
    (query.raw === undefined || query.raw === (decoded.mode === "raw")) &&
    (query.direction === undefined || query.direction === decoded.direction) &&
    (decoded.mode === "agenda" || (query.anchor === undefined && query.direction === undefined));
  if (!holds) throw invalidCursor();
  return { ...decoded, limit: query.limit ?? (decoded.mode === "agenda" ? agendaLimit : rangeLimit) };
}

const CursorContent = Type.Tuple([
  oneOf(["range", "raw", "agenda"]),
  Type.Integer({ minimum: calendarStart, maximum: calendarEnd }),
  Type.Integer({ minimum: calendarStart, maximum: calendarEnd }),
  oneOf(["forward", "backward"]),
  nullable(Uuid),
  Type.Tuple([Type.Integer(), Type.Integer({ minimum: 0, maximum: 1 }), Type.String(), Uuid, Type.Integer()]),
]);

export function cursorAfter(plan: Plan, last: ListPosition, { householdId }: Requester): string {
  const { mode, from, to, direction, memberId } = plan;
  return encodeCursor([mode, from, to, direction, memberId, last], householdId);
}

function decode(cursor: string, householdId: string): Plan {
  const [mode, from, to, direction, memberId, after] = decodeCursor(CursorContent, cursor, householdId);
  if (mode !== "agenda" && to - from > maxRangeMs) throw invalidCursor();
  return { mode, from, to, direction, memberId, after: after as ListPosition, limit: 0 };
}
