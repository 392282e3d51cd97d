import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { yieldToEventLoop } from "#lib/concurrency.ts";
import { closed, Deleted, oneOf, Uuid } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import { growthOf, remainingCapacity } from "../calendars/capacity.store.ts";
import { heavyWorkSemaphore } from "../calendars/heavy-work.ts";
import { calendarDefaultsOf } from "../calendars/store.ts";
import type { Event } from "../events/event.ts";
import { PreviewBuilder } from "../ical/preview.ts";
import { importedSpan, type Reading } from "../ical/read.ts";
import { remark } from "../ical/remarks.ts";
import type { KnownEvents } from "./known.store.ts";
import { ImportChoices, Imported, ImportPreview } from "./model.ts";
import { type FileEvent, type ReadFile, readCalendarFile } from "./read.ts";
import { findKnownOf, ImportRuns } from "./runs.ts";
import { UploadedFiles } from "./uploaded-files.ts";

const operation = operationsOf("Calendars");

const oneCalendar = {
  maxBytes: 20_971_520,
  tooLargeMessage: "File is larger than 20 MB",
  expectedFile: "exactly one file",
} as const;

const maxNameLength = 100;

export function calendarImports({ clock, db, timers }: Deps) {
  const uploads = new UploadedFiles(clock, timers);
  const runs = new ImportRuns(db, uploads);
  return new Elysia({ prefix: "/app/calendar-imports" })
    .use(context)
    .post(
      "",
      async ({ call, body }) => {
        return heavyWorkSemaphore(db).run(call.caller, async () => {
          const home = call.read(calendarDefaultsOf);
          const span = importedSpan(clock());
          const file = await readCalendarFile(body, home, span);
          const preview = await previewFile(call, file, await findKnownOf(call, file.objects, null));
          const name = nameOf(call.fileName);
          const total = file.objects.reduce((sum, { events }) => sum + events.length, 0);
          const id = await uploads.add(call.caller.householdId, { name, home, span, total, bytes: body });
          return { id, name, ...preview };
        });
      },
      operation({
        id: "previewCalendarImport",
        summary: "Read a calendar file, to import it",
        description:
          "One iCalendar file in the field `file`, at most 20 MB and 20,000 events. Writes nothing. The answer says what an " +
          "import would add and what cannot be read completely; it is kept for an hour, at most four for a household.",
        access: "adult",
        isVolatile: true,
        upload: oneCalendar,
        answer: ImportPreview,
        refusals: { 422: ["file: is no calendar", "file: holds more than 20,000 events"] },
      }),
    )
    .post(
      "/:id",
      async ({ call, params, body }) => {
        const { householdId } = call.caller;
        const answer = await runs.run(params.id, call, body);
        uploads.delete(householdId, params.id);
        return answer;
      },
      operation({
        id: "importCalendar",
        summary: "Import a calendar file that was read",
        description:
          "An entry of activity for each thousand events, which undo takes back; `activityIds` lists them, oldest first. Events that " +
          "cannot be written are left out, and `remarks` name them. `memberIds` and `isGeneral` say whom the events " +
          "concern, unless an event's categories name members. Dates of a series that cannot be edited here come as single events. " +
          "A cancelled import answers what it imported until then.",
        access: "adult",
        isRepeatable: true,
        params: closed({ id: Uuid }),
        body: ImportChoices,
        answer: Imported,
        example: { memberIds: [], isGeneral: true, known: "skip" },
        refusals: {
          404: ["Import not found"],
          409: ["This file is being imported"],
          422: ["memberIds: no such member"],
        },
      }),
    )
    .get(
      "/:id",
      ({ call, params: { id } }) => {
        const { householdId } = call.caller;
        const progress = runs.progressOf(householdId, id);
        if (progress) return { id, state: "importing" as const, ...progress };
        return { id, state: "read" as const, done: 0, total: uploads.totalOf(householdId, id) };
      },
      operation({
        id: "readCalendarImport",
        summary: "Read how far an import is",
        description: "`done` of `total` events are imported. 404 when the import has ended.",
        access: "adult",
        isVolatile: true,
        params: closed({ id: Uuid }),
        answer: closed({
          id: Uuid,
          state: oneOf(["read", "importing"]),
          done: Type.Integer(),
          total: Type.Integer(),
        }),
        refusals: { 404: ["Import not found"] },
      }),
    )
    .delete(
      "/:id",
      ({ call, params }) => {
        const { householdId } = call.caller;
        if (runs.cancel(householdId, params.id)) uploads.delete(householdId, params.id);
        else uploads.cancel(householdId, params.id);
        return { id: params.id, deleted: true as const };
      },
      operation({
        id: "cancelCalendarImport",
        summary: "Forget a calendar file that was read",
        description:
          "Its import, if it is running, ends after the part that is being written. What was imported stays.",
        access: "adult",
        params: closed({ id: Uuid }),
        writes: true,
        answer: Deleted,
        refusals: { 404: ["Import not found"] },
      }),
    );
}

async function previewFile(call: RequestContext, { objects, remarks }: ReadFile, { matches }: KnownEvents) {
  const preview = new PreviewBuilder(call.now.getTime());
  preview.addRemarks(remarks);
  const left = { ...call.read(remainingCapacity) };
  for (const { reading, events } of objects) {
    await yieldToEventLoop();
    const isKnown = (each: FileEvent) => typeof matches.get(each.reading)?.id === "string";
    const shown = events.map((each) => ({
      event: each.reading.event,
      isKnown: isKnown(each),
      knownFor: matches.get(each.reading)?.knownFor ?? null,
    }));
    const added = events.filter((each) => !isKnown(each)).map(({ text }) => growthOf(null, text));
    left.objects -= added.length;
    left.bytes -= added.reduce((sum, { bytes }) => sum + bytes, 0);
    const isFull = added.length > 0 && Math.min(left.objects, left.bytes) < 0;
    preview.add(isFull ? withoutRoom(reading, shown[0]?.event) : reading, shown);
  }
  return preview.finish();
}

function withoutRoom(reading: Reading, first: Event | undefined): Reading {
  const about = { uid: reading.uid, title: first?.title ?? null, date: null };
  return { ...reading, remarks: [...reading.remarks, remark("calendar_full", undefined, about)] };
}

/** Returns a file name without its folders: `school.ics` for `C:\fakepath\school.ics`. */
function nameOf(fileName: string): string {
  const [last = ""] = fileName.split(/[/\\]/).slice(-1);
  const name = last.replaceAll(/\p{Cc}|\p{Cs}/gu, "").trim();
  return [...(name || "calendar.ics")].slice(0, maxNameLength).join("");
}
