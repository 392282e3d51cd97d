import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { closed, Uuid } from "../schema.ts";
import type { RemoveCover } from "./cover.ts";
import { deleteCover, setCoverVisibility } from "./covers.store.ts";
import { List } from "./schema.ts";

const listId = closed({ id: Uuid });

/** The covers of lists (interface §4, Lists). */
export function covers(removeCover: RemoveCover) {
  return new Elysia({ prefix: "/v1/lists/:id/cover" })
    .use(context)
    .delete(
      "",
      ({ call, params }) => {
        const { answer, orphan } = call.write((work) => deleteCover(work, params.id));
        if (orphan !== null) removeCover(orphan);
        return answer;
      },
      operation({
        id: "deleteCover",
        tag: "Lists",
        summary: "Take a list's picture away",
        description: "The picture is deleted, and the generated gradient shows again.",
        access: "lists.write",
        params: listId,
        writes: true,
        answer: List,
        refusals: { 404: ["List not found"] },
      }),
    )
    .patch(
      "/visibility",
      ({ call, params, body }) => call.write((work) => setCoverVisibility(work, params.id, body.hidden)),
      operation({
        id: "setCoverVisibility",
        tag: "Lists",
        summary: "Hide or show a list's cover",
        description: "A hidden picture is kept.",
        access: "lists.write",
        params: listId,
        body: closed({ hidden: Type.Boolean() }),
        answer: List,
        example: { hidden: true },
        refusals: { 404: ["List not found"] },
      }),
    );
}
