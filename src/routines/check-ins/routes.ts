import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { CheckInPatch, CheckInRecord, NewCheckIn } from "./model.ts";
import { createCheckIn, deleteCheckIn, listCheckIns, readCheckIn, updateCheckIn } from "./store.ts";

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
