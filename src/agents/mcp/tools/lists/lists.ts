import { Type } from "@sinclair/typebox";
import { foldForSearch } from "#lib/case-folding.ts";
import { closed, oneOf } from "#lib/wire.ts";
import type { List, Section } from "#lists/model.ts";
import { confirmParameter, flag, idempotencyKeyParameter, textParameter, writeFields } from "../../input/parameters.ts";
import { quoted, sameNameLine } from "../../output/format.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { addListItems } from "./add-items.ts";
import { householdMutex } from "./batch.ts";
import { deleteListItems, updateListItems } from "./change-items.ts";
import { setListCover } from "./cover.ts";
import {
  countText,
  listRestNames,
  listWriteFields,
  lookParameters,
  nameParameter,
  requireLengths,
  savedListResult,
} from "./list-header.ts";
import { flat, listLookup, listNotFoundRepair } from "./list-lookup.ts";
import { listLists } from "./read-list.ts";
import { manageListSection } from "./sections.ts";

const repairs = {
  not_found: listNotFoundRepair,
  not_yours: "Parameter visibility: leave it out; only the person who made the list can change it, in the app.",
};
const NewName = textParameter(200, "Name");

const createList = tool({
  name: "create_list",
  title: "Make a list",
  group: "lists",
  profile: "standard",
  does: "adds",
  scopes: ["lists.write"],
  description: "Makes an empty list; add_list_items fills it.",
  input: closed({
    name: NewName,
    section: Type.Optional(nameParameter("Name or id; else the first")),
    ...lookParameters,
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed(listWriteFields),
  names: listRestNames,
  async run(context, { name, section, color, idempotencyKey, ...look }) {
    requireLengths({ name, icon: look.icon });
    const { id: sectionId, activityId: madeSection } = await sectionOrFirst(context, section);
    const body = { name, sectionId, ...look, ...(color === undefined ? {} : { colorKey: color }) };
    const made = await context.rest<List>("POST", "/v1/lists/details", body, { idempotencyKey });
    const verb = made.isReplay ? "Made before:" : "Made";
    return withSameName(context, savedListResult(context, verb, made.body, [made.activityId, madeSection]));
  },
});

async function withSameName(context: Context, answer: ReturnType<typeof savedListResult>) {
  const { name } = answer.data;
  const sections = (await ifReadable(listLookup(context).sections())) ?? [];
  const wanted = foldForSearch(name);
  const same = sections.flatMap(({ lists }) => lists).filter((list) => foldForSearch(list.name) === wanted);
  const remark = sameNameLine(
    name,
    same.map(({ id }) => context.shortId("list", id)),
  );
  return remark === null ? answer : { ...answer, text: `${answer.text}\n${remark}` };
}

/**
 * Returns the section with this name or id. If `section` is missing, returns the first section. Creates the section
 * “Lists” if no section exists.
 */
async function sectionOrFirst(context: Context, section: string | undefined) {
  if (section !== undefined) return { id: await listLookup(context).sectionId(section), activityId: null };
  const { household } = await context.householdNow();
  return householdMutex.run(household.id, async () => {
    const [first] = await listLookup(context).sections();
    if (first) return { id: first.id, activityId: null };
    const { body, activityId } = await context.rest<Section>("POST", "/v1/lists/sections", { name: "Lists" });
    return { id: body.id, activityId };
  });
}

const updateList = tool({
  name: "update_list",
  title: "Rename, restyle, share or move a list",
  group: "lists",
  profile: "standard",
  does: "changes",
  scopes: ["lists.write"],
  description: "Changes a list itself, not its items.",
  input: closed({
    list: nameParameter(),
    name: Type.Optional(NewName),
    ...lookParameters,
    favorite: Type.Optional(Type.Boolean({ description: "A favourite" })),
    hideDone: Type.Optional(Type.Boolean({ description: "Hide done ones" })),
    moveToSection: Type.Optional(nameParameter()),
    clear: Type.Optional(Type.Array(oneOf(["color"]), { maxItems: 1, description: "Fields to empty" })),
  }),
  output: closed(listWriteFields),
  names: { ...listRestNames, sectionId: "moveToSection" },
  repairs,
  async run(context, { list, color, moveToSection, clear = [], ...given }) {
    const lookup = listLookup(context);
    const id = await lookup.listId(list);
    const body = {
      ...given,
      ...(color === undefined && !clear.includes("color") ? {} : { colorKey: color ?? null }),
      ...(moveToSection === undefined ? {} : { sectionId: await lookup.sectionId(moveToSection, "moveToSection") }),
    };
    const saved = await context.rest<List>("PATCH", `/v1/lists/${id}/details`, body);
    const outcome = saved.activityId === null ? "Nothing to change on" : "Saved";
    return savedListResult(context, outcome, saved.body, [saved.activityId]);
  },
});

const deleteList = tool({
  name: "delete_list",
  title: "Delete a list",
  group: "lists",
  profile: "full",
  does: "deletes",
  scopes: ["lists.write"],
  isForAdults: true,
  description: "Deletes a whole list with everything on it.",
  input: closed({ list: nameParameter(), confirm: confirmParameter }),
  output: closed({ ...writeFields, deleted: flag }),
  repairs,
  async run(context, { list, confirm }) {
    const lookup = listLookup(context);
    const id = await lookup.listId(list);
    const header = await lookup.listHeader(id);
    const { name } = header;
    const count =
      "blocks" in header
        ? countText(flat(header.blocks).length, "item")
        : countText(header.remainingCount, "open item");
    context.confirm(confirm, `delete the list ${quoted(name)} with ${count}`, id, { isLarge: true });
    const { activityId } = await context.rest("DELETE", `/v1/lists/${id}`);
    const shortId = context.shortId("list", id);
    return {
      text: `Deleted the list ${quoted(name)} with ${count} · id ${shortId} · activityId ${activityId}`,
      data: { id: shortId, activityId, deleted: true },
    };
  },
});

export const listTools = [
  listLists,
  addListItems,
  updateListItems,
  createList,
  updateList,
  deleteListItems,
  setListCover,
  deleteList,
  manageListSection,
];
