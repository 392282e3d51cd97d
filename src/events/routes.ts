import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { closed, Deleted, Instant, integer, nullable, oneOf, Uuid } from "../wire.ts";
import type { Work } from "../work.ts";
import { createEvents } from "./batch.ts";
import { scopes } from "./checks.ts";
import { createEvent, deleteEvent, readEvent, updateEvent } from "./edits.ts";
import { Collision, EventInstance, EventPatch, EventRecord, NewEvent } from "./model.ts";
import { listEvents } from "./pages.ts";
import { planOf } from "./paging.ts";

const eventId = closed({ id: Uuid });
const noEvent = { 404: ["Event not found"] };
const noInstance = { 404: ["Event not found", "Instance not found"] };
const commonRefusals = [
  "endsAt: must not lie before startsAt",
  "endsAt: must lie within 400 days of startsAt",
  "endsAt: an event that repeats can last at most 92 days",
  "memberIds: no such member",
  "recurrenceRule: INTERVAL must be at least 1",
];

export const events = new Elysia({ prefix: "/v1/events" })
  .use(context)
  .get(
    "",
    ({ call, query }) => {
      const isAgendaFromNow = query.direction !== undefined && query.anchor === undefined && query.cursor === undefined;
      if (isAgendaFromNow) call.dependOnNow();
      return call.read((work) => listEvents(work, planOf(query, work)));
    },
    operation({
      id: "listEvents",
      tag: "Events",
      summary: "List what happens in a range, or around an anchor",
      description:
        "Without `anchor` and `direction`: the instances that overlap `[from, to)`, by default from the start of this month " +
        "through two months ahead, at most 750 days; all-day ones from household midnight to household midnight. With one of " +
        "them, an agenda: page after page of `limit` (50 if left out) forward or backward from `anchor` (now if left out), " +
        "ascending within a page. `raw=true` answers the masters that have an instance in the range. `memberId` keeps that " +
        "member's events and general ones. A page has at most 2,000 instances. A `cursor` goes on from the page that gave it; " +
        "its parameters may be left out.",
      access: "calendar.read",
      query: closed({
        from: Type.Optional(Instant),
        to: Type.Optional(Instant),
        memberId: Type.Optional(Uuid),
        raw: Type.Optional(Type.Boolean()),
        limit: Type.Optional(integer(1, 100)),
        cursor: Type.Optional(Type.String()),
        direction: Type.Optional(oneOf(["forward", "backward"], { description: "`forward` if left out" })),
        anchor: Type.Optional(Instant),
      }),
      answer: closed({
        events: Type.Array(Type.Union([EventInstance, EventRecord])),
        nextCursor: nullable(Type.String({ description: "Null: nothing is left" })),
      }),
      refusals: {
        400: ["Invalid cursor", "from: must not be given together with anchor, direction or an agenda's cursor"],
        422: ["to: must lie after from", "to: must lie at most 750 days after from"],
      },
    }),
  )
  .post(
    "",
    ({ call, body }) => call.write((work) => createEvent(work, body)),
    operation({
      id: "createEvent",
      tag: "Events",
      summary: "Add an event",
      access: "calendar.write",
      body: NewEvent,
      answer: EventRecord,
      example: {
        title: "Piano",
        startsAt: "2026-05-05T16:00:00+02:00",
        endsAt: "2026-05-05T16:45:00+02:00",
        recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
        reminderMinutes: 30,
      },
      refusals: { 422: commonRefusals },
    }),
  )
  .post(
    "/batch",
    ({ call, body: { events: inputs, dryRun = false } }) => {
      const create = (work: Work) => createEvents(work, inputs);
      return dryRun ? call.rehearse(create) : call.write(create);
    },
    operation({
      id: "createEvents",
      tag: "Events",
      summary: "Add several events, all or none",
      description:
        "One entry in the feed. `clashes` are what a new event's first time overlaps for somebody in both, `duplicates` what " +
        "has its title and start: at most 20 each for an event, of its first 31 days. Neither keeps it from being added. At " +
        "most 5,000 instances are compared; `truncated` says that there are more. A `dryRun` answers all of it, with ids that " +
        "are nobody's, and writes nothing.",
      access: "calendar.write",
      body: closed({
        events: Type.Array(NewEvent, { minItems: 1, maxItems: 30 }),
        dryRun: Type.Optional(Type.Boolean()),
      }),
      answer: closed({
        events: Type.Array(EventRecord),
        clashes: Type.Array(Collision),
        duplicates: Type.Array(Collision),
        truncated: Type.Boolean({ description: "Not everything that may collide was looked at" }),
      }),
      example: {
        events: [
          { title: "Swimming", startsAt: "2026-05-04T15:00:00+02:00", endsAt: "2026-05-04T16:00:00+02:00" },
          { title: "Dentist", startsAt: "2026-05-05T08:30:00+02:00", endsAt: "2026-05-05T09:00:00+02:00" },
        ],
      },
      refusals: { 422: commonRefusals.map((text) => `events[0].${text}`) },
    }),
  )
  .get(
    "/:id",
    ({ call, params }) => call.read((work) => readEvent(work, params.id)),
    operation({
      id: "readEvent",
      tag: "Events",
      summary: "Read an event: of a series the master with its exceptions",
      access: "calendar.read",
      params: eventId,
      answer: EventRecord,
      refusals: noEvent,
    }),
  )
  .patch(
    "/:id",
    ({ call, params, body }) =>
      call.write((work) => {
        const { editScope = "all", instanceStartsAt = null, ...input } = body;
        return updateEvent(work, params.id, { scope: editScope, instanceStartsAt }, input);
      }),
    operation({
      id: "updateEvent",
      tag: "Events",
      summary: "Change an event, or one, some or all instances of a series",
      description:
        "Omitted fields stay. Of a series `editScope` says how much of it: `this` makes an exception and answers the instance; " +
        "`this_and_future` ends the series there and answers the master of a new one; `all` answers the master. `this` and " +
        "`this_and_future` need `instanceStartsAt`. With it, `all` moves the whole series by as much as the instance is moved. " +
        "Children and guests change single instances of a series, and never how an event repeats.",
      access: "calendar.write",
      params: eventId,
      body: EventPatch,
      answer: Type.Union([EventRecord, EventInstance]),
      example: {
        startsAt: "2026-05-06T16:00:00+02:00",
        endsAt: "2026-05-06T16:45:00+02:00",
        editScope: "this",
        instanceStartsAt: "2026-05-05T16:00:00+02:00",
      },
      refusals: {
        403: ["Only an owner or adult can do this"],
        ...noInstance,
        422: [
          ...commonRefusals,
          "instanceStartsAt: must name an instance if the scope is this",
          "recurrenceRule: belongs to the series, not to one instance",
          "recurrenceRule: say how the rule changes",
        ],
      },
    }),
  )
  .delete(
    "/:id",
    ({ call, params, query }) =>
      call.write((work) =>
        deleteEvent(work, params.id, { scope: query.scope, instanceStartsAt: query.instanceStartsAt ?? null }),
      ),
    operation({
      id: "deleteEvent",
      tag: "Events",
      summary: "Delete an event, or one, some or all instances of a series",
      description:
        "`this` skips one instance, `this_and_future` ends the series before it, `all` removes the event. Where no instance " +
        "would be left, the event goes too. Children and guests may not delete recurring events.",
      access: "calendar.write",
      params: eventId,
      query: closed({
        scope: oneOf(scopes, { default: "all" }),
        instanceStartsAt: Type.Optional(Instant),
      }),
      writes: true,
      answer: Deleted,
      refusals: {
        403: ["Only an owner or adult can do this"],
        ...noInstance,
        422: ["instanceStartsAt: must name an instance if the scope is this"],
      },
    }),
  );
