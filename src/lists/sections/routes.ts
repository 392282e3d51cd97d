import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { Ids, Section, SectionFields } from "../model.ts";
import { createSection, deleteSection, renameSection, reorderSections } from "./store.ts";

const operation = operationsOf("Lists");
const sectionId = closed({ id: Uuid });

export const sections = new Elysia({ prefix: "/v1/lists/sections" })
  .use(context)
  .post(
    "",
    ({ call, body }) => call.write((work) => createSection(work, body)),
    operation({
      id: "createSection",
      summary: "Add a section",
      description: "Adds it after the other sections.",
      access: "lists.write",
      body: SectionFields,
      answer: Section,
      example: { name: "Home" },
    }),
  )
  .patch(
    "/reorder",
    ({ call, body }) => call.write((work) => reorderSections(work, body.ids)),
    operation({
      id: "reorderSections",
      summary: "Put the sections in order",
      access: "lists.write",
      body: closed({ ids: Ids }),
      answer: closed({ ids: Type.Array(Uuid) }),
      example: { ids: ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"] },
      refusals: { 422: ["ids: … is missing", "ids[0]: no such section", "ids[1]: is given twice"] },
    }),
  )
  .patch(
    "/:id",
    ({ call, params, body }) => call.write((work) => renameSection(work, params.id, body)),
    operation({
      id: "renameSection",
      summary: "Rename a section",
      access: "lists.write",
      params: sectionId,
      body: SectionFields,
      answer: Section,
      example: { name: "House" },
      refusals: { 404: ["Section not found"] },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => deleteSection(work, params.id)),
    operation({
      id: "deleteSection",
      summary: "Delete an empty section",
      access: "lists.write",
      isForAdults: true,
      params: sectionId,
      writes: true,
      answer: Deleted,
      refusals: { 404: ["Section not found"], 422: ["Section still contains lists"] },
    }),
  );
