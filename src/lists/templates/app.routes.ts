import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../../http/operation.ts";
import { closed, Deleted, Uuid } from "../../wire.ts";
import { ListName } from "../model.ts";
import { ListTemplate } from "./model.ts";
import { createTemplate, deleteTemplate, listTemplates } from "./store.ts";

export const listTemplatesInApp = new Elysia({ prefix: "/app/list-templates" })
  .use(context)
  .get(
    "",
    ({ call }) => call.read(listTemplates),
    operation({
      id: "listListTemplates",
      tag: "Lists",
      summary: "List the templates of lists",
      description: "By name. Only its owner sees the template of a personal list.",
      access: "app",
      answer: closed({ templates: Type.Array(ListTemplate) }),
    }),
  )
  .post(
    "",
    ({ call, body }) => call.write((work) => createTemplate(work, body)),
    operation({
      id: "createListTemplate",
      tag: "Lists",
      summary: "Save a list as a template",
      description:
        "Keeps the list's look and items, without ticks, due dates and assignees. The default name is the list's. The " +
        "template of a personal list is for its owner only.",
      access: "app",
      isRepeatable: true,
      body: closed({ listId: Uuid, name: Type.Optional(ListName) }),
      answer: ListTemplate,
      example: { listId: "01945d8c-7290-7d3a-9d0c-52e8a1f7c6b4", name: "Packing" },
      refusals: {
        422: ["listId: no such list", "A household holds at most 50 templates", "A template holds at most 500 items"],
      },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => deleteTemplate(work, params.id)),
    operation({
      id: "deleteListTemplate",
      tag: "Lists",
      summary: "Delete a template",
      description: "Lists made from it stay.",
      access: "adult",
      params: closed({ id: Uuid }),
      writes: true,
      answer: Deleted,
      refusals: { 404: ["Template not found"] },
    }),
  );
