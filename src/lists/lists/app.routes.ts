import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, nullable, Uuid } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { writeWithCopy } from "#platform/http/pictures.ts";
import { listIdOf } from "../blocks/rows.store.ts";
import { untickBlocks } from "../blocks/store.ts";
import { readBoard, readList } from "../list-tree.ts";
import { ListWithBlocks, NewCopy, SectionOnBoard } from "../model.ts";
import { coverToCopy, createCopy } from "../templates/store.ts";
import { listRow } from "./rows.store.ts";

const operation = operationsOf("Lists");

export const listsInApp = (deps: Deps) =>
  new Elysia({ prefix: "/app/lists" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ sections: readBoard(work) })),
      operation({
        id: "readBoard",
        summary: "All lists with their first open items",
        description: "Sections and their lists in display order. Only the owner sees a personal list.",
        access: "app",
        deviceFields: [],
        answer: closed({ sections: Type.Array(SectionOnBoard) }),
      }),
    )
    .get(
      "/holder",
      ({ call, query }) => call.read((work) => ({ listId: listIdOf(work, query.blockId) })),
      operation({
        id: "findListOfBlock",
        summary: "The list that an item is on",
        description: "`listId` is null if the caller sees no such item.",
        access: "app",
        query: closed({ blockId: Uuid }),
        answer: closed({ listId: nullable(Uuid) }),
      }),
    )
    .get(
      "/one",
      ({ call, query }) => call.read((work) => ({ list: listRow(work, query.id) && readList(work, query.id) })),
      operation({
        id: "readListInApp",
        summary: "Read a list with its items, if it exists",
        description: "`list` is null if the caller sees no such list: browsers report every status 404 as a fault.",
        access: "app",
        deviceFields: [],
        query: closed({ id: Uuid }),
        answer: closed({ list: nullable(ListWithBlocks) }),
      }),
    )
    .post(
      "",
      ({ call, body }) => {
        const original = call.read((work) => coverToCopy(work, body));
        return writeWithCopy(deps, call, original, (work, copy) => createCopy(work, body, copy));
      },
      operation({
        id: "copyList",
        summary: "Make a list from a template or another list",
        description:
          "Takes `templateId` or `copyOf`. The new list has the look, the cover and the items of the original with their assignees, " +
          "none of them done or due; it is `personal` by default if the original is.",
        access: "app",
        isRepeatable: true,
        body: NewCopy,
        answer: ListWithBlocks,
        example: {
          sectionId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
          name: "Packing for Rome",
          copyOf: "01945d8c-7290-7d3a-9d0c-52e8a1f7c6b4",
        },
        refusals: {
          400: ["templateId: is required"],
          422: [
            "sectionId: no such section",
            "templateId: no such template",
            "copyOf: no such list",
            "copyOf: must not be combined with templateId",
          ],
        },
      }),
    )
    .post(
      "/:id/untick",
      ({ call, params }) => call.write((work) => untickBlocks(work, params.id)),
      operation({
        id: "untickList",
        summary: "Untick all items of a list",
        description: "Children and guests untick their own and unassigned items.",
        access: "app",
        isRepeatable: true,
        params: closed({ id: Uuid }),
        writes: true,
        answer: closed({ unticked: Type.Integer({ examples: [12] }) }),
        refusals: { 404: ["List not found"] },
      }),
    );
