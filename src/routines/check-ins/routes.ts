import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, nullable, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { answerCheckIn, listAnswers } from "./answers.store.ts";
import {
  CheckInPatch,
  CheckInRecord,
  HistoryQuery,
  NewAnswer,
  NewCheckIn,
  Occurrence,
  PastAnswer,
  PausePatch,
} from "./model.ts";
import { createCheckIn, deleteCheckIn, listCheckIns, pauseCheckIn, readCheckIn, updateCheckIn } from "./store.ts";

const operation = operationsOf("Check-ins");
const checkInId = closed({ id: Uuid });
const refused400 = ["times[1].time: is given twice"];
const noSuchMember = ["assigneeIds: no such member", "assigneeIds: must name at least one member"];

export const checkIns = new Elysia({ prefix: "/v1/check-ins" })
  .use(context)
  .get(
    "",
    ({ call }) => call.read((work) => ({ checkIns: listCheckIns(work) })),
    operation({
      id: "listCheckIns",
      summary: "List check-ins with today's occurrences",
      description:
        "Oldest first. Only adults and the assignee see face and note, and only in the app: API keys, devices and other guests " +
        "see only when an answer was given. A child sees only the check-ins that ask them, and their own occurrences.",
      access: "checkins.read",
      answer: closed({ checkIns: Type.Array(CheckInRecord) }),
    }),
  )
  .post(
    "",
    ({ call, body }) => call.write((work) => createCheckIn(work, body)),
    operation({
      id: "createCheckIn",
      summary: "Add a check-in",
      description:
        "If it is due today, `today` has its occurrences at once. Every preset but `custom` brings its own question; `name` and " +
        "`faces` override the preset's. A `custom` check-in takes its name from the start of its question, and its faces from `vibe`.",
      access: "checkins.write",
      isForAdults: true,
      body: NewCheckIn,
      answer: CheckInRecord,
      example: {
        presetKey: "custom",
        question: "How was football?",
        assigneeIds: ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"],
        daysOfWeek: [2, 4],
        times: [{ time: "19:00", label: "After supper" }],
      },
      refusals: { 400: refused400, 422: noSuchMember },
    }),
  )
  .get(
    "/:id",
    ({ call, params }) => call.read((work) => readCheckIn(work, params.id)),
    operation({
      id: "readCheckIn",
      summary: "Read a check-in with today's occurrences",
      description:
        "As in the list: a child reads only check-ins that ask them, and only adults and the assignee read face and note.",
      access: "checkins.read",
      params: checkInId,
      answer: CheckInRecord,
      refusals: { 404: ["Check-in not found"] },
    }),
  )
  .patch(
    "/:id",
    ({ call, params, body }) => call.write((work) => updateCheckIn(work, params.id, body)),
    operation({
      id: "updateCheckIn",
      summary: "Change a check-in",
      description:
        "Omitted fields stay. Another `presetKey` brings its question, name and faces, except a name or faces that " +
        "the check-in overrides; `custom` keeps the present question unless one is given. `faces: null` goes back to the preset's.",
      access: "checkins.write",
      isForAdults: true,
      params: checkInId,
      body: CheckInPatch,
      answer: CheckInRecord,
      example: { times: [{ time: "19:30" }] },
      refusals: { 400: refused400, 404: ["Check-in not found"], 422: noSuchMember },
    }),
  )
  .patch(
    "/:id/pause",
    ({ call, params, body }) => call.write((work) => pauseCheckIn(work, params.id, body)),
    operation({
      id: "pauseCheckIn",
      summary: "Pause a check-in from one day to another",
      description:
        "On these days nobody is asked or reminded; both are included, in the household's zone. A new pause replaces the old " +
        "one; null for both ends it. `active: false` pauses without an end.",
      access: "checkins.write",
      isForAdults: true,
      params: checkInId,
      body: PausePatch,
      answer: CheckInRecord,
      example: { from: "2026-08-03", to: "2026-08-10" },
      refusals: {
        404: ["Check-in not found"],
        422: ["to: must not be before from", "to: must be a date, or both null", "from: must be a date, or both null"],
      },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => deleteCheckIn(work, params.id)),
    operation({
      id: "deleteCheckIn",
      summary: "Delete a check-in",
      description: "Its answers stay in the history.",
      access: "checkins.write",
      isForAdults: true,
      params: checkInId,
      writes: true,
      answer: Deleted,
      refusals: { 404: ["Check-in not found"] },
    }),
  );

export const checkInsInApp = new Elysia({ prefix: "/app/check-ins" })
  .use(context)
  .post(
    "/:id/answers",
    ({ call, params, body }) => call.write((work) => answerCheckIn(work, params.id, body)),
    operation({
      id: "answerCheckIn",
      summary: "Answer a check-in",
      description:
        "`date` is today or one of the six days before it. A new answer replaces the old one. Children and guests answer only " +
        "for themselves. A device answers for the member for whom it acts.",
      access: "app",
      isRepeatable: true,
      deviceFields: ["date", "time", "memberId", "faceIndex", "note"],
      params: checkInId,
      body: NewAnswer,
      answer: Occurrence,
      example: {
        date: "2026-05-01",
        time: "19:00",
        memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
        faceIndex: 1,
        note: "We won",
      },
      refusals: {
        404: ["Check-in not found"],
        422: [
          "memberId: no such member",
          "memberId: must be one of the check-in's assignees",
          "Check-in is not active",
          "date: must not be in the future",
          "date: must be at most 6 days ago",
          "date: must not be before the day the check-in was created",
          "date: must be a date on which the check-in is scheduled",
          "time: must be one of the times of the check-in",
          "faceIndex: must be 0 to 4",
        ],
      },
    }),
  )
  .get(
    "/history",
    ({ call, query }) => call.read((work) => listAnswers(work, query)),
    operation({
      id: "listCheckInAnswers",
      summary: "List answers, newest first",
      description:
        "With the question and the face as they were when answered. Includes deleted check-ins. `from` and `to` are inclusive. " +
        "Children and guests see their own answers; an unknown `memberId` gives an empty list. A `cursor` continues after " +
        "the page that returned it; the other parameters may be omitted.",
      access: "app",
      query: HistoryQuery,
      answer: closed({
        answers: Type.Array(PastAnswer),
        nextCursor: nullable(Type.String({ description: "Null: the last page", examples: [null] })),
      }),
      refusals: { 400: ["Invalid cursor"], 422: ["to: must not be before from"] },
    }),
  );
