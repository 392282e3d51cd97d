import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readAfterLoading } from "#lib/concurrency.ts";
import { closed, Deleted, Instant, nullable, oneOf, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { Work } from "#platform/work.ts";
import { createEvents, deleteEvents } from "./batch.ts";
import { scopes } from "./checks.ts";
import { createEvent, deleteEvent, readEvent, updateEvent } from "./edits.ts";
import { Collision, DeletedEvent, EventInstance, EventPatch, EventQuery, EventRecord, NewEvent } from "./model.ts";
import { listEvents } from "./pages.ts";
import { planOf } from "./paging.ts";

const operation = operationsOf("Events");

const eventId = closed({ id: Uuid });
const changeRefusals = ["Only an owner or adult can do this", "Only its owner can change this event"];
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
      const read = (work: Work) => listEvents(work, planOf(query, work));
      return readAfterLoading(call.caller.householdId, () => call.read(read));
    },
    operation({
      id: "listEvents",
      summary: "List what happens in a range, or around an anchor",
      description:
        "Without `anchor` and `direction`: returns the instances that overlap `[from, to)`, by default from the start of this " +
        "month through two months ahead, at most 750 days. All-day instances run from midnight to midnight in the household's " +
        "zone. With `anchor` or `direction`: returns an agenda in pages of `limit` (50 if omitted), forward or backward from " +
        "`anchor` (now if omitted), ascending within a page. `raw=true` returns the masters that have an instance in the range. " +
        "`memberId` selects that member's events and general events. A page has at most 2,000 instances, or masters with at most " +
        "2,000 exceptions together. With a `cursor`, the other parameters may be omitted.",
      access: "calendar.read",
      query: EventQuery,
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
      return dryRun ? call.dryRun(create) : call.write(create);
    },
    operation({
      id: "createEvents",
      summary: "Add several events, all or none",
      description:
        "Records one entry of activity. `clashes` lists instances that overlap the first instance of a new event and concern " +
        "the same member. `duplicates` lists instances with the same title and start. Both have at most 20 per new event, from " +
        "its first 31 days, and do not prevent it from being added. At most 5,000 instances are compared; `truncated` is true " +
        "if there are more. A `dryRun` returns the same response with temporary ids and writes nothing.",
      access: "calendar.write",
      body: closed({
        events: Type.Array(NewEvent, { minItems: 1, maxItems: 30 }),
        dryRun: Type.Optional(Type.Boolean()),
      }),
      answer: closed({
        events: Type.Array(EventRecord),
        clashes: Type.Array(Collision),
        duplicates: Type.Array(Collision),
        truncated: Type.Boolean({ description: "Some instances were not compared" }),
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
  .post(
    "/batch/delete",
    ({ call, body: { events: given, dryRun = false } }) => {
      const change = (work: Work) => deleteEvents(work, given);
      return dryRun ? call.dryRun(change) : call.write(change);
    },
    operation({
      id: "deleteEvents",
      summary: "Delete several events or instances, all or none",
      description:
        "With `instanceStartsAt`, cancels that instance of a series, otherwise deletes the whole event. A series without an " +
        "instance left is deleted as well. Records one entry of activity, so that one undo restores all. The response lists " +
        "what was deleted, without instances that were cancelled before. A `dryRun` returns the same and writes nothing. " +
        "Children and guests cannot delete recurring events.",
      access: "calendar.write",
      body: closed({
        events: Type.Array(closed({ id: Uuid, instanceStartsAt: Type.Optional(Instant) }), {
          minItems: 1,
          maxItems: 50,
        }),
        dryRun: Type.Optional(Type.Boolean()),
      }),
      answer: closed({ events: Type.Array(DeletedEvent) }),
      example: {
        events: [
          { id: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
          { id: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d43", instanceStartsAt: "2026-05-05T16:00:00+02:00" },
        ],
      },
      refusals: {
        403: changeRefusals,
        422: ["events[0].id: no such event", "events[0].instanceStartsAt: no such instance"],
      },
    }),
  )
  .get(
    "/:id",
    ({ call, params }) => call.read((work) => readEvent(work, params.id)),
    operation({
      id: "readEvent",
      summary: "Read an event, or the master of a series with its exceptions",
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
      summary: "Change an event, or one, some or all instances of a series",
      description:
        "Omitted fields keep their values. For a series, `editScope` selects what changes: `this` creates an exception and " +
        "returns the instance; `this_and_future` ends the series there and returns the master of a new series; `all` returns " +
        "the master. `this` and `this_and_future` require `instanceStartsAt`. If `all` has it, the whole series moves by the " +
        "same distance as the instance. Children and guests can change single instances of a series, but not its rule.",
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
        403: changeRefusals,
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
      summary: "Delete an event, or one, some or all instances of a series",
      description:
        "`this` cancels one instance, `this_and_future` ends the series before it, `all` deletes the event. If no instance is " +
        "left, the event is deleted as well. Children and guests cannot delete recurring events.",
      access: "calendar.write",
      params: eventId,
      query: closed({
        scope: oneOf(scopes, { default: "all" }),
        instanceStartsAt: Type.Optional(Instant),
      }),
      writes: true,
      answer: Deleted,
      refusals: {
        403: changeRefusals,
        ...noInstance,
        422: ["instanceStartsAt: must name an instance if the scope is this"],
      },
    }),
  );
