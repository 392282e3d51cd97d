import { Elysia } from "elysia";
import { createEvent } from "#calendar/events/edits.ts";
import { EventRecord, NewEvent } from "#calendar/events/model.ts";
import { Meal, NewRecipeMeal } from "#kitchen/meals/model.ts";
import { createMeal } from "#kitchen/meals/store.ts";
import { closed, Text, Uuid } from "#lib/wire.ts";
import { createBlock } from "#lists/blocks/store.ts";
import { requireList } from "#lists/lists/rows.store.ts";
import { Block } from "#lists/model.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { NewTaskWithDetails, Task } from "#routines/tasks/model.ts";
import { createTask } from "#routines/tasks/store.ts";

const operation = operationsOf("Devices");
const { title, startsAt, endsAt, allDay, memberIds } = NewEvent.properties;
const { date, mealType, recipeId } = NewRecipeMeal.properties;

/** Routes with which members add records at a tablet. To change records, they sign in to the app. */
export const wall = new Elysia({ prefix: "/app/wall" })
  .use(context)
  .post(
    "/events",
    ({ call, body }) => call.write((work) => createEvent(work, body)),
    operation({
      id: "addEventOnWall",
      summary: "Add an event at a tablet",
      description: "It happens once. Without `memberIds` it concerns the whole household.",
      access: "device",
      isRepeatable: true,
      body: closed({ title, startsAt, endsAt, allDay, memberIds }),
      answer: EventRecord,
      example: { title: "Piano", startsAt: "2026-05-05T16:00:00+02:00", endsAt: "2026-05-05T16:45:00+02:00" },
      refusals: {
        422: [
          "endsAt: must not lie before startsAt",
          "endsAt: must lie within 400 days of startsAt",
          "memberIds: no such member",
        ],
      },
    }),
  )
  .post(
    "/tasks",
    ({ call, body }) => call.write((work) => createTask(work, body)),
    operation({
      id: "addTaskOnWall",
      summary: "Add a task at a tablet",
      access: "device",
      isRepeatable: true,
      body: NewTaskWithDetails,
      answer: Task,
      example: { label: "Water the plants", memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", dueDate: "2026-05-01" },
      refusals: { 422: ["memberId: no such member", "dueTime: needs a dueDate"] },
    }),
  )
  .post(
    "/list-items",
    ({ call, body: { listId, content } }) =>
      call.write((work) => createBlock(work, requireList(work, listId, "listId").id, { type: "task", content })),
    operation({
      id: "addListItemOnWall",
      summary: "Add an item to a shared list at a tablet",
      description: "Adds a task at the end of the list.",
      access: "device",
      isRepeatable: true,
      body: closed({ listId: Uuid, content: Text(1, 2_000) }),
      answer: Block,
      example: { listId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", content: "Milk" },
      refusals: { 422: ["listId: no such list", "A list holds at most 1,000 blocks"] },
    }),
  )
  .post(
    "/meals",
    ({ call, body }) => call.write((work) => createMeal(work, body)),
    operation({
      id: "addMealOnWall",
      summary: "Plan a meal at a tablet",
      description: "It takes the first free slot: breakfast, lunch and dinner hold two meals, a snack one.",
      access: "device",
      isRepeatable: true,
      body: closed({ date, mealType, recipeId }),
      answer: Meal,
      example: { date: "2026-05-01", mealType: "dinner", recipeId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
      refusals: { 409: ["Dinner is full"], 422: ["recipeId: no such recipe"] },
    }),
  );
