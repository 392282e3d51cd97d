import type { TObject, TSchema } from "@sinclair/typebox";
import type { ApiError } from "#lib/errors.ts";
import { isRecord } from "#lib/values.ts";
import { quotedShort } from "../output/format.ts";
import { findNearest } from "./names.ts";

/** Parameter with an invalid value. The parameter is a field of the object `sent`. The schema of `sent` is `owner`. */
type InvalidParameter = {
  readonly owner: TObject;
  readonly sent: Readonly<Record<string, unknown>>;
  /** Name of the list parameter if `owner` is the schema of a list's items; otherwise null. */
  readonly list: string | null;
  readonly name: string;
  readonly field: TSchema | undefined;
  readonly value: unknown;
};

export function inputRepair(shape: TObject, input: unknown, { code, field, message }: ApiError): string {
  const place = field ?? "";
  const invalid = locate(shape, input, place);
  if (code === "unknown_field") return `Parameter ${place}: ${unknownRepair(invalid)}`;
  if (code === "required") return `Parameter ${place}: ${missingRepair(invalid)}`;
  const repair = valueRepair(invalid);
  return `Parameter ${repair === null ? `${message}. Correct it and call again.` : `${place}: ${repair}`}`;
}

function locate(owner: TObject, value: unknown, place: string, list: string | null = null): InvalidParameter {
  const sent = isRecord(value) ? value : {};
  const [, name = place, index, rest] = /^(\w+)\[(\d+)\](?:\.([\s\S]+))?$/.exec(place) ?? [];
  const field: TSchema | undefined = Object.hasOwn(owner.properties, name) ? owner.properties[name] : undefined;
  const own = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (index === undefined || field?.type !== "array") return { owner, sent, list, name, field, value: own };
  const item = Array.isArray(own) ? own[Number(index)] : undefined;
  if (rest === undefined) return { owner, sent, list, name, field: field.items, value: item };
  return locate(field.items, item, rest, name);
}

function unknownRepair({ owner, sent, list, name }: InvalidParameter): string {
  const left = Object.keys(owner.properties).filter((each) => !Object.hasOwn(sent, each));
  const inside = listThatTakes(owner, name);
  if (inside !== null) return `leave it out here; it belongs into each of ${inside}. ${acceptedNames(owner, list)}.`;
  const meant = adviceOnMeaning(owner, name);
  if (meant !== null) return meant;
  const changed = replacedBy(name, left);
  if (changed !== null)
    return `leave it out; ${changed} takes the place of all that is there, so send everything that is to stay as ${changed}.`;
  const suggestion = findNearest(name, left) ?? parameterMeant(name, left);
  return `leave it out${suggestion === null ? "" : `, or send it as ${suggestion}`}. ${acceptedNames(owner, list)}.`;
}

/** Returns the list parameter whose items take a field that was sent beside the list, such as `under` beside `items`. */
function listThatTakes({ properties }: TObject, name: string): string | null {
  const takesIt = ([, field]: [string, TSchema]) =>
    field.type === "array" && field.items.type === "object" && Object.hasOwn(field.items.properties, name);
  return Object.entries(properties).find(takesIt)?.[0] ?? null;
}

const privacy =
  /^(?:visibility|(?:is_?)?private|(?:is_?)?(?:secret|confidential|hidden)|hide(?:_?from)?|hidden_?from|visible_?(?:to|for)|audience|privacy)$/i;
const ofSeries = /^(?:count|occurrences|times|until|interval|frequency|freq|by_?day|repeat_?until|end_?repeat)$/i;

/** Returns what to do instead of a parameter whose meaning would be lost if it was only left out. */
function adviceOnMeaning({ properties }: TObject, name: string): string | null {
  if (privacy.test(name) && !Object.hasOwn(properties, "visibility")) {
    return "everybody in the household sees this; there is no private one. Ask the person before you send it without; only a list can be personal.";
  }
  const isOfSeries = ofSeries.test(name) && Object.hasOwn(properties, "repeat");
  return isOfSeries ? "say it in repeat, such as weekly until 2027-03-31 or FREQ=WEEKLY;INTERVAL=2;COUNT=8." : null;
}

/** Returns the parameter that `addMembers`, `remove_members` or the like are meant to change, or null. */
function replacedBy(name: string, left: readonly string[]): string | null {
  const [, changed] = /^(?:add|append|remove|delete|new|extra)_?(\w+)$/i.exec(name) ?? [];
  return left.find((each) => each.toLowerCase() === changed?.toLowerCase()) ?? null;
}

/** Names of parameters, each with the words that agents use in its place. */
const otherNames: Readonly<Record<string, string>> = {
  notes: "description details comment comments body memo",
  members: "attendees participants people guests invitees who persons users",
  member: "assignee assignees assigned_to assignedto person who owner for user responsible",
  assignees: "members member who people children",
  starts: "date day when time datetime begin begins starttime start_time startsat start",
  ends: "end endtime end_time endsat finish finishes enddate end_date",
  due: "date day when deadline",
  title: "name summary subject event label",
  label: "title name task text summary content item",
  text: "newtext new_text newname content name title label quantity amount note unit",
  name: "title label newname new_name",
  item: "text name id itemid item_id content title",
  completed: "done status checked complete iscompleted state",
  done: "completed checked status complete ticked state",
  icon: "emoji symbol",
  emoji: "icon symbol",
  instructions: "steps directions method preparation",
  prepMinutes: "time preptime prep_time cookingtime cooking_time duration minutes",
  moveToSection: "section folder group category",
  location: "place where venue address",
  repeat: "rrule recurrence recurring frequency recurrencerule interval",
  editScope: "scope mode",
  scope: "editscope edit_scope mode",
  under: "heading parent parentid category group",
  durationMinutes: "duration length minutes",
  reminders: "alarm alarms remind notification notifications alerts",
  query: "search q keyword text name title",
  weekStart: "date day week from start",
  from: "date day start startdate start_date week",
  list: "name listname list_name listid list_id query",
};

/** Returns the parameter among `left` for which agents use the word `name`, or null. */
function parameterMeant(name: string, left: readonly string[]): string | null {
  const word = name.toLowerCase();
  return left.find((each) => Object.hasOwn(otherNames, each) && otherNames[each]?.split(" ").includes(word)) ?? null;
}

function missingRepair({ owner, sent, list, name, field }: InvalidParameter): string {
  const hint = hintOf(field);
  const unknown = Object.keys(sent).filter((each) => !Object.hasOwn(owner.properties, each));
  const missing = (owner.required ?? []).filter((each) => each !== name && !Object.hasOwn(sent, each));
  const also = missing.length > 0 ? ` ${missing.join(", ")} must be sent too.` : "";
  if (unknown.length === 0) return `send it too${hint}.${also}`;
  const suggestion = unknown.length === 1 ? unknown[0] : findNearest(name, unknown);
  const others = unknown.filter((each) => each !== suggestion).slice(0, 5);
  const sentences = [
    `send it${hint}.${also}`,
    ...(suggestion ? [`${quotedShort(suggestion)} is unknown: send it as ${name}, if you mean that.`] : []),
    ...(others.length > 0 ? [`Also unknown: ${others.map((each) => quotedShort(each)).join(", ")}.`] : []),
  ];
  return `${sentences.join(" ")} ${acceptedNames(owner, list)}.`;
}

/** Returns how to fill a missing field: its description, or what a list of objects or ids takes. */
function hintOf(field: TSchema | undefined): string {
  if (field?.type === "array" && field.items.type === "object") {
    const names: string[] = field.items.required ?? Object.keys(field.items.properties).slice(0, 1);
    return `: [{${names.map((name) => `${name}: …`).join(", ")}}]`;
  }
  const text = field?.items?.description ?? field?.description;
  return text ? `: ${text}` : "";
}

function acceptedNames({ properties }: TObject, list: string | null): string {
  const names = Object.keys(properties).join(", ");
  if (list !== null) return `Each of ${list} takes ${names}`;
  return names === "" ? "This tool takes no parameters" : `This tool takes ${names}`;
}

function valueRepair({ owner, name, field, value }: InvalidParameter): string | null {
  if (field === undefined) return null;
  const orLeave = owner.required?.includes(name) ? "" : ", or leave it out";
  if (value === null) return "null is not allowed. Send a value.";
  if (field.type === "array") return listRepair(field, value);
  if (field.type === "object") {
    const example = asItem(field, value);
    return example === null ? null : `send ${example}. ${acceptedNames(field as TObject, name)}.`;
  }
  if (field.enum) return enumRepair(field.enum, value, orLeave);
  if (field.type === "integer") return numberRepair(field, value, orLeave);
  if (field.type === "boolean") {
    const phrase = typeof value === "string" ? value.trim().toLowerCase() : "";
    return `send ${phrase === "true" || phrase === "false" ? phrase : "true or false"}, without quotes${orLeave}.`;
  }
  return textRepair(field, value, orLeave);
}

function listRepair(field: TSchema, value: unknown): string | null {
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems } = field;
    if (value.length > maxItems)
      return `${value.length} are too many: send at most ${maxItems}, the rest in another call.`;
    return value.length < minItems ? `${value.length} are too few: send at least ${minItems}.` : null;
  }
  if (typeof value === "string" && /^\s*\[/.test(value)) return "send the list itself, not a text that holds it.";
  const example = asItem(field.items, value);
  return example === null ? null : `send a list, even of one: [${example}].`;
}

/** Returns an example of a list item, such as `"Mia"`, `30` or `{text: "Milk"}`. */
function asItem(schema: TSchema, value: unknown): string | null {
  if (schema.type === "integer") return Number.isInteger(Number(value)) && value !== "" ? String(Number(value)) : null;
  if (schema.type === "object") {
    if (isRecord(value)) return "{…}";
    const [first, ...others] = (schema.required ?? Object.keys(schema.properties).slice(0, 1)) as string[];
    if (first === undefined || typeof value !== "string") return null;
    return `{${first}: ${literal(value)}${others.map((each) => `, ${each}: …`).join("")}}`;
  }
  return typeof value === "string" ? literal(value) : null;
}

function enumRepair(words: readonly string[], value: unknown, orLeave: string): string {
  const phrase = typeof value === "string" ? value.trim().toLowerCase() : "";
  const suggestion = words.find((word) => word.toLowerCase() === phrase) ?? findNearest(phrase, words);
  if (suggestion !== null)
    return `say ${suggestion}${words.length > 1 ? `, or else ${others(words, suggestion)}` : ""}${orLeave}.`;
  const what = typeof value === "string" ? `${quotedShort(value)} is not one of them` : "it must be one of these words";
  return `${what}. Take ${words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`}${orLeave}.`;
}

function others(words: readonly string[], suggestion: string): string {
  return words.filter((word) => word !== suggestion).join(", ");
}

function numberRepair({ minimum, maximum }: TSchema, value: unknown, orLeave: string): string {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) {
    return `send a number in digits, such as ${minimum ?? 1}${orLeave}.`;
  }
  if (maximum !== undefined && number > maximum) return `${number} is too large: send ${maximum} or less${orLeave}.`;
  if (minimum !== undefined && number < minimum) return `${number} is too small: send ${minimum} or more${orLeave}.`;
  if (!Number.isInteger(number)) return `${number} is not a whole number: send ${Math.round(number)}${orLeave}.`;
  return `send ${number}, without quotes.`;
}

function textRepair({ minLength = 0, maxLength }: TSchema, value: unknown, orLeave: string): string | null {
  if (typeof value === "number" || typeof value === "boolean") return `send "${value}", in quotes.`;
  if (Array.isArray(value)) {
    const [only] = value;
    return `send one text, not a list${typeof only === "string" && value.length === 1 ? `: ${literal(only)}` : ""}.`;
  }
  if (typeof value !== "string") return `send a text in quotes${orLeave}.`;
  if (value.length < minLength) return `it is empty. Send a value${orLeave}.`;
  return value.length > maxLength ? `it has ${value.length} characters. Take ${maxLength} or fewer${orLeave}.` : null;
}

function literal(text: string): string {
  return JSON.stringify(quotedShort(text).slice(1, -1));
}
