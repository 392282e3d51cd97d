import { Type } from "@sinclair/typebox";
import { invalid } from "#lib/errors.ts";
import { hasGroceryName } from "#lib/grocery-list.ts";
import { closed, colorKeys, lengthOf, oneOf } from "#lib/wire.ts";
import type { List } from "#lists/model.ts";
import type { Photo } from "#lists/photos/model.ts";
import { Field, optional, Param, textFields } from "../../input/parameters.ts";
import type { Note } from "../../input/times.ts";
import { byWord, plainPhrase } from "../../input/words.ts";
import { deleteRecord, sameNameLines } from "../../output/answers.ts";
import { countText, firstOf, joinParts, oneLine, quoted, quotedShort } from "../../output/format.ts";
import { runAll, ToolError, toToolError, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable, type RestAnswer } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";
import { addListItems, newItems, planItems } from "./add-items.ts";
import { deleteListItems, updateListItems } from "./change-items.ts";
import { listTool } from "./item.ts";
import { allLists, flat, itemTypes, listLookup } from "./list-lookup.ts";
import { listLists } from "./read-list.ts";
import { manageListSection } from "./sections.ts";

const maxOthers = 4;

const setListCover = listTool({
  name: "set_list_cover",
  title: "Set a list's cover picture",
  profile: "standard",
  does: "changes",
  isOpenWorld: true,
  description: "Sets a list's photo: the best for query, or photoId. Or removes or hides it.",
  input: closed({
    list: Param.list(),
    ...optional({
      query: Param.text(200, "What it shows"),
      photoId: Type.String({ maxLength: 2000, description: "From an answer" }),
      remove: Param.flag("true deletes it"),
      hidden: Param.flag("true hides, false shows it"),
      confirm: Param.confirm,
    }),
  }),
  output: closed({
    ...Field.write,
    cover: Field.text,
    hidden: Field.flag,
    photographer: Field.optionalText,
    others: Field.texts,
  }),
  repairs: {
    "not_found photoId": "Parameter photoId: take one that this tool returned, or give query in its place.",
    turned_off: "The person who runs the server can turn it on. Leave the cover as it is.",
    upstream_failed: "Try once more later, or with another query or photoId.",
  },
  async run(context, { list, query, photoId, remove, hidden, confirm }) {
    const given = Object.entries({ query, photoId, remove, hidden }).filter(([, value]) => value !== undefined);
    if (given.length !== 1 || remove === false) {
      throw new ToolError(
        "invalid_value",
        null,
        "Send exactly one of query, photoId, remove: true and hidden",
        `Parameter ${given[0]?.[0] ?? "query"}: send the call with only one of them.`,
      );
    }
    const id = await listLookup(context).listId(list);
    const path = `/v1/lists/${id}/cover`;
    if (hidden !== undefined)
      return coverResult(context, await context.rest("PATCH", `${path}/visibility`, { hidden }));
    if (photoId !== undefined) return coverResult(context, await context.rest("POST", `${path}/photos`, { photoId }));
    const { name } = await listLookup(context).listHeader(id);
    if (remove) {
      context.confirm(confirm, `delete the cover of ${quoted(name)} (an undo restores its picture for 25 hours)`, id);
      return coverResult(context, await context.rest("DELETE", path));
    }
    const [best, ...others] = await searchPhotos(context, query ?? "");
    const saved: Saved = await context.rest("POST", `${path}/photos`, { photoId: best.id });
    return coverResult(context, saved, best, others.slice(0, maxOthers));
  },
});

/** Returns matching photos, the best first. @throws ToolError if nothing matches. */
async function searchPhotos({ rest }: Context, query: string): Promise<[Photo, ...Photo[]]> {
  const { body } = await rest<{ photos: Photo[] }>("GET", `/v1/lists/photos/search?${new URLSearchParams({ query })}`);
  const [best, ...others] = body.photos;
  if (best) return [best, ...others];
  const reason = `no photo was found for ${quotedShort(query)}`;
  throw wrongParameter("query", reason, "take fewer or plainer words, and call again.");
}

/** Quotes a photo's id without changes, because the REST API later needs exactly this id. */
const quotedPhotoId = (photoId: string) => `“${oneLine(photoId)}”`;

type Saved = { readonly body: List; readonly activityId: string | null };

function coverResult(
  context: Context,
  { body, activityId }: Saved,
  photo: Photo | null = null,
  others: readonly Photo[] = [],
) {
  const { name, cover } = body;
  const id = context.shortId("list", body.id);
  const photographer = cover.attribution?.photographer ?? null;
  const line = joinParts([
    `Cover of ${quoted(name)}: ${cover.kind}${cover.hidden ? ", hidden" : ""}`,
    photo && `${quotedShort(photo.description)} (photoId ${quotedPhotoId(photo.id)})`,
    photographer !== null && `photo by ${quotedShort(photographer)}`,
    `id ${id}`,
    activityId === null ? "nothing to change" : `activityId ${activityId}`,
  ]);
  const more = others.map((each) => `- ${quotedShort(each.description)} · photoId ${quotedPhotoId(each.id)}`);
  const { kind, hidden } = cover;
  return {
    text: [line, ...(more.length > 0 ? ["Others that match:", ...more] : [])].join("\n"),
    data: { id, activityId, cover: kind, hidden, photographer, others: others.map((each) => each.id) },
  };
}

const names = { colorKey: "color", sectionId: "section" };
const repairs = {
  not_yours: "Parameter visibility: leave it out; only the person who made the list can change it, in the app.",
};
const NewName = Param.text(200, "Name");
const look = {
  icon: Param.text(60, "Emoji"),
  color: oneOf(colorKeys, { description: "Colour" }),
  visibility: oneOf(["shared", "personal"], { description: "Who sees it" }),
};
const output = closed({ ...Field.write, earlierActivityIds: Field.texts, ...textFields("name", "visibility") });

const FirstItem = closed({
  text: Param.text(2000, "Text"),
  ...optional({ type: oneOf(itemTypes, { description: "Else task" }), under: Param.item("One above") }),
});

const createList = listTool({
  name: "create_list",
  title: "Make a list",
  profile: "standard",
  does: "adds",
  description: "Makes a new list, with items; add_list_items adds more.",
  input: closed({
    name: NewName,
    ...optional({
      section: Param.list("Name or id; else the first"),
      ...look,
      items: Type.Array(FirstItem, { maxItems: 50, description: "First ones" }),
      idempotencyKey: Param.idempotencyKey,
    }),
  }),
  output,
  names: { ...names, operations: "items", content: "text", parentOperation: "under" },
  async run(context, { name, section, color, items = [], idempotencyKey, ...look }) {
    const merges = hasGroceryName(name, context.household.groceryListName);
    const howToAdd = { allowDuplicates: false, merges, repeated: new Map() };
    const [, icon, planned, sectionId] = await runAll(
      () => requireLengths(name, look.icon),
      () => readIcon(look.icon, context.note),
      async () => planItems(context, await newItems(context, items), [], howToAdd),
      () => (section === undefined ? undefined : listLookup(context).sectionId(section)),
    );
    const { steps, skipped } = planned;
    const operations = steps.length > 0 ? steps.map(({ operation }) => operation) : undefined;
    const body = { name, sectionId, ...look, icon, colorKey: color, operations };
    const made = await context.rest<List>("POST", "/v1/lists/details", body, { idempotencyKey });
    const verb = made.isReplay ? "Made before:" : "Made";
    const { text, data } = savedListResult(context, verb, made, merges ? made.body.remainingCount : steps.length);
    const lists = (await ifReadable(allLists(listLookup(context)))) ?? [];
    const twice = skipped.flatMap((each) => ("index" in each ? (items[each.index]?.text ?? []) : []));
    const texts = [...new Set(items.flatMap((each) => each.text ?? []))];
    const named = (all: readonly string[]) =>
      firstOf(
        all.map((each) => quotedShort(each)),
        maxItemsNamed,
      );
    const lines = [
      text,
      ...(texts.length > 0 ? [`On it: ${named(texts)}.`] : []),
      ...(twice.length > 0 ? [`Skipped, because the call has them twice: ${named(twice)}.`] : []),
      ...sameNameLines(context, "list", data.name, lists),
    ];
    return { text: lines.join("\n"), data };
  },
});

const maxItemsNamed = 20;

const updateList = listTool({
  name: "update_list",
  title: "Rename, restyle, share or move a list",
  profile: "standard",
  does: "changes",
  description: "Changes a list itself, not its items.",
  input: closed({
    list: Param.list(),
    ...optional({
      name: NewName,
      ...look,
      favorite: Param.flag("A favourite"),
      hideDone: Param.flag("Hide done ones"),
      moveToSection: Param.list(),
      clear: Param.clear(["color"]),
      confirm: Param.confirm,
    }),
  }),
  output,
  names: { ...names, sectionId: "moveToSection" },
  repairs,
  async run(context, { list, color, moveToSection, clear = [], confirm, ...given }) {
    const lookup = listLookup(context);
    const id = await lookup.listId(list, "list", context.note);
    const icon = readIcon(given.icon, context.note);
    if (given.visibility === "shared") {
      const { name, visibility } = await lookup.listHeader(id);
      const what = `show the personal list ${quoted(name)} to everybody in the household`;
      if (visibility === "personal") context.confirm(confirm, what, id);
    }
    const body = {
      ...given,
      icon,
      colorKey: color ?? (clear.includes("color") ? null : undefined),
      sectionId: moveToSection === undefined ? undefined : await lookup.sectionId(moveToSection, "moveToSection"),
    };
    const saved = await context.rest<List>("PATCH", `/v1/lists/${id}/details`, body);
    const outcome = saved.activityId === null ? "Nothing to change on" : "Saved";
    return savedListResult(context, outcome, saved);
  },
});

const deleteList = listTool({
  name: "delete_list",
  title: "Delete a list",
  does: "deletes",
  isForAdults: true,
  description: "Deletes a whole list with everything on it.",
  input: closed({ list: Param.list(), ...optional({ confirm: Param.confirm }) }),
  output: closed({ ...Field.write, deleted: Field.flag }),
  repairs,
  async run(context, { list, confirm }) {
    const lookup = listLookup(context);
    const id = await lookup.listId(list);
    const header = await lookup.listHeader(id);
    const count =
      "blocks" in header
        ? countText(flat(header.blocks).length, "item")
        : countText(header.remainingCount, "open item");
    const whole = `the list ${quoted(header.name)} with ${count}`;
    const texts = { what: `delete ${whole}`, outcome: `Deleted ${whole}` };
    const { text, data } = await deleteRecord(context, {
      kind: "list",
      id,
      path: `/v1/lists/${id}`,
      ...texts,
      confirm,
    });
    return { text, data: { ...data, deleted: true } };
  },
});

function savedListResult(
  { shortId }: Pick<Context, "shortId">,
  outcome: string,
  { body: list, activityId }: RestAnswer<List>,
  itemCount = 0,
) {
  const id = shortId("list", list.id);
  const text = joinParts([
    `${outcome} the list ${quoted(list.name)}${itemCount > 0 ? ` with ${countText(itemCount, "item")}` : ""}`,
    list.visibility,
    `icon ${quotedShort(list.icon)}`,
    list.colorKey,
    list.favorite && "favourite",
    list.hideDone && "hides what is done",
    `id ${id}`,
    activityId !== null && `activityId ${activityId}`,
  ]);
  const { name, visibility } = list;
  // A call makes one entry now. The field is empty for agents that read it since a call could make several.
  return { text, data: { id, activityId, earlierActivityIds: [], name, visibility } };
}

const icons = byWord([
  ["❤️", "heart|herz|love|liebe"],
  ["⭐", "star|stern"],
  ["🛒", "cart|shopping cart|shopping|groceries|einkaufswagen|einkaufen|einkauf"],
  ["🏠", "house|home|haus|zuhause"],
  ["🚗", "car|auto"],
  ["🧳", "suitcase|luggage|koffer|gepaeck"],
  ["🎒", "backpack|school bag|rucksack|ranzen|schule|school"],
  ["📚", "book|books|buch|buecher"],
  ["🎁", "gift|gifts|present|presents|geschenk|geschenke"],
  ["🎂", "cake|birthday|birthday cake|kuchen|geburtstag"],
  ["🎿", "ski|skis|skiing|skifahren"],
  ["💊", "pill|pills|medicine|pharmacy|apotheke|medizin"],
  ["🐶", "dog|hund"],
  ["🐱", "cat|katze"],
  ["🌳", "tree|baum"],
  ["🎄", "christmas|christmas tree|weihnachten|weihnachtsbaum"],
  ["🌸", "flower|flowers|blume|blumen"],
  ["☀️", "sun|sonne"],
  ["❄️", "snow|snowflake|schnee|schneeflocke"],
  ["✅", "check|checkmark|check mark|tick|haken"],
  ["⛺", "tent|camping|zelt"],
  ["✈️", "plane|airplane|flugzeug"],
  ["🏖️", "beach|strand"],
  ["🎵", "music|musik"],
  ["⚽", "football|soccer|fussball"],
  ["🛠️", "tool|tools|werkzeug"],
  ["🧹", "broom|cleaning|besen|putzen"],
  ["🍽️", "food|meal|dinner|essen"],
  ["📋", "list|clipboard|liste"],
  ["🎉", "party|feier"],
]);

const isEmoji = (text: string) => /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v.test(text);

/** Returns an icon, or the emoji that a clear word names. The REST API checks the length. @throws ToolError */
function readIcon(icon: string | undefined, note: Note): string | undefined {
  const text = icon?.trim() ?? "";
  if (icon === undefined || lengthOf(text) < 1 || lengthOf(text) > 60 || isEmoji(text)) return icon;
  const word = plainPhrase(text.replaceAll(/[:_]/g, " ")).replace(/^(?:a|an|the|ein|eine) | emoji$/g, "");
  const emoji = icons.get(word.trim());
  if (emoji === undefined) {
    throw wrongParameter(
      "icon",
      `must be an emoji, not ${quotedShort(text)}`,
      "send one emoji, such as 🛒 or ❤️, or leave it out.",
    );
  }
  note(`icon read as ${emoji}.`);
  return emoji;
}

/** Checks lengths before the first of several requests, so that a call never saves only some of its changes. */
function requireLengths(name: string, icon: string | undefined): void {
  for (const [field, max, value] of [["name", 200, name] as const, ["icon", 60, icon] as const]) {
    if (value === undefined) continue;
    const length = lengthOf(value.trim());
    if (length < 1 || length > max) throw toToolError(invalid(field, `must be 1 to ${max} characters`, "out_of_range"));
  }
}

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
