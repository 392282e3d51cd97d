import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, nullable, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { answerCheckIn } from "./answers.store.ts";
import { listAnswers } from "./history.store.ts";
import { HistoryQuery, NewAnswer, Occurrence, PastAnswer } from "./model.ts";

const operation = operationsOf("Check-ins");

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
      params: closed({ id: Uuid }),
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
