/** The shared schema kinds of requests and answers, on TypeBox. Importing this replaces its lax string formats. */
import "elysia"; // Sets its own formats on import; ours must come after.
import {
  FormatRegistry,
  Kind,
  type ObjectOptions,
  type SchemaOptions,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";
import { isDay, isInstant } from "./lib/time.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in either case. */
export const isUuid = (text: string) => uuidPattern.test(text);

FormatRegistry.Set("uuid", isUuid);
/** True for what looks like an email address; nobody writes to it, so that is enough. */
export const isEmail = (text: string) =>
  text.length <= 254 && /^[^\s@,;<>()"]+@[^\s@,;<>()"]+$/.test(text) && isStorable(text);

FormatRegistry.Set("email", isEmail);
FormatRegistry.Set("date", isDay);
FormatRegistry.Set("date-time", isInstant);

/** An object that takes no fields but these (interface, Conventions: every body schema is closed). */
export function closed<Fields extends TProperties>(fields: Fields, options: ObjectOptions = {}): TObject<Fields> {
  return Type.Object(fields, { ...options, additionalProperties: false });
}

/** Any UUID, in either case; handlers see it in lower case. */
export const Uuid = Type.String({ format: "uuid", examples: ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"] });

/**
 * A path's UUID under the name that the specification has for it, where the router, which takes one name for one place, has
 * another: `/v1/lists/{id}` and `/v1/lists/{listId}/blocks`.
 */
export const namedUuid = (name: string) => Type.String({ ...Uuid, "x-name": name });

/** A date-time with an offset, between 1900 and 2200. In answers always UTC with milliseconds. */
export const Instant = Type.String({ format: "date-time", examples: ["2026-05-01T09:00:00.000Z"] });

/** A date that exists, without a time or zone. */
export const Day = Type.String({ format: "date", examples: ["2026-05-01"] });

/** A time on a wall clock, `00:00` to `23:59`. */
export const WallTime = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", examples: ["19:00"] });

/** Field that may also be null. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

type TextSchema = TSchema & { readonly minLength: number; readonly maxLength: number };

/** Free text, `min` to `max` Unicode code points after trimming; handlers see it trimmed. */
export function Text(min: number, max: number, options: SchemaOptions = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ ...options, [Kind]: "Text", type: "string", minLength: min, maxLength: max });
}

TypeRegistry.Set<TextSchema>("Text", (schema, value) => {
  if (typeof value !== "string" || !isStorable(value)) return false;
  const length = lengthOf(value.trim());
  return length >= schema.minLength && length <= schema.maxLength;
});

/** A password, 8 to 200 Unicode code points, taken as it is: blanks count. */
export const Password = Type.Unsafe<string>({
  [Kind]: "Password",
  type: "string",
  format: "password",
  minLength: 8,
  maxLength: 200,
});

TypeRegistry.Set("Password", (_, value) => typeof value === "string" && isPasswordLength(value));

/** True for text of 8 to 200 code points that can be stored. */
export function isPasswordLength(text: string): boolean {
  const length = lengthOf(text);
  return isStorable(text) && length >= 8 && length <= 200;
}

/** The number of Unicode code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** False for text with `U+0000` or half a surrogate pair, which neither JSON nor SQLite carries safely. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** One of a fixed set of words. */
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  options: SchemaOptions = {},
): TUnsafe<Choice> {
  return Type.Unsafe<Choice>({ ...options, [Kind]: "OneOf", type: "string", enum: [...choices] });
}

TypeRegistry.Set<TSchema & { readonly enum: readonly string[] }>("OneOf", (schema, value) =>
  schema.enum.includes(value as string),
);

/**
 * One of several objects, told apart by what they have in one field: `tagged("op", [closed({op: Type.Literal("create"), …}), …])`.
 */
export function tagged<Variants extends TObject[]>(tag: string, variants: [...Variants]): TUnion<Variants> {
  return Type.Union(variants, { "x-tag": tag }) as TUnion<Variants>;
}

/** A whole number from `minimum` to `maximum`. In a query, written in digits. */
export function integer(minimum: number, maximum: number, options: SchemaOptions = {}) {
  return Type.Integer({ ...options, minimum, maximum });
}

/** The id of the last entry seen. Whatever is not one this server gave is refused as `Invalid cursor`. */
export const Cursor = Type.String({ format: "uuid", title: "Cursor" });

/** The eight colours of members and lists. */
export const colorKeys = ["coral", "tangerine", "sunshine", "leaf", "teal", "sky", "grape", "berry"] as const;
/** See {@link colorKeys}. */
export type ColorKeyName = (typeof colorKeys)[number];
/** See {@link colorKeys}. */
export const ColorKey = oneOf(colorKeys);

/** Who made a record (contract section 2). */
export const CreatedBy = closed(
  {
    kind: oneOf(["member", "api_key", "system"]),
    id: nullable(Uuid),
    name: Type.String(),
    agentName: nullable(Type.String()),
  },
  { title: "CreatedBy", description: "Who made it; the app shows a sparkle where `kind` is `api_key`." },
);

/** What every record carries; spread it into the record's schema. */
export const recordFields = { createdAt: Instant, updatedAt: Instant, createdBy: CreatedBy };

/** The body of every error answer (interface §7). */
export const ErrorAnswer = closed({ error: Type.String(), statusCode: Type.Integer() }, { title: "Error" });

/** The answer of every delete. */
export const Deleted = closed({ id: Uuid, deleted: Type.Literal(true) }, { title: "Deleted" });

/** A recurrence rule as it may be sent. */
export const RuleText = Text(1, 2_000, {
  description: "One RFC 5545 RRULE, with or without `RRULE:`.",
  examples: ["FREQ=WEEKLY;BYDAY=TU"],
});
