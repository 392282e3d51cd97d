import { Elysia } from "elysia";
import { closed, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { setLike } from "./likes.store.ts";
import { Recipe } from "./model.ts";

const operation = operationsOf("Recipes");
const note = "Children and guests act only for themselves. A device names the acting member in `X-Acting-Member`.";

export const recipesInApp = new Elysia({ prefix: "/app/recipes" })
  .use(context)
  .post(
    "/:id/likes",
    ({ call, params, body }) => call.write((work) => setLike(work, params.id, body.memberId, true)),
    operation({
      id: "likeRecipe",
      deviceFields: ["memberId"],
      summary: "Note that a member loves a recipe",
      description: `A second time changes nothing. ${note}`,
      access: "app",
      isRepeatable: true,
      params: closed({ id: Uuid }),
      body: closed({ memberId: Uuid }),
      answer: Recipe,
      example: { memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
      refusals: { 404: ["Recipe not found"], 422: ["memberId: no such member"] },
    }),
  )
  .delete(
    "/:id/likes/:memberId",
    ({ call, params }) => call.write((work) => setLike(work, params.id, params.memberId, false)),
    operation({
      id: "unlikeRecipe",
      deviceFields: [],
      summary: "Note that a member no longer loves a recipe",
      description: note,
      access: "app",
      params: closed({ id: Uuid, memberId: Uuid }),
      writes: true,
      answer: Recipe,
      refusals: { 404: ["Recipe not found"], 422: ["memberId: no such member"] },
    }),
  );
