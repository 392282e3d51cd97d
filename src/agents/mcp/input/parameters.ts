import { Kind, type TProperties, type TString, Type } from "@sinclair/typebox";
import { closed, oneOf } from "#lib/wire.ts";
import { wrongParameter } from "../output/tool-error.ts";
import { dayHint, maxDateLength } from "./times.ts";

export const unlistedMinimum = Symbol("a minLength that saves tokens");

const short = (maxLength: number) => (description: string) => Type.String({ maxLength, description });
const moment = short(maxDateLength);

/** A text whose length the REST API checks. Describing it costs fewer tokens than describing the schema `Text`. */
function checkedText(maxLength: number, description?: string) {
  const bounds = { type: "string", minLength: 1, maxLength, [unlistedMinimum]: true };
  return Type.Unsafe<string>({ ...(description ? { description } : {}), [Kind]: "Text", ...bounds });
}

/** Schemas of parameters. The REST API checks the values; these schemas describe them in few tokens. */
export const Param = {
  text: checkedText,
  flag: (description: string) => Type.Boolean({ description }),
  number: (description: string) => Type.Integer({ description }),
  member: (description: string) => checkedText(60, description),
  day: (description: string) => moment(`${description}: ${dayHint}`),
  /** A day or a time in any words. */
  moment,
  /** The name or id of a list or section. Its limit allows 200 characters of up to two UTF-16 code units. */
  list: (description = "Name or id") => short(400)(description),
  /** The text or id of an item of a list. Its limit allows 2,000 characters of up to two UTF-16 code units. */
  item: short(4000),
  /** Fields that a change empties. */
  clear: <const Field extends string>(fields: readonly Field[], description = "Fields to empty") =>
    Type.Array(oneOf(fields), { maxItems: fields.length, description }),
  dryRun: Type.Boolean({ description: "Only look" }),
  idempotencyKey: short(1000)("Same again: nothing new"),
  /** The person's consent. This parameter is optional, because some clients can ask the person themselves. */
  confirm: Type.Boolean({ description: "Once the person agreed" }),
  cursor: short(100)("nextCursor"),
};

export const optional = <Fields extends TProperties>(fields: Fields) => Type.Partial(Type.Object(fields)).properties;

export const allOptional = <Fields extends TProperties>(fields: Fields) => closed(optional(fields));

const text = Type.String();
const optionalText = Type.Optional(text);
const count = Type.Integer();
const flag = Type.Boolean();

/** Schemas of fields in a tool's result. A field that can be null is left out if it is null, so it must be optional. */
export const Field = {
  text,
  optionalText,
  count,
  flag,
  texts: Type.Array(text),
  page: { total: count, truncated: flag, nextCursor: optionalText },
  write: { id: text, activityId: optionalText },
};

export const textFields = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Field.text])) as Record<Name, TString>;

/** Schema of one row of a result. All fields are optional, because required fields cost a third more tokens. */
export const item = <Fields extends TProperties>(fields: Fields) => Type.Partial(closed(fields));
export const items = <Fields extends TProperties>(fields: Fields) => Type.Array(item(fields));

/** Refuses an object that both sets and clears a field. `path` is empty or like `tasks[3].`. @throws ToolError */
export function requireNotBoth(
  given: Readonly<Record<string, unknown>>,
  clear: readonly string[] = [],
  path = "",
): void {
  const both = clear.find((field) => given[field] !== undefined);
  if (both === undefined) return;
  throw wrongParameter(
    `${path}clear`,
    `must not contain ${both}, which is given too. Nothing was changed`,
    `leave ${both} out of it to save the given value, or leave out the parameter ${both} to empty it.`,
  );
}
