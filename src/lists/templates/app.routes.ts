import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Uuid } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { writeWithCopy, writeWithoutPicture } from "#platform/http/pictures.ts";
import { listRow } from "../lists/rows.store.ts";
import { ListTemplate, NewTemplate } from "./model.ts";
import { createTemplate, deleteTemplate, listTemplates } from "./store.ts";

const operation = operationsOf("Lists");

export const listTemplatesInApp = (deps: Deps) =>
  new Elysia({ prefix: "/app/list-templates" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read(listTemplates),
      operation({
        id: "listListTemplates",
        summary: "List the templates of lists",
        description: "By name. Only its owner sees the template of a personal list.",
        access: "app",
        answer: closed({ templates: Type.Array(ListTemplate) }),
      }),
    )
    .post(
      "",
      ({ call, body }) => {
        const original = call.read((work) => listRow(work, body.listId)?.coverFile ?? null);
        return writeWithCopy(deps, call, original, (work, copy) => createTemplate(work, body, copy));
      },
      operation({
        id: "createListTemplate",
        summary: "Save a list as a template",
        description:
          "Keeps the list's look, cover and items with their assignees, without ticks and due dates. The default name is the " +
          "list's. The template of a personal list is for its owner only.",
        access: "app",
        isRepeatable: true,
        body: NewTemplate,
        answer: ListTemplate,
        example: { listId: "01945d8c-7290-7d3a-9d0c-52e8a1f7c6b4", name: "Packing" },
        refusals: {
          422: ["listId: no such list", "A household holds at most 50 templates", "A template holds at most 500 items"],
        },
      }),
    )
    .delete(
      "/:id",
      ({ call, params }) => writeWithoutPicture(deps, call, (work) => deleteTemplate(work, params.id)),
      operation({
        id: "deleteListTemplate",
        summary: "Delete a template",
        description: "Lists made from it stay.",
        access: "adult",
        params: closed({ id: Uuid }),
        writes: true,
        answer: Deleted,
        refusals: { 404: ["Template not found"] },
      }),
    );
