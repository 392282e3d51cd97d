/** Lists themselves: making, changing and deleting them. */

import { Type } from "@sinclair/typebox";
import { noSuch } from "../../../errors.ts";
import { foldForSearch } from "../../../lib/case-folding.ts";
import type { List, Section } from "../../../lists/model.ts";
import { closed, oneOf } from "../../../wire.ts";
import { confirmParameter, flag, idempotencyKeyParameter, textParameter, writeFields } from "../../input/parameters.ts";
import { quoted, sameNameLine } from "../../output/format.ts";
import { ToolError, toToolError } from "../../output/tool-error.ts";
import { ifReadable, readRecord } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { addListItems } from "./add-items.ts";
import { householdMutex } from "./batch.ts";
import { deleteListItems, updateListItems } from "./change-items.ts";
import { setListCover } from "./cover.ts";
import { headNames, headWriteFields, lookParameters, nameParameter, requireLengths, toldHead } from "./list-header.ts";
import { flat, type KnownLists, knownLists, listGone } from "./list-lookup.ts";
import { listLists } from "./read-list.ts";
import { manageListSection } from "./sections.ts";

const names = headNames;
const repairs = {
  not_found: listGone,
  not_yours: "Parameter visibility: leave it out; only who made the list can change it, in the app.",
};
const Name = textParameter(200, "Name");

const createList = tool({
  name: "create_list",
  title: "Make a list",
  group: "lists",
  profile: "standard",
  does: "adds",
  scopes: ["lists.write"],
  description: "Makes an empty list; add_list_items fills it.",
  input: closed({
    name: Name,
    section: Type.Optional(nameParameter("Name or id; else the first")),
    ...lookParameters,
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed(headWriteFields),
  names,
  async run(context, { name, section, visibility, icon, color, idempotencyKey }) {
    const look = { ...(icon === undefined ? {} : { icon }), ...(color === undefined ? {} : { colorKey: color }) };
    const isLooked = Object.keys(look).length > 0;
    if (isLooked) requireLengths({ name, icon });
    const { id: sectionId, activityId: madeSection } = await sectionFor(context, section);
    const body = { name, sectionId, ...(visibility === undefined ? {} : { visibility }) };
    const made = await context.rest<List>("POST", "/v1/lists", body, { idempotencyKey });
    const verb = made.isReplay ? "Made before:" : "Made";
    if (!isLooked) return withSameName(context, toldHead(verb, made.body, [made.activityId, madeSection]));
    const path = `/v1/lists/${made.body.id}/settings`;
    const present = made.isReplay ? await readRecord<List>(context, `/v1/lists/${made.body.id}`, path) : made.body;
    // A list that was changed since the first call is left alone.
    const isUntouched = present.updatedAt === made.body.updatedAt;
    const saved = isUntouched ? await context.rest<List>("PATCH", path, look) : { body: present, activityId: null };
    return withSameName(context, toldHead(verb, saved.body, [saved.activityId, made.activityId, madeSection]));
  },
});

/** With a remark where several lists bear the name now, as far as the key may read them. */
async function withSameName(context: Context, answer: ReturnType<typeof toldHead>) {
  const { name } = answer.data;
  const sections = (await ifReadable(knownLists(context).sections())) ?? [];
  const wanted = foldForSearch(name);
  const same = sections.flatMap(({ lists }) => lists).filter((list) => foldForSearch(list.name) === wanted);
  const remark = sameNameLine(
    name,
    same.map(({ id }) => id),
  );
  return remark === null ? answer : { ...answer, text: `${answer.text}\n${remark}` };
}

/** The section that is said, or the first; where there is none at all, one “Lists” is made, as REST's groceries do. */
async function sectionFor(context: Context, section: string | undefined) {
  if (section !== undefined) return { id: await knownLists(context).sectionId(section), activityId: null };
  const { household } = await context.present();
  return householdMutex.run(household.id, async () => {
    const [first] = await knownLists(context).sections();
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
  description: "Changes a list itself. Name, looks and section have an undo each.",
  input: closed({
    list: nameParameter(),
    name: Type.Optional(Name),
    ...lookParameters,
    favorite: Type.Optional(Type.Boolean({ description: "A favourite" })),
    hideDone: Type.Optional(Type.Boolean({ description: "Hide done ones" })),
    moveToSection: Type.Optional(nameParameter()),
    clear: Type.Optional(Type.Array(oneOf(["color"]), { maxItems: 1, description: "Fields to empty" })),
  }),
  output: closed(headWriteFields),
  names: { ...names, sectionId: "moveToSection" },
  repairs,
  async run(context, { list, name, icon, color, visibility, favorite, hideDone, moveToSection, clear = [] }) {
    const known = knownLists(context);
    const id = await known.listId(list);
    const look = {
      ...(icon === undefined ? {} : { icon }),
      ...(color === undefined && !clear.includes("color") ? {} : { colorKey: color ?? null }),
      ...(visibility === undefined ? {} : { visibility }),
      ...(favorite === undefined ? {} : { favorite }),
      ...(hideDone === undefined ? {} : { hideDone }),
    };
    requireLengths({ name, icon });
    // Visibility first: only REST can refuse it.
    const changes: [string, object][] = [];
    if (Object.keys(look).length > 0) changes.push([`/v1/lists/${id}/settings`, look]);
    const isMoreThanMoved = changes.length > 0 || name !== undefined;
    const sectionId = moveToSection === undefined ? null : await targetSection(known, moveToSection, isMoreThanMoved);
    if (sectionId !== null) changes.push([`/v1/lists/${id}/move`, { sectionId }]);
    if (name !== undefined) changes.push([`/v1/lists/${id}`, { name }]);
    const entries: (string | null)[] = [];
    let head: List | undefined;
    for (const [path, body] of changes) {
      const saved = await context.rest<List>("PATCH", path, body).catch((error) => halfDone(error, entries));
      head = saved.body;
      entries.unshift(saved.activityId);
    }
    const isChanged = entries.some((entry) => entry !== null);
    return toldHead(isChanged ? "Saved" : "Nothing to change on", head ?? (await known.head(id)), entries);
  },
});

/** The id of a section. `isChecked`: one that is given by its id must exist, as far as the key may read. */
async function targetSection(known: KnownLists, section: string, isChecked: boolean): Promise<string> {
  const id = await known.sectionId(section, "moveToSection");
  const sections = isChecked ? await ifReadable(known.sections()) : null;
  if (sections && !sections.some((each) => each.id === id)) throw toToolError(noSuch("sectionId", "section"));
  return id;
}

/** A refusal after part of it was done, which only a wrong id of a key that may not read leads to, says what was. */
function halfDone(error: unknown, entries: readonly (string | null)[]): never {
  const [done] = entries.filter((entry) => entry !== null);
  if (!(error instanceof ToolError) || done === undefined) throw error;
  throw error.withRepair(`The other changes are saved (activityId ${done}): correct this one and send it alone.`);
}

const deleteList = tool({
  name: "delete_list",
  title: "Delete a list",
  group: "lists",
  profile: "full",
  does: "deletes",
  scopes: ["lists.write"],
  description: "Deletes a whole list with everything on it.",
  input: closed({ list: nameParameter(), confirm: confirmParameter }),
  output: closed({ ...writeFields, deleted: flag }),
  repairs,
  async run(context, { list, confirm }) {
    const known = knownLists(context);
    const id = await known.listId(list);
    const head = await known.head(id);
    const { name } = head;
    const count =
      "blocks" in head ? counted(flat(head.blocks).length, "item") : counted(head.remainingCount, "open item");
    context.confirm(confirm, `delete the list ${quoted(name)} with ${count}`, id);
    const { activityId } = await context.rest("DELETE", `/v1/lists/${id}`);
    return {
      text: `Deleted the list ${quoted(name)} with ${count} · id ${id} · activityId ${activityId}`,
      data: { id, activityId, deleted: true },
    };
  },
});

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** In their order within a profile. */
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
