import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { completeChore, reopenChore } from "./completions.store.ts";
import { Chore, ChoreCompletion, ChorePatch, NewChore, NewCompletion, StarBalance } from "./model.ts";
import { createChore, deleteChore, listChores, updateChore } from "./store.ts";

const operation = operationsOf("Chores");
const choreId = closed({ id: Uuid });
const notFound = ["Chore not found"];
const refused = [
  "memberIds: no such member",
  "recurrenceRule: INTERVAL must be at least 1",
  "recurrenceRule: must give at least one instance between startDate and 2200",
  "startDate: must lie between 1900 and 2200",
];

export const chores = new Elysia({ prefix: "/v1/chores" }).use(context).get(
  "",
  ({ call }) => call.read(listChores),
  operation({
    id: "listChores",
    summary: "List chores and today's duties",
    description:
      "Oldest first. `today` uses the household's date. `starBalances` has every member in display order, with all-time stars, " +
      "including those from deleted chores.",
    access: "chores.read",
    answer: closed({ chores: Type.Array(Chore), starBalances: Type.Array(StarBalance) }),
  }),
);

export const choresInApp = new Elysia({ prefix: "/app/chores" })
  .use(context)
  .post(
    "",
    ({ call, body }) => call.write((work) => createChore(work, body)),
    operation({
      id: "createChore",
      summary: "Add a chore",
      access: "adult",
      isRepeatable: true,
      body: NewChore,
      answer: Chore,
      example: {
        name: "Water the plants",
        memberIds: ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"],
        startDate: "2026-05-01",
        recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,FR",
        dueTime: "18:00",
      },
      refusals: { 422: refused },
    }),
  )
  .patch(
    "/:id",
    ({ call, params, body }) => call.write((work) => updateChore(work, params.id, body)),
    operation({
      id: "updateChore",
      summary: "Change a chore",
      description: "Omitted fields stay. Completions and their stars stay, too.",
      access: "adult",
      params: choreId,
      body: ChorePatch,
      answer: Chore,
      example: { assignment: "rotate", stars: 2 },
      refusals: { 404: notFound, 422: [...refused, "memberIds: must name at least one member"] },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => deleteChore(work, params.id)),
    operation({
      id: "deleteChore",
      summary: "Delete a chore",
      description: "Its completions and their stars stay.",
      access: "adult",
      params: choreId,
      writes: true,
      answer: Deleted,
      refusals: { 404: notFound },
    }),
  )
  .post(
    "/:id/completions",
    ({ call, params, body }) => call.write((work) => completeChore(work, params.id, body)),
    operation({
      id: "completeChore",
      deviceFields: ["memberId", "date"],
      summary: "Complete a chore",
      description:
        "`memberId` did it and gets the stars; `date` is an occurrence, today or earlier. Children and guests complete only " +
        "their own. A device names the acting member in `X-Acting-Member`.",
      access: "app",
      isRepeatable: true,
      params: choreId,
      body: NewCompletion,
      answer: ChoreCompletion,
      example: { memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", date: "2026-05-01" },
      refusals: {
        404: notFound,
        409: ["Chore is done already"],
        422: [
          "memberId: no such member",
          "memberId: must be one of the chore's members",
          "date: must not be in the future",
          "date: must be a date on which the chore is due",
        ],
      },
    }),
  )
  .delete(
    "/:id/completions/:completionId",
    ({ call, params }) => call.write((work) => reopenChore(work, params.id, params.completionId)),
    operation({
      id: "reopenChore",
      deviceFields: [],
      summary: "Delete a completion and its stars",
      description: "Children and guests reopen only their own. A device names the acting member in `X-Acting-Member`.",
      access: "app",
      params: closed({ id: Uuid, completionId: Uuid }),
      writes: true,
      answer: Deleted,
      refusals: { 404: [...notFound, "Completion not found"] },
    }),
  );
