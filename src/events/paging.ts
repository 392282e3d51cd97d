/** Pages of the calendar: what a request asks for, and the cursors that go on from it. Pure. */
import { Type } from "@sinclair/typebox";
import { invalid, invalidCursor, unprocessable } from "../errors.ts";
import { decodeCursor, encodeCursor } from "../lib/cursor.ts";
import { dateIn } from "../lib/time.ts";
import { toInstant } from "../lib/zone.ts";
import { nullable, oneOf, Uuid } from "../wire.ts";
import type { Key } from "./expansion.ts";

/** The query of `GET /v1/events`, as it came. */
export type EventQuery = {
  readonly from?: string;
  readonly to?: string;
  readonly memberId?: string;
  readonly raw?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
  readonly direction?: "forward" | "backward";
  readonly anchor?: string;
};

/** A page to be made. Times are instants in milliseconds. */
export type Plan = {
  /** Instances of a range, masters of a range, or instances on both sides of an anchor. */
  readonly mode: "range" | "raw" | "agenda";
  /** Of an agenda the anchor. */
  readonly from: number;
  /** Exclusive; of an agenda beyond all events. */
  readonly to: number;
  readonly direction: "forward" | "backward";
  readonly memberId: string | null;
  /** The last one of the page before; null: the first page. */
  readonly after: Key | null;
  readonly limit: number;
};

/** Nothing is before or after these (contract section 2). */
export const calendarStart = Date.UTC(1900, 0, 1);
/** See {@link calendarStart}; exclusive, a day late because all-day ones start at household midnight. */
export const calendarEnd = Date.UTC(2200, 0, 2);

const maxRangeMs = 750 * 86_400_000;
const agendaLimit = 50;
const rangeLimit = 2_000;

/** Who asks, for what a request leaves out and for what its cursor belongs to. */
export type Asker = { readonly householdId: string; readonly timeZone: string; readonly now: Date };

/**
 * What a request asks for.
 * @throws ApiError 400 for a cursor that is not ours or asks for something else, and for an agenda with a range; 422 for a
 * range that ends before it starts or is longer than 750 days.
 */
export function planOf(query: EventQuery, asker: Asker): Plan {
  const begun = query.cursor === undefined ? null : decode(query.cursor, asker.householdId);
  const isAgenda = query.anchor !== undefined || query.direction !== undefined || begun?.mode === "agenda";
  const rangeField = query.from === undefined ? "to" : "from";
  if (isAgenda && query[rangeField] !== undefined) {
    throw invalid(rangeField, "must not be given together with anchor, direction or an agenda's cursor");
  }
  if (isAgenda && query.raw)
    throw invalid("raw", "must not be given together with anchor, direction or an agenda's cursor");
  if (begun) return continued(begun, query);
  const memberId = query.memberId ?? null;
  if (isAgenda) {
    const from = query.anchor === undefined ? asker.now.getTime() : Date.parse(query.anchor);
    const { direction = "forward", limit = agendaLimit } = query;
    return { mode: "agenda", from, to: calendarEnd, direction, memberId, after: null, limit };
  }
  const mode = query.raw ? "raw" : "range";
  return {
    mode,
    ...rangeOf(query, asker),
    direction: "forward",
    memberId,
    after: null,
    limit: query.limit ?? rangeLimit,
  };
}

/** The first of this month to the first of the third month after, in household time, where the query is silent. */
function rangeOf(query: EventQuery, { timeZone, now }: Asker): { from: number; to: number } {
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

/** The parameters may be left out with a cursor, and the limit may change. */
function continued(begun: Plan, query: EventQuery): Plan {
  const isSame = (given: string | undefined, at: number) => given === undefined || Date.parse(given) === at;
  const holds =
    isSame(query.from ?? query.anchor, begun.from) &&
    isSame(query.to, begun.to) &&
    (query.memberId === undefined || query.memberId === begun.memberId) &&
    (query.raw === undefined || query.raw === (begun.mode === "raw")) &&
    (query.direction === undefined || query.direction === begun.direction) &&
    (begun.mode === "agenda" || (query.anchor === undefined && query.direction === undefined));
  if (!holds) throw invalidCursor();
  return { ...begun, limit: query.limit ?? (begun.mode === "agenda" ? agendaLimit : rangeLimit) };
}

/** What a cursor holds, in the order of its text. */
const Begun = Type.Tuple([
  oneOf(["range", "raw", "agenda"]),
  Type.Integer({ minimum: calendarStart, maximum: calendarEnd }),
  Type.Integer({ minimum: calendarStart, maximum: calendarEnd }),
  oneOf(["forward", "backward"]),
  nullable(Uuid),
  Type.Tuple([Type.Integer(), Type.Integer({ minimum: 0, maximum: 1 }), Type.String(), Uuid, Type.Integer()]),
]);

/** The cursor of the page after one that ended with `last`. */
export function cursorAfter(plan: Plan, last: Key, { householdId }: Asker): string {
  const { mode, from, to, direction, memberId } = plan;
  return encodeCursor([mode, from, to, direction, memberId, last], householdId);
}

/** @throws ApiError 400 for one that this server did not make for this household. */
function decode(cursor: string, householdId: string): Plan {
  const [mode, from, to, direction, memberId, after] = decodeCursor(Begun, cursor, householdId);
  if (mode !== "agenda" && to - from > maxRangeMs) throw invalidCursor();
  return { mode, from, to, direction, memberId, after: after as Key, limit: 0 };
}
