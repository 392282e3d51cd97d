import { type Static, Type } from "@sinclair/typebox";
import { foldText } from "#lib/case-folding.ts";
import { closed, oneOf } from "#lib/wire.ts";
import type { Section } from "#lists/model.ts";
import { Field, optional, Param } from "../../input/parameters.ts";
import { activityText } from "../../output/answers.ts";
import { quoted } from "../../output/format.ts";
import { runEach, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import { type Context, householdMutex } from "../../tool.ts";
import { listTool } from "./item.ts";
import { type ListLookup, listLookup } from "./list-lookup.ts";

type Saved = Pick<Section, "id" | "name">;

const Input = closed({
  action: oneOf(["create", "rename", "delete", "reorder"], { description: "What to do" }),
  ...optional({
    section: Param.list(),
    name: Param.text(200, "New name"),
    order: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 100, description: "Names or ids; others follow" }),
    confirm: Param.confirm,
  }),
});
type Input = Static<typeof Input>;

export const manageListSection = listTool({
  name: "manage_list_section",
  title: "Manage the sections of the lists",
  does: "deletes",
  description: "Makes, renames, reorders or deletes sections, which group lists.",
  input: Input,
  output: closed({ id: Field.optionalText, activityId: Field.optionalText, sections: Field.texts }),
  names: { ids: "order", id: "section" },
  repairs: {
    not_found: "Parameter section: take one of the names in list_lists; the section may be deleted.",
    not_empty: "Parameter section: move its lists with update_list first, or delete them.",
  },
  async run(context, sent) {
    const lookup = listLookup(context);
    const { section: called, ...others } = sent;
    const isNamed = sent.action !== "create" || sent.name !== undefined || called === undefined;
    const input = isNamed ? sent : { ...others, name: called };
    requireFor(input);
    const { action, section = "", name = "", order = [] } = input;
    if (action === "create") return create(context, name);
    if (action === "reorder") return reorder(context, lookup, order);
    const id = await lookup.sectionId(section);
    if (action === "delete") return remove(context, lookup, id, input.confirm);
    const { body, activityId } = await context.rest<Saved>("PATCH", pathOf(id), { name });
    return sectionResult(context, activityId === null ? "Nothing to change on" : "Renamed", body, activityId);
  },
});

const requiredParameters = {
  create: ["name"],
  rename: ["section", "name"],
  delete: ["section"],
  reorder: ["order"],
} as const;

function requireFor(input: Input): void {
  const takes: readonly string[] = requiredParameters[input.action];
  for (const parameter of ["section", "name", "order"] as const) {
    if ((input[parameter] !== undefined) === takes.includes(parameter)) continue;
    const reason = `${takes.includes(parameter) ? "is required" : "must be left out"} to ${input.action}`;
    throw wrongParameter(parameter, reason, `action ${input.action} takes ${takes.join(" and ")}.`);
  }
}

/** Creates a section, or returns one of the same name, so that a retry does not create a second one. */
async function create(context: Context, name: string) {
  return householdMutex.run(context.household.id, async () => {
    const sections = await ifReadable(listLookup(context).sections());
    const existing = sections?.find((each) => foldText(each.name) === foldText(name));
    if (existing) return sectionResult(context, "Already there:", existing, null);
    const { body, activityId } = await context.rest<Saved>("POST", "/v1/lists/sections", { name });
    return sectionResult(context, "Made", body, activityId);
  });
}

/** Changes the order of the sections. Sections without a given position come last. */
async function reorder({ rest }: Context, lookup: ListLookup, order: readonly string[]) {
  const sections = await lookup.sections();
  const first = await runEach(order, (name, index) => lookup.sectionId(name, `order[${index}]`));
  const ids = [...first, ...sections.map(({ id }) => id).filter((id) => !first.includes(id))];
  const { activityId } = await rest("PATCH", "/v1/lists/sections/reorder", { ids });
  const names = ids.flatMap((id) => sections.find((each) => each.id === id)?.name ?? []);
  const outcome = activityId === null ? "In that order already" : "Put in order";
  return {
    text: `${outcome}: ${names.map(quoted).join(", ")}${activityText(activityId)}`,
    data: { id: null, activityId, sections: names },
  };
}

async function remove(context: Context, lookup: ListLookup, id: string, confirm: boolean | undefined) {
  const sections = await ifReadable(lookup.sections());
  const name = sections?.find((each) => each.id === id)?.name ?? context.shortId("section", id);
  context.confirm(confirm, `delete the section ${quoted(name)}`, id, { isLarge: true });
  const { activityId } = await context.rest("DELETE", pathOf(id));
  return sectionResult(context, "Deleted", { id, name }, activityId);
}

const pathOf = (id: string) => `/v1/lists/sections/${id}`;

function sectionResult(context: Context, outcome: string, { name, ...saved }: Saved, activityId: string | null) {
  const id = context.shortId("section", saved.id);
  const text = `${outcome} the section ${quoted(name)} · id ${id}${activityText(activityId)}`;
  return { text, data: { id, activityId, sections: [name] } };
}
