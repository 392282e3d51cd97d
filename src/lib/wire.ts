import "elysia"; // This import must be first, because it registers its own formats.
import {
  FormatRegistry,
  Kind,
  type ObjectOptions,
  type SchemaOptions,
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";
import { isDay, isInstant } from "./time.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string) => uuidPattern.test(text);

FormatRegistry.Set("uuid", isUuid);
export const isEmail = (text: string) =>
  text.length <= 254 && /^[^\s@,;<>()"]+@[^\s@,;<>()"]+$/.test(text) && isStorable(text);

FormatRegistry.Set("email", isEmail);
FormatRegistry.Set("date", isDay);
FormatRegistry.Set("date-time", isInstant);

export function closed<Fields extends TProperties>(fields: Fields, options: ObjectOptions = {}): TObject<Fields> {
  return Type.Object(fields, { ...options, additionalProperties: false });
}

export const Uuid = Type.String({ format: "uuid", examples: ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"] });

/**
 * Returns the schema of an id in a path. The API description shows `name`, because the router allows only one parameter
 * name at each position.
 */
export const namedUuid = (name: string) => Type.String({ ...Uuid, "x-name": name });

/** An instant from 1900 to 2200. Answers use UTC with milliseconds. */
export const Instant = Type.String({ format: "date-time", examples: ["2026-05-01T09:00:00.000Z"] });

export const Day = Type.String({ format: "date", examples: ["2026-05-01"] });

/** Minutes before a start: at most ten reminders, each at most 28 days before. */
export const ReminderMinutesList = Type.Array(integer(0, 40_320), { maxItems: 10 });

export const WallTime = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", examples: ["19:00"] });

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** Returns the fields of an answer. All are present, and texts have no limits, as stored texts outlast their limits. */
export function answered<Fields extends TProperties>({ properties }: TObject<Fields>): AnsweredFields<Fields> {
  const fields = Object.entries(properties).map(([name, field]) => [name, withoutLimits(Type.Optional(field, false))]);
  return Object.fromEntries(fields) as AnsweredFields<Fields>;
}

function withoutLimits(schema: TSchema): TSchema {
  if (schema[Kind] === "Text") return Type.String(schema.examples === undefined ? {} : { examples: schema.examples });
  return schema[Kind] === "Union" ? Type.Union((schema.anyOf as TSchema[]).map(withoutLimits)) : schema;
}

type AnsweredFields<Fields extends TProperties> = {
  [Name in keyof Fields]: Fields[Name] extends TOptional<infer Schema> ? Schema : Fields[Name];
};

type TextSchema = TSchema & { readonly minLength?: number; readonly maxLength: number };

/** Returns the schema of a text that has `min` to `max` code points after it is trimmed. */
export function Text(min: number, max: number, options: SchemaOptions = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ ...options, [Kind]: "Text", type: "string", minLength: min, maxLength: max });
}

TypeRegistry.Set<TextSchema>("Text", (schema, value) => {
  if (typeof value !== "string" || !isStorable(value)) return false;
  const length = lengthOf(value.trim());
  return length >= (schema.minLength ?? 0) && length <= schema.maxLength;
});

export const Password = Type.Unsafe<string>({
  [Kind]: "Password",
  type: "string",
  format: "password",
  minLength: 8,
  maxLength: 200,
});

TypeRegistry.Set("Password", (_, value) => typeof value === "string" && isPasswordLength(value));

export function isPasswordLength(text: string): boolean {
  const length = lengthOf(text);
  return isStorable(text) && length >= 8 && length <= 200;
}

export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether JSON and SQLite can store a text safely. False if the text contains U+0000 or half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  options: SchemaOptions = {},
): TUnsafe<Choice> {
  return Type.Unsafe<Choice>({ ...options, [Kind]: "OneOf", type: "string", enum: [...choices] });
}

TypeRegistry.Set<TSchema & { readonly enum: readonly string[] }>("OneOf", (schema, value) =>
  schema.enum.includes(value as string),
);

export function tagged<Variants extends TObject[]>(tag: string, variants: [...Variants]): TUnion<Variants> {
  return Type.Union(variants, { "x-tag": tag }) as TUnion<Variants>;
}

export function integer(minimum: number, maximum: number, options: SchemaOptions = {}) {
  return Type.Integer({ ...options, minimum, maximum });
}

export const Cursor = Type.String({ format: "uuid", title: "Cursor" });

export const colorKeys = ["coral", "tangerine", "sunshine", "leaf", "teal", "sky", "grape", "berry"] as const;
export type ColorKeyName = (typeof colorKeys)[number];
export const ColorKey = oneOf(colorKeys);

export const mealTypes = ["breakfast", "morning_snack", "lunch", "afternoon_snack", "dinner", "evening_snack"] as const;
export type MealType = (typeof mealTypes)[number];
export const MealTypeName = oneOf(mealTypes, { examples: ["dinner"] });

export const CreatedBy = closed(
  {
    kind: oneOf(["member", "api_key", "system"]),
    id: nullable(Uuid),
    name: Type.String(),
    agentName: nullable(Type.String()),
  },
  { title: "CreatedBy", description: "Who made it; the app shows a sparkle where `kind` is `api_key`." },
);

/** A sentence of `src/lib/sentence.ts` in the form in which the API sends it. */
export const SentenceInParts = closed(
  {
    text: Type.String({ examples: ["completed “{0}”"] }),
    args: Type.Array(Type.Any(), {
      description:
        "A text, a number, `{text, args}`, `{date}`, `{time}`, `{list}` (“a, b and c”) or `{series}` (“a, b, c”)",
    }),
  },
  { title: "SentenceInParts", description: "`{0}` in `text` stands for the first of `args`" },
);

export const recordFields = { createdAt: Instant, updatedAt: Instant, createdBy: CreatedBy };

export const ErrorAnswer = closed({ error: Type.String(), statusCode: Type.Integer() }, { title: "Error" });

export const Deleted = closed({ id: Uuid, deleted: Type.Literal(true) }, { title: "Deleted" });
export type Deleted = Static<typeof Deleted>;

export const RuleText = Text(1, 2_000, {
  description: "One RFC 5545 RRULE, with or without `RRULE:`.",
  examples: ["FREQ=WEEKLY;BYDAY=TU"],
});
