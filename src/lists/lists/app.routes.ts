import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Uuid } from "#lib/wire.ts";
import { requireFiles } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operation } from "#platform/http/operation.ts";
import { copyForRecord } from "#platform/images/files.ts";
import { untickBlocks } from "../blocks/whole-list.store.ts";
import { ListWithBlocks, NewCopy } from "../model.ts";
import { coverToCopy, createCopy } from "../templates/copy.store.ts";

export const listsInApp = ({ db, config }: Deps) =>
  new Elysia({ prefix: "/app/lists" })
    .use(context)
    .post(
      "",
      ({ call, body }) => {
        requireFiles(db);
        const original = call.read((work) => coverToCopy(work, body));
        return copyForRecord(config.dataDir, call.caller.householdId, original, (use) =>
          call.write((work) => createCopy(work, body, use())),
        );
      },
      operation({
        id: "copyList",
        tag: "Lists",
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
        tag: "Lists",
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
